"""A rulebook in the words of people: printed rules, differences, lists, and the text of a new one."""
