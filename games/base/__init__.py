"""The plain values that pass between the rules and everybody else. Nothing here knows a rule, the kit or the contract."""
