"""What is said of the format of an event where it is a free object."""

from tournaments.competition.formats.registry import FORMATS
from tournaments.competition.stages.ranking import RANKINGS

FORMAT_HELP = (
    "`kind` ({kinds}) and the choices of that kind that differ from the usual ones. `knockout`: `best_of`, the number "
    "of games of a match by the name of its round, counted from the final (`final`, `semifinal`, `quarterfinal`, "
    "`round_of_16` ..., `third`, `placement`, `second`): most of 1, 3 or 5 decide, or the sum of 2 legs. "
    "`groups`: `size` (3 to 16), `fill` "
    "(`snake`: seeds first; `lots`), `double` (home and away), `separate_by_group`. `danish`, `swiss`: `rounds` (1 to "
    "30), `groups` (1 to 32, cut from the top); `danish` also `rematches` (`allowed`, `not_in_a_row`, `never`). "
    "`mitchell`: `rounds`, `step` (1 to 3), `rankings` (`one`, `two_lines`). `king`, `partners`: `rounds`. `heats`: "
    "`rounds` (1 to 12), `max_table` (4, 5 or 6), `heat` (the most of a heat, 6 to 32, each with standings of its own; "
    "0: everybody together). "
    "`stages`: `stages`, two to six of the others, each with `from`: the `first` of each group or heat and the `best` "
    "of all others go on, or everybody with `carries`, and the results count on; a knockout can only be the last, and "
    "after groups with `apart` it has a bracket for the firsts, one for the seconds and so on. Each format in rounds: "
    "`ranking`, the name of one of {rankings}, or an object with `chain`, `points` and `draws`; one by "
    "points has no VP. With `clubs` (`best`: how many entries of each club count, 0 for all) the first one ranks clubs "
    "too."
).format(kinds=", ".join(f"`{kind}`" for kind in FORMATS), rankings=", ".join(f"`{name}`" for name in RANKINGS))
