"""Answers to choices: listed, drawn, told and heard."""
