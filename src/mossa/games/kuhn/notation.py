"""Cards are letters up to K (three cards: J Q K). Moves are check, bet, call, fold; `pass`, p and b are read too.

A position is the cards dealt, a colon, and p or b for each move: `KJ:pb` (a check answered with a bet). The
start, before the deal, is `:`.
"""

from mossa import MossaError

from .rules import BET, DECK, NONE, PASS, PLAYERS, State, dealt, first_bet, is_over, length, start

RANKS = "A23456789TJQK"[-DECK:]
WORDS = {"pass": PASS, "check": PASS, "fold": PASS, "bet": BET, "call": BET}


def write_move(state: State, move: int) -> str:
    if dealt(state) < PLAYERS:
        return RANKS[move]
    facing = first_bet(state) < length(state)
    return (("check", "bet"), ("fold", "call"))[facing][move]


def read_move(state: State, text: str) -> int:
    if dealt(state) < PLAYERS:
        if len(text) != 1 or text.upper() not in RANKS:
            raise MossaError(f"a card here is one of {', '.join(RANKS)}, not {text!r}")
        return RANKS.index(text.upper())
    meant = {move for word, move in WORDS.items() if text and word.startswith(text.lower())}
    if len(meant) != 1:
        raise MossaError(f"a move is check, bet, call or fold, not {text!r}")
    return meant.pop()


def write_position(state: State) -> str:
    return "".join(RANKS[card] for card in state.cards if card != NONE) + ":" + write_line(state)


def write_line(state: State) -> str:
    """The moves since the deal: a letter p or b each."""
    return "".join("pb"[state.line >> place & 1] for place in reversed(range(length(state))))


def read_position(text: str) -> State:
    cards, _, line = text.partition(":")
    state = start()
    shape = f"the cards dealt ({' '.join(RANKS)}), a colon, and p or b for each move: {RANKS[-1]}{RANKS[0]}:pb"
    for letter in cards:
        card = RANKS.find(letter.upper())
        if card < 0 or card in state.cards or dealt(state) == PLAYERS:
            raise MossaError(f"a position of Kuhn poker is {shape}; {text!r} has a wrong card {letter!r}")
        state = state._replace(cards=(*state.cards[: dealt(state)], card, *state.cards[dealt(state) + 1 :]))
    for letter in line:
        if letter not in "pb" or dealt(state) < PLAYERS or is_over(state):
            raise MossaError(f"a position of Kuhn poker is {shape}; {text!r} has a move {letter!r} that cannot be made")
        state = State(state.cards, state.line << 1 | "pb".index(letter))
    return state
