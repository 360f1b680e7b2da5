"""What whoever writes a rulebook is told while writing: mistakes with their fixes, and whether its examples hold."""
