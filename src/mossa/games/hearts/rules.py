"""The rules of Hearts. Chance deals, three hands of thirteen one after the other (the fourth is what is left); then
each player chooses the cards that he passes, one at a time and unseen by the others; then thirteen tricks are played.

A move is a card (`deck.py`); an outcome of the deal is a set of thirteen cards. When all have chosen what they pass,
the cards are taken up by a move of its own, TAKE: it shows who leads, so it must not be part of a hidden choice.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mossa import CHANCE, Facts, MossaError, bit_count, draw, lowest_bit, parameter, replace, u64

from .deck import ALL, CLUB_TWO, HEARTS, POINT_CARDS, SUIT, assigned, points_of, subset

POINTS = parameter("points", 0, "the game ends when somebody has so many points; 0: after one deal", least=0, most=1000)
PASSING = parameter("passing", "rotate", "rotate, left, right, across or hold")
MOON = parameter("moon", "add", "who takes all: add 26 points to the others, or subtract 26 from his own")

PASSES = ("left", "right", "across", "hold")
STEPS = (1, 3, 2, 0)
"""By PASSES: how many seats on the cards go."""
if PASSING not in ("rotate", *PASSES):
    raise MossaError(f"passing is rotate, {', '.join(PASSES[:-1])} or {PASSES[-1]}, not {PASSING!r}")
if MOON not in ("add", "subtract"):
    raise MossaError(f"moon is add or subtract, not {MOON!r}")
FIXED = PASSES.index(PASSING) if PASSING in PASSES else -1
SUBTRACT = MOON == "subtract"

PLAYERS, TRICKS, PASSED = 4, 13, 3
CARDS = PLAYERS * TRICKS
TAKE = CARDS
"""The move with which all take up the cards that were passed to them: the last player makes it, it is his only one."""
NONE = -1
ALL_POINTS = 26
MOST = float(POINTS - 1 + ALL_POINTS if POINTS else ALL_POINTS)
"""No utility is greater; where points are subtracted, the greater ones of a long game count as this."""
DEAL = PLAYERS - 1 + (PASSED * PLAYERS + 1) * (FIXED != 3) + CARDS
"""Moves of a deal; of one without passing, fewer."""
DEALS = 1 + 4 * (POINTS - 1) // ALL_POINTS if POINTS else 1
"""The most deals: before the last one nobody has POINTS. Where points are subtracted there is no such bound."""

FACTS = Facts(
    players=PLAYERS,
    chance=True,
    hidden=True,
    alternate=False,
    utility=(-MOST, MOST),
    widest=TRICKS,
    actions=CARDS + 1,
    longest=None if POINTS and SUBTRACT else DEAL * DEALS,
)


class State(NamedTuple):
    hands: tuple[int, ...]  # sets of cards; 0 before they are dealt
    passed: tuple[int, ...]  # what each has chosen to pass
    played: tuple[int, ...]  # what each has played
    lacking: tuple[int, ...]  # cards that, as all have seen, each does not hold
    line: tuple[int, ...]  # the cards in their order, six bits each, ten in a number
    turn: int  # who plays the next card; NONE before the first trick
    taken: tuple[int, ...]  # points of the tricks taken in this deal
    scores: tuple[int, ...]  # points of the deals that have ended
    deal: int  # its number, from 0


def start() -> State:
    return new_deal((0, 0, 0, 0), 0)


def new_deal(scores: tuple[int, ...], deal: int) -> State:
    """The cards lie together."""
    none = (0, 0, 0, 0)
    return State(none, none, none, none, (0, 0, 0, 0, 0, 0), NONE, none, scores, deal)


def all_played(state: State) -> int:
    """All cards that lie open."""
    return state.played[0] | state.played[1] | state.played[2] | state.played[3]


def is_dealing(state: State) -> bool:
    return state.hands[3] == 0 and state.played[0] == 0


def dealt(state: State) -> int:
    """How many players have been dealt a hand in this deal."""
    count = 0
    for player in range(PLAYERS):
        if state.hands[player] | state.played[player]:
            count += 1
    return count


def step(deal: int) -> int:
    """How many seats on the passed cards go in the deal of this number."""
    return STEPS[FIXED if FIXED >= 0 else deal % PLAYERS]


def mover(state: State) -> int:
    if is_dealing(state):
        return CHANCE
    if state.turn != NONE:
        return state.turn
    player = 0
    while player < PLAYERS - 1 and bit_count(state.passed[player]) == PASSED:
        player += 1
    return player


def is_over(state: State) -> bool:
    return state.played[0] != 0 and all_played(state) == ALL


def card_at(state: State, place: int) -> int:
    """The card that was played at this place of the line."""
    return state.line[place // 10] >> 6 * (place % 10) & 63


def led_suit(state: State) -> int:
    """The suit led to the trick under way; NONE between tricks."""
    count = bit_count(all_played(state))
    return card_at(state, count - count % PLAYERS) // 13 if count % PLAYERS else NONE


def playable(state: State) -> int:
    """The cards that the player whose turn it is may play."""
    hand, count = state.hands[state.turn], bit_count(all_played(state))
    if count == 0:
        return CLUB_TWO
    if count % PLAYERS == 0:
        others = hand & ~HEARTS
        return hand if others == 0 or all_played(state) & HEARTS else others
    following = hand & SUIT << 13 * led_suit(state)
    if following:
        return following
    harmless = hand & ~POINT_CARDS
    return harmless if count < PLAYERS and harmless else hand


def moves(state: State) -> Iterator[int]:
    if are_chosen(state):
        yield TAKE
    cards = playable(state) if state.turn != NONE else to_pass(state)
    while cards:
        yield lowest_bit(cards)
        cards &= cards - 1


def to_pass(state: State) -> int:
    """The cards that the next player may still choose to pass."""
    player = mover(state)
    return 0 if are_chosen(state) else state.hands[player] & ~state.passed[player]


def are_chosen(state: State) -> bool:
    """Have all chosen what they pass, and not taken it up yet?"""
    return state.turn == NONE and bit_count(state.passed[PLAYERS - 1]) == PASSED


def sample(state: State, seed: u64) -> int:
    """Thirteen of the cards that nobody has."""
    return subset(ALL & ~(state.hands[0] | state.hands[1] | state.hands[2]), TRICKS, seed)


def play(state: State, move: int) -> State:
    if is_dealing(state):
        return with_hand(state, move)
    if move == TAKE:
        return exchanged(state)
    if state.turn == NONE:
        player = mover(state)
        return state._replace(passed=replace(state.passed, player, state.passed[player] | 1 << move))
    return after_trick(with_card(state, move))


def with_hand(state: State, cards: int) -> State:
    """The next player gets these cards; the last one gets what is left after that."""
    hands = replace(state.hands, dealt(state), cards)
    if hands[2]:
        hands = replace(hands, 3, ALL & ~(hands[0] | hands[1] | hands[2]))
    after = state._replace(hands=hands)
    return opened(after) if hands[3] and step(state.deal) == 0 else after


def exchanged(state: State) -> State:
    """The chosen cards change hands."""
    hands, far = state.hands, step(state.deal)
    for player in range(PLAYERS):
        giver = (player + PLAYERS - far) % PLAYERS
        hands = replace(hands, player, state.hands[player] & ~state.passed[player] | state.passed[giver])
    return opened(state._replace(hands=hands))


def opened(state: State) -> State:
    """Who has the two of clubs leads."""
    turn = 0
    for player in range(PLAYERS):
        if state.hands[player] & CLUB_TWO:
            turn = player
    return state._replace(turn=turn)


def with_card(state: State, card: int) -> State:
    """The card lies on the table, and shows what its player lacks."""
    player, bit, count = state.turn, 1 << card, bit_count(all_played(state))
    suit, lacks = led_suit(state), state.lacking[player]
    if suit == NONE:
        if bit & HEARTS and not all_played(state) & HEARTS:
            lacks |= ALL & ~HEARTS  # else he could not have led one
    elif card // 13 != suit:
        lacks |= SUIT << 13 * suit
        if count < PLAYERS and bit & POINT_CARDS:
            lacks |= ALL & ~POINT_CARDS
    return state._replace(
        hands=replace(state.hands, player, state.hands[player] & ~bit),
        played=replace(state.played, player, state.played[player] | bit),
        lacking=replace(state.lacking, player, lacks),
        line=replace(state.line, count // 10, state.line[count // 10] | card << 6 * (count % 10)),
        turn=(player + 1) % PLAYERS,
    )


def after_trick(state: State) -> State:
    """If the trick is complete: who takes it has its points and leads the next; the last one ends the deal."""
    count = bit_count(all_played(state))
    if count % PLAYERS:
        return state
    best, points = card_at(state, count - PLAYERS), 0
    taker = state.turn  # who led is the next again
    for place in range(PLAYERS):
        card = card_at(state, count - PLAYERS + place)
        points += points_of(1 << card)
        if card // 13 == best // 13 and card > best:
            best, taker = card, (state.turn + place) % PLAYERS
    after = state._replace(turn=taker, taken=replace(state.taken, taker, state.taken[taker] + points))
    return after_deal(after) if count == CARDS else after


def after_deal(state: State) -> State:
    """The points are written down; the game ends, or the next deal begins."""
    scores = deal_scores(state.scores, state.taken)
    if POINTS == 0 or max(scores[0], scores[1], scores[2], scores[3]) >= POINTS:
        return state._replace(scores=scores)
    return new_deal(scores, state.deal + 1)


def deal_scores(scores: tuple[int, ...], taken: tuple[int, ...]) -> tuple[int, ...]:
    """The points after a deal in which these points were taken."""
    shooter = NONE
    for player in range(PLAYERS):
        if taken[player] == ALL_POINTS:
            shooter = player
    for player in range(PLAYERS):
        points = taken[player]
        if shooter != NONE and SUBTRACT:
            points = -ALL_POINTS if player == shooter else 0
        elif shooter != NONE:
            points = 0 if player == shooter else ALL_POINTS
        scores = replace(scores, player, scores[player] + points)
    return scores


def lead_of(state: State, player: int, taken: int) -> float:
    """The mean of the others' points less one's own, with this share of the points taken in this deal."""
    own, total = state.scores[player], 0
    for other in range(PLAYERS):
        total += state.scores[other] + taken * state.taken[other]
    own += taken * state.taken[player]
    return max(-MOST, min(MOST, (total - PLAYERS * own) / (PLAYERS - 1)))


def utility(state: State, player: int) -> float:
    return lead_of(state, player, 0)


def received(state: State, player: int) -> int:
    """The cards that were passed to a player, once he has seen them."""
    far = step(state.deal)
    return state.passed[(player + PLAYERS - far) % PLAYERS] if state.turn != NONE and far else 0


def chosen(state: State) -> int:
    """How many cards have been chosen to be passed."""
    return bit_count(state.passed[0] | state.passed[1] | state.passed[2] | state.passed[3])


def information_state(state: State, player: int) -> Any:
    """His cards, those he passed and got, and all that lies open: the cards in their order, who is to play, the points.

    What was played in earlier deals no longer matters.
    """
    private = state.hands[player], state.passed[player], received(state, player)
    open_cards = state.line, bit_count(all_played(state)), state.turn, state.taken
    return state.deal, state.scores, dealt(state), chosen(state), private, open_cards


def redeal(state: State, player: int, seed: u64) -> State:
    """The cards that he does not see are dealt again, every deal that agrees with what he knows equally likely.

    He knows the cards that he passed until they are played, who leads with the two of clubs, and what the others have
    shown to lack: a suit that they did not follow; all but hearts, of who led one unbroken; all but point cards, of who
    discarded one in the first trick. What else the others chose to play tells him nothing. What they chose to pass is
    drawn evenly.
    """
    if state.turn == NONE:
        return redealt_before(state, player, seed)
    a, b, c = (player + 1) % PLAYERS, (player + 2) % PLAYERS, (player + 3) % PLAYERS
    unseen = ALL & ~state.hands[player] & ~all_played(state)
    known = state.passed[player] if step(state.deal) else 0
    if all_played(state) == 0 and state.turn != player:
        known |= CLUB_TWO
    a_known, b_known, c_known = known & state.hands[a], known & state.hands[b], known & state.hands[c]
    free = unseen & ~a_known & ~b_known & ~c_known
    a_new, b_new, c_new = assigned(
        free & ~state.lacking[a],
        free & ~state.lacking[b],
        free & ~state.lacking[c],
        bit_count(state.hands[a]) - bit_count(a_known),
        bit_count(state.hands[b]) - bit_count(b_known),
        bit_count(state.hands[c]) - bit_count(c_known),
        seed,
    )
    hands = replace(replace(state.hands, a, a_known | a_new), b, b_known | b_new)
    hands = replace(hands, c, c_known | c_new)
    return state._replace(hands=hands, passed=passes_again(state, player, hands, seed))


def passes_again(state: State, player: int, hands: tuple[int, ...], seed: u64) -> tuple[int, ...]:
    """What each has passed: what this player passed and got, and any three cards of those that others got."""
    passed, far = state.passed, step(state.deal)
    for giver in range(PLAYERS):
        taker = (giver + far) % PLAYERS
        if far and giver != player and taker != player:
            had = hands[taker] | state.played[taker]
            passed = replace(passed, giver, subset(had, PASSED, draw(seed + 11 + u64(giver))))
    return passed


def redealt_before(state: State, player: int, seed: u64) -> State:
    """The same while cards are dealt and passed: he knows no card of the others."""
    hands, passed, left = state.hands, state.passed, ALL & ~state.hands[player]
    for other in range(PLAYERS):
        if other != player and state.hands[other]:
            hands = replace(hands, other, subset(left, TRICKS, draw(seed + 21 + u64(other))))
            left &= ~hands[other]
            count = bit_count(state.passed[other])
            passed = replace(passed, other, subset(hands[other], count, draw(seed + 31 + u64(other))))
    return state._replace(hands=hands, passed=passed)
