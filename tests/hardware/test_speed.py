"""Live play needs two pictures a second on one core."""

import pytest

from companion.benches.eye import camera


@pytest.mark.thorough
def test_the_simulated_camera_is_fast_enough_to_play_live():
    figures = camera.run(False)
    assert figures["pictures a second while a hand moves and the table changes"] >= 2
    assert figures["pictures a second while nothing moves"] >= 2
