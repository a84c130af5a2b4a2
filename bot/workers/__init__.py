"""This process as one of several workers: which tables are ours, and how what comes in reaches the worker that has its table.

What workers tell each other goes over ``bot.cluster``; that nothing is done twice is the store's affair.
"""
