"""Finished rounds judged: what the strongest player would have done with what each seat knew, and what the deal was worth.

Pure values and functions: no clock, chat or storage. Whoever judges runs ``jobs`` one by one, wherever there is time.
"""
