"""Passes over the lowered form: can play go on, can it end, and does a choice give a secret away?"""
