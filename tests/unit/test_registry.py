"""Games of other packages: one that does not load takes no other with it."""

from importlib.metadata import EntryPoint

from touchjudge.registry import GROUP, Shelf, known_games


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


OURS = point("schwein_gehabt", "touchjudge.rules.schwein_gehabt:GAME")


def test_a_game_is_there_by_its_name_and_another_is_not() -> None:
    assert known_games()["schwein_gehabt"].title == "Schwein gehabt!"
    assert known_games().get("chess") is None
    assert "chess" not in known_games()


def test_games_are_in_the_order_of_their_names() -> None:
    assert list(known_games()) == sorted(known_games())


def test_a_game_that_does_not_load_is_left_out_and_said() -> None:
    shelf = Shelf([OURS, point("broken", "a_package_that_is_not_here:GAME")])
    assert list(shelf) == ["schwein_gehabt"]
    assert len(shelf) == 1
    assert "broken" not in shelf
    (fault,) = shelf.faults
    assert "'broken'" in fault
    assert "a_package_that_is_not_here" in fault


def test_a_game_under_another_name_than_its_own_is_left_out_and_said() -> None:
    shelf = Shelf([point("pigs", OURS.value)])
    assert list(shelf) == []
    assert shelf.faults == (
        "the entry point 'pigs' of touchjudge.rules.schwein_gehabt:GAME gives the game 'schwein_gehabt':"
        " both need one name",
    )


def test_only_the_game_that_is_asked_for_is_loaded() -> None:
    shelf = Shelf([OURS, point("broken", "a_package_that_is_not_here:GAME")])
    assert shelf["schwein_gehabt"].name == "schwein_gehabt"
    assert shelf._faults == {}
