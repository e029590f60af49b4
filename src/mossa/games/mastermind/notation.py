"""A code is written in digits, `1122`; a position as the code, then each guess with its answer: `3456 1122=01`.

The answer is the number of black and that of white marks. On reading, answers may be left out where the code is known;
where it is not, `?` stands for it, and the answers choose a code that agrees with them. `start`: there is no code yet.
"""

from mossa import MossaError

from .rules import COLOURS, NONE, PEGS, State, answer, answers, is_over, play, start

EXAMPLE = "".join(str(1 + peg * 2 // PEGS) for peg in range(PEGS))


def write_code(code: int) -> str:
    return "".join(str(code // COLOURS**peg % COLOURS + 1) for peg in reversed(range(PEGS)))


def read_code(text: str) -> int:
    digits = [ord(letter) - ord("1") for letter in text]
    if len(digits) != PEGS or not all(0 <= digit < COLOURS for digit in digits):
        raise MossaError(f"a code is {PEGS} digits from 1 to {COLOURS}, as in {EXAMPLE}, not {text!r}")
    return sum(digit * COLOURS**peg for peg, digit in enumerate(reversed(digits)))


def write_move(state: State, move: int) -> str:
    return write_code(move)


def read_move(state: State, text: str) -> int:
    return read_code(text.replace(" ", ""))


def write_position(state: State) -> str:
    if state.code == NONE:
        return "start"
    guesses = (f" {write_code(guess)}={black}{white}" for guess, black, white in answers(state))
    return write_code(state.code) + "".join(guesses)


def read_position(text: str) -> State:
    first, *parts = text.split() or ["start"]
    if first.lower() == "start" and not parts:
        return start()
    parsed = tuple(_guess(part) for part in parts)
    state = start()._replace(code=_some_code(text, parsed) if first == "?" else read_code(first))
    for part, (guess, marks) in zip(parts, parsed, strict=True):
        if is_over(state):
            raise MossaError(f"in {text!r} the guess {part} comes after the end of the game")
        right = answer(state.code, guess)
        if marks not in (right, None):
            raise MossaError(f"the answer in {part} is wrong: for the code {first} it is {right[0]}{right[1]}")
        state = play(state, guess)
    return state


def _guess(part: str) -> tuple[int, tuple[int, int] | None]:
    guess, equals, marks = part.partition("=")
    if not equals:
        return read_code(guess), None
    if len(marks) != 2 or not marks.isdecimal() or int(marks[0]) + int(marks[1]) > PEGS:
        raise MossaError(f"an answer is the number of black and that of white marks, as in {EXAMPLE}=10, not {part!r}")
    return read_code(guess), (int(marks[0]), int(marks[1]))


def _some_code(text: str, parsed: tuple[tuple[int, tuple[int, int] | None], ...]) -> int:
    """The lowest code that agrees with the answers."""
    from .codes import consistent

    for guess, marks in parsed:
        if marks is None:
            raise MossaError(f"{text!r} does not tell the code, so it must tell the answer to {write_code(guess)}")
    codes = consistent(PEGS, COLOURS, tuple((guess, *marks) for guess, marks in parsed if marks))
    if not len(codes):
        raise MossaError(f"no code gives all the answers of {text!r}")
    return int(codes[0])
