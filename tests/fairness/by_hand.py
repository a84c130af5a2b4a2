"""The deal a second time, from its published description alone: nothing but the standard library, written another way."""

import hashlib
import hmac
import struct


def promise(table: int, number: int, secret: str) -> str:
    return hashlib.sha256(b" ".join([b"paiju", b"pledge", b"%d" % table, b"%d" % number, secret.encode()])).hexdigest()


class Numbers:
    """The stream of 64-bit numbers of one deal."""

    def __init__(self, table: int, number: int, secret: str, words: list[str]) -> None:
        whole = hashlib.sha256(f"paiju deal {table} {number} {secret}".encode())
        digests = [word[7:] if word[:7] == "sha256:" else hashlib.sha256(word.encode()).hexdigest() for word in words]
        for digest in sorted(digests):
            whole.update(b" " + digest.encode())
        self.key, self.used = whole.digest(), 0

    def next(self) -> int:
        block = hmac.new(self.key, struct.pack(">Q", self.used), hashlib.sha256).digest()
        self.used += 1
        (number,) = struct.unpack(">Q", block[:8])
        return int(number)

    def below(self, limit: int) -> int:
        spare = (1 << 64) % limit
        number = self.next()
        while number >= (1 << 64) - spare:
            number = self.next()
        return number % limit

    def permutation(self, size: int) -> list[int]:
        """Where each place of the shuffled pack came from."""
        order = list(range(size))
        for upper in reversed(range(1, size)):
            lower = self.below(upper + 1)
            held = order[lower]
            order[lower] = order[upper]
            order[upper] = held
        return order
