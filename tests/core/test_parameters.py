from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mossa import MossaError
from mossa.core.parameters import declared_parameters, parameter, parse_settings, with_parameters

NAME = st.text("abcdefghij_", min_size=1, max_size=8)
VALUE = st.text("abc123.-+*/ ", max_size=8).map(str.strip)


def declare(name="size", default=3, **bounds):
    return parameter(name, default, "how big", **bounds)


def test_the_default_is_used_where_nothing_is_given():
    assert declare() == 3
    with with_parameters({"other": "5"}):
        assert declare() == 3


@pytest.mark.parametrize(
    ("default", "text", "value"),
    [(3, "5", 5), (3, " -2 ", -2), (0.5, "2", 2.0), (0.5, "1e-3", 0.001), ("a", "3-4", "3-4")],
)
def test_a_given_value_has_the_type_of_the_default(default, text, value):
    with with_parameters({"size": text}):
        got = declare(default=default)
    assert got == value
    assert type(got) is type(default)


@pytest.mark.parametrize(
    ("default", "bounds", "text", "sentence"),
    [
        (3, {}, "big", "parameter size takes a whole number, not 'big'"),
        (3, {}, "3.5", "parameter size takes a whole number, not '3.5'"),
        (3, {}, "", "parameter size takes a whole number, not ''"),
        (0.5, {}, "half", "parameter size takes a number, not 'half'"),
        (3, {"least": 1, "most": 5}, "6", "parameter size takes a number from 1 to 5, not 6"),
        (3, {"least": 1}, "0", "parameter size takes a number from 1 up, not 0"),
        (3, {"most": 5}, "6", "parameter size takes a number up to 5, not 6"),
        (0.5, {"least": 0, "most": 1}, "nan", "parameter size takes a number from 0 to 1, not nan"),
    ],
)
def test_wrong_values(default, bounds, text, sentence):
    with with_parameters({"size": text}), pytest.raises(MossaError) as caught:
        declare(default=default, **bounds)
    assert str(caught.value) == sentence


def test_settings_end_with_the_block_even_after_an_error():
    with pytest.raises(MossaError), with_parameters({"size": "big"}):
        declare()
    assert declare() == 3


def test_parameters_are_listed_by_module():
    module = ModuleType("rules")
    code = 'from mossa import parameter\nA = parameter("a", 1, "first", least=0)\nB = parameter("b", "x", "second")'
    with with_parameters({"b": "y"}):
        exec(code, vars(module))
    found = declared_parameters(module, ModuleType("without parameters"))
    assert list(found) == ["a", "b"]
    assert (found["a"].value, found["a"].least, found["a"].about) == (1, 0, "first")
    assert (found["b"].value, found["b"].default) == ("y", "x")


@given(st.dictionaries(NAME, VALUE, max_size=5))
def test_settings_are_read_back(settings):
    assert parse_settings(",".join(f"{name}={value}" for name, value in settings.items()), "game") == settings
    assert parse_settings(" , ".join(f" {name} = {value} " for name, value in settings.items()), "game") == settings


def test_commas_in_brackets_belong_to_the_value():
    assert parse_settings("tree=((1,2),(3,4)),depth=2", "tree") == {"tree": "((1,2),(3,4))", "depth": "2"}
    assert parse_settings("a=[1,{2,3}],b=", "x") == {"a": "[1,{2,3}]", "b": ""}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("columns", "connect4: settings are written key=value,key=value, not 'columns'"),
        ("=5", "connect4: settings are written key=value,key=value, not '=5'"),
        ("rows=4,5", "connect4: settings are written key=value,key=value, not '5'"),
        ("rows=4,rows=5", "connect4: rows is given twice"),
    ],
)
def test_wrong_settings(text, sentence):
    with pytest.raises(MossaError) as caught:
        parse_settings(text, "connect4")
    assert str(caught.value) == sentence
