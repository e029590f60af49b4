"""Cards are written ♠Q and read as ♠Q, QS or sq; a hand as PBN has it, spades, hearts, diamonds and clubs with dots
between: `AQ4.K98.T52.J73`.

A position is the hands as they were dealt, then what was passed, the cards played, and the points of earlier deals, as
far as there are any:

    S:AQ4.K98.T52.J763 … … … pass ♠A ♠Q ♥K / ♦A … take play ♣2 ♣K ♣5 score 12 0 5 9 deal 1

The hands are those of South, West, North and East; one that was not dealt is a `-`.
"""

from mossa import MossaError
from mossa.core.numbers import whole_number
from mossa.games.cards.hands import cards_of, read_card, write_card

from .deck import ALL
from .rules import (
    CARDS,
    NONE,
    PLAYERS,
    TAKE,
    TRICKS,
    State,
    all_played,
    are_chosen,
    card_at,
    deal_scores,
    dealt,
    is_dealing,
    is_over,
    mover,
    moves,
    new_deal,
    play,
    received,
)

RANKS = "23456789TJQKA"
WORDS = ("pass", "take", "play", "score", "deal")
"""The parts of a position after the hands, in their order."""


def write_hand(cards: int) -> str:
    """
    >>> write_hand(0b1011 | 1 << 51)
    'A...532'
    """
    suits = (cards >> 13 * suit & (1 << 13) - 1 for suit in (3, 2, 1, 0))
    return ".".join("".join(RANKS[rank] for rank in reversed(cards_of(suit))) for suit in suits)


def read_hand(text: str) -> int:
    suits, hand = text.upper().replace("10", "T").split("."), 0
    if len(suits) != 4 or not set("".join(suits)) <= {*RANKS}:
        raise MossaError(
            f"a hand is spades, hearts, diamonds and clubs with dots between, AQ4.K98.T52.J73, not {text!r}"
        )
    for suit, ranks in zip((3, 2, 1, 0), suits, strict=True):
        for rank in ranks:
            bit = 1 << 13 * suit + RANKS.index(rank)
            if hand & bit:
                raise MossaError(f"{text} has {write_card(13 * suit + RANKS.index(rank))} twice")
            hand |= bit
    if hand.bit_count() != TRICKS:
        raise MossaError(f"a hand has {TRICKS} cards, and {text} has {hand.bit_count()}")
    return hand


def write_move(state: State, move: int) -> str:
    return write_hand(move) if is_dealing(state) else "take" if move == TAKE else write_card(move)


def read_move(state: State, text: str) -> int:
    if not is_dealing(state):
        return TAKE if text == "take" else read_card(text)
    hand = read_hand(text)
    taken = hand & (state.hands[0] | state.hands[1] | state.hands[2])
    if taken:
        raise MossaError(f"{write_card(cards_of(taken)[0])} was dealt to somebody else")
    return hand


def hand_dealt(state: State, player: int) -> int:
    """The hand that a player was dealt, before any card was passed."""
    got = received(state, player)
    given = state.passed[player] if got else 0
    return (state.hands[player] | state.played[player]) & ~got | given


def write_position(state: State) -> str:
    hands = [hand_dealt(state, player) for player in range(PLAYERS)]
    parts = ["S:" + " ".join(write_hand(hand) if hand else "-" for hand in hands)]
    if any(state.passed):
        chosen = (" ".join(map(write_card, cards_of(cards))) for cards in state.passed if cards)
        parts.append("pass " + " / ".join(chosen))
        if state.turn != NONE:
            parts.append("take")
    count = all_played(state).bit_count()
    if count:
        parts.append("play " + " ".join(write_card(card_at(state, place)) for place in range(count)))
    before = scores_before(state)
    if any(before):
        parts.append("score " + " ".join(map(str, before)))
    if state.deal:
        parts.append(f"deal {state.deal}")
    return " ".join(parts)


def scores_before(state: State) -> tuple[int, ...]:
    """The points before this deal."""
    if not is_over(state):
        return state.scores
    gained = deal_scores((0, 0, 0, 0), state.taken)
    return tuple(own - more for own, more in zip(state.scores, gained, strict=True))


def read_position(text: str) -> State:
    parts: dict[str, list[str]] = {"hands": []}
    now = "hands"
    for word in text.split():
        if word in WORDS:
            if word in parts:
                raise MossaError(f"a position has one part {word!r}, not two")
            now, parts[word] = word, []
        else:
            parts[now].append(word)
    hands = parts["hands"]
    if not hands or not hands[0].startswith("S:") or len(hands) != PLAYERS:
        raise MossaError(f"a position begins with S: and four hands, each like AQ4.K98.T52.J73 or -, not {text[:40]!r}")
    scores = [_points(word) for word in parts.get("score", ["0"] * PLAYERS)]
    deal = parts.get("deal", ["0"])
    if len(scores) != PLAYERS or len(deal) != 1:
        raise MossaError("after score stand the points of the four players, after deal its number")
    number = whole_number(deal[0])
    if not 0 <= number < 1 << 20:
        raise MossaError(f"deal is the number of earlier deals, from 0 up, not {deal[0]!r}")
    state = new_deal((scores[0], scores[1], scores[2], scores[3]), number)
    state = _passed(_dealt(state, [hands[0][2:], *hands[1:]]), parts.get("pass", []))
    if "take" in parts:
        if is_dealing(state) or not are_chosen(state) or parts["take"]:
            raise MossaError("take stands alone, when all four players have passed three cards")
        state = play(state, TAKE)
    return _played(state, parts.get("play", []))


def _points(text: str) -> int:
    sign, digits = (-1, text[1:]) if text[:1] in "-−" else (1, text)
    number = whole_number(digits)
    if not 0 <= number < 1 << 20:
        raise MossaError(f"points are whole numbers, not {text!r}")
    return sign * number


def _dealt(state: State, hands: list[str]) -> State:
    for player, text in enumerate(hands):
        if text in ("", "-"):
            continue
        if player == 3:
            if dealt(state) < PLAYERS or read_hand(text) != ALL & ~sum(read_hand(hand) for hand in hands[:3]):
                raise MossaError("the four hands are not the 52 cards of a pack")
        elif dealt(state) != player:
            raise MossaError("hands are dealt in the order South, West, North, East")
        else:
            state = play(state, read_move(state, text))
    if dealt(state) == PLAYERS and hands[3] in ("", "-"):
        raise MossaError("three hands are dealt: write the fourth too, which is what is left")
    return state


def _passed(state: State, words: list[str]) -> State:
    for player, text in enumerate(" ".join(words).split("/") if words else []):
        for word in text.split():
            if is_dealing(state) or state.turn != NONE or mover(state) != player:
                raise MossaError("each player in turn passes three cards, a / between the players; in this deal or now "
                                 f"{word} cannot be passed")  # fmt: skip
            state = _legal(state, word, "passed")
    return state


def _played(state: State, words: list[str]) -> State:
    if len(words) > CARDS:
        raise MossaError(f"a deal has {CARDS} cards")
    for word in words:
        if is_dealing(state) or state.turn == NONE:
            raise MossaError("cards are played when all have been dealt and passed")
        state = _legal(state, word, "played")
        if is_dealing(state):
            raise MossaError("the deal ends with that card: a position in the next deal has its hands")
    return state


def _legal(state: State, word: str, how: str) -> State:
    card = read_card(word)
    if is_over(state) or card not in moves(state):
        raise MossaError(f"{write_card(card)} cannot be {how} after {write_position(state)!r}")
    return play(state, card)
