"""Liu Jia Tong: combinations against a naive enumerator, whole series against an umpire, rounds, AI players."""
