"""Learned networks: the same numbers from a file as from the sums written out, and files that are no networks."""

import json
import zlib

import pytest

from games.kit.network import Network

SMALL = Network([(((1.0, -2.0, 0.5), (0.0, 3.0, -1.0)), (0.25, -0.5)), (((2.0, -1.5),), (4.0,))], about="by hand")


@pytest.mark.parametrize("features", [(1.0, 2.0, 3.0), (0.0, 0.0, 4.0), (5.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
def test_a_network_is_sums_without_what_is_below_zero(features: tuple[float, ...]) -> None:
    one, two, three = features
    hidden = (max(one - 2 * two + 0.5 * three + 0.25, 0.0), max(3 * two - three - 0.5, 0.0))
    assert SMALL.value(features) == pytest.approx(2 * hidden[0] - 1.5 * hidden[1] + 4)
    for shared in range(4):
        assert SMALL.given(features[:shared])(features[shared:]) == pytest.approx(SMALL.value(features))


def test_a_file_holds_all_of_it() -> None:
    read = Network.read(SMALL.written())
    assert (read.layers, read.sizes, read.about) == (SMALL.layers, (3, 2, 1), "by hand")


def test_a_file_with_too_few_weights_is_refused() -> None:
    body = zlib.compress(b"\0" * 16)
    with pytest.raises(ValueError, match="not as many weights"):
        Network.read(json.dumps({"sizes": [3, 2, 1], "about": ""}).encode() + b"\n" + body)
