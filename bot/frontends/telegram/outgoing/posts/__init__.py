"""What is sent to a chat: each kind of post knows how to send itself and to stand for an earlier one.

A post whose answer never came is not repeated at once, for it may stand in the chat already. If it was a sentence, it
is let go: said twice is worse than a lost remark. If it was the state of a table or a hand, it is posted again after a
pause, because a player who cannot see the table is worse off than one who sees it twice; a press on the first copy
meanwhile proves that it arrived, and it is edited from then on. Edits are repeated freely.
"""
