"""The rulesets that an event may start from, each from a regulation that can be named; an event copies one."""

from collections.abc import Mapping
from typing import Final

from punti.rules import Rules

# R-PTI-26; MCL (doczz.it 835451): who wins three deals of five. A deal is a point, so 3 to 1 is the whole result.
BRISCOLA: Final = Rules(
    game="briscola",
    picture="swords",
    target=3,
    deal_most=1,
    deal_sum=1,
    deal_sum_test="at_most",
)

# R-PTI-26; Pinasca (gsqpinasca.org): 120 points in a deal, 61 win it, at 60 it is level; one deal by decision.
BRISCOLA_120: Final = Rules(
    game="briscola",
    picture="swords",
    match_mode="fixed_deals",
    target=None,
    deals=1,
    deal_most=120,
    deal_sum=120,
    level_at_end="draw",
    level_at_time="draw",
)

# R-PTI-26; lotoflaughs (briscola-partite.php): three against three without the four twos, which are worth nothing, so
# the points of a deal stay 120; one deal by decision.
BRISCOLA_6: Final = Rules(
    game="briscola",
    picture="swords",
    people="threes",
    match_mode="fixed_deals",
    target=None,
    deals=1,
    deal_most=120,
    deal_sum=120,
    level_at_end="draw",
    level_at_time="draw",
)

# R-PTI-26; the tournament of the Nuovo Cinema Palazzo (2012): to 41 with the declarations (accuso).
TRESSETTE: Final = Rules(game="tressette", picture="coins", target=41, deal_most=40)

# R-PTI-26; specchiolla.it and puntiburraco.it: three deals in 40 minutes, VP by the table of three deals.
BURRACO_3: Final = Rules(
    game="burraco",
    picture="hearts",
    match_mode="fixed_deals",
    target=None,
    deals=3,
    deal_least=-1_000,
    deal_most=3_000,
    deal_step=5,
    level_at_end="draw",
    time_limit_min=40,
    level_at_time="draw",
    vp="burraco_3",
)

# R-PTI-26; the same: four deals in 50 minutes, VP by the table of four deals.
BURRACO_4: Final = Rules(
    game="burraco",
    picture="hearts",
    match_mode="fixed_deals",
    target=None,
    deals=4,
    deal_least=-1_000,
    deal_most=3_000,
    deal_step=5,
    level_at_end="draw",
    time_limit_min=50,
    level_at_time="draw",
    vp="burraco_4",
)

# R-PTI-26; eburraco.com: a whole game goes to 2005.
BURRACO_2005: Final = Rules(
    game="burraco", picture="hearts", target=2_005, deal_least=-1_000, deal_most=3_000, deal_step=5
)

# R-PTI-26; Valliadi (valliadi.it): to 1500, an hour and a quarter; at the whistle the cards in the hands are paid.
PINNACOLA: Final = Rules(
    game="pinnacola",
    picture="spades",
    target=1_500,
    deal_least=-1_000,
    deal_most=3_000,
    deal_step=5,
    time_limit_min=75,
    at_time="stop_deal",
)

# R-PTI-26; Genova Gioca (genovagioca.it): matches to 10.
SCOPONE: Final = Rules(game="scopone", picture="coins", target=10, deal_most=30)

# R-PTI-26; Genova Gioca (genovagioca.it): two to six players, each alone, who pay for the cards left in their hands.
MACHIAVELLI: Final = Rules(
    game="machiavelli",
    picture="diamonds",
    people="singles",
    most_lines=6,
    wins="fewest",
    match_mode="fixed_deals",
    target=None,
    deals=4,
    deal_most=1_000,
    level_at_end="draw",
)

# R-PTI-26; Turin: pairs of Scala 40 to 101 in half an hour. Points are penalties: who reaches 101 has lost.
SCALA40_PAIRS: Final = Rules(
    game="scala40",
    picture="flowers",
    people="pairs",
    wins="fewest",
    target=101,
    deal_most=400,
    time_limit_min=30,
)

# R-PTI-26; FISCA (fisca.it), in pairs: a hand won is a point, the first to three wins, or who has more at time.
SCALA40_HANDS: Final = Rules(
    game="scala40",
    picture="flowers",
    people="pairs",
    target=3,
    deal_most=1,
    deal_sum=1,
    deal_sum_test="at_most",
)

# R-PTI-26; nothing is known of it but that more points are better.
OTHER: Final = Rules()

PRESETS: Final[Mapping[str, Rules]] = {
    "briscola": BRISCOLA,
    "briscola_120": BRISCOLA_120,
    "briscola_6": BRISCOLA_6,
    "burraco_3": BURRACO_3,
    "burraco_4": BURRACO_4,
    "burraco_2005": BURRACO_2005,
    "pinnacola": PINNACOLA,
    "tressette": TRESSETTE,
    "scopone": SCOPONE,
    "machiavelli": MACHIAVELLI,
    "scala40_pairs": SCALA40_PAIRS,
    "scala40_hands": SCALA40_HANDS,
    "other": OTHER,
}
