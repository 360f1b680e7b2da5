"""What has happened, what it came to and what would be good, in words for people: from the model of the table."""
