#!/usr/bin/env bash
# tournament-organizer 4.1.1 (npm), a double round robin of four, one game a match, 1 point a win, ties broken by
# Sonneborn-Berger.
# Expected: the sum over all matches of the points of whom one beat. Who won one of the two matches against an opponent has
# that opponent's points once, whether it was the first or the second.
# Seen: the second match against the same opponent is not looked at: who won only the first has the points, who won only
# the second has none, and who won both has them once. Two who won one of two against the same opponents, and by the sum
# are level, stand apart; turned round (the same results, first legs and second legs exchanged) they stand the other way.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund tournament-organizer@4.1.1 >/dev/null
cat >legs.mjs <<'JAVASCRIPT'
import Manager from "tournament-organizer";

// Who wins the first and the second match of each pair.
const WON = { "A B": ["A", "B"], "A C": ["A", "C"], "A D": ["A", "A"], "B C": ["C", "B"], "B D": ["B", "B"], "C D": ["C", "D"] };

function event(turned) {
  const tournament = new Manager().createTournament("Doppio girone", {
    scoring: { tiebreaks: ["sonneborn berger"] }, stageOne: { format: "double-round-robin" },
  });
  for (const name of "ABCD") tournament.createPlayer(name, name);
  tournament.startTournament();
  const met = {}, points = { A: 0, B: 0, C: 0, D: 0 }, won = [];
  for (let round = 1; round <= 6; round += 1) {
    if (round > 1) tournament.nextRound();
    for (const match of tournament.getActiveMatches()) {
      const [one, two] = [match.getPlayer1().id, match.getPlayer2().id];
      const pair = [one, two].sort().join(" ");
      const leg = (met[pair] = (met[pair] ?? -1) + 1);
      const winner = WON[pair][turned ? 1 - leg : leg];
      tournament.enterResult(match.getId(), winner === one ? 1 : 0, winner === two ? 1 : 0);
      points[winner] += 1;
      won.push([winner, winner === one ? two : one]);
    }
  }
  const sum = (name) => won.filter(([winner]) => winner === name).reduce((all, [, loser]) => all + points[loser], 0);
  const rows = tournament.getStandings().map(({ player, matchPoints, tiebreaks }) => ({
    name: player.getId(), points: matchPoints, told: tiebreaks.sonnebornBerger, right: sum(player.getId()),
  }));
  console.log(turned ? "legs exchanged:" : "as played:");
  for (const row of rows) console.log(`  ${row.name}: ${row.points} points, Sonneborn-Berger ${row.told}, by hand ${row.right}`);
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

const [played, turned] = [event(false), event(true)];
const isSame = Object.keys(played).every((name) => played[name].points === turned[name].points && played[name].right === turned[name].right)
  && Object.keys(played).some((name) => played[name].told !== turned[name].told);
process.exit(isSame ? 0 : 1);
JAVASCRIPT
node legs.mjs || { echo "changed"; exit 1; }
echo "as it was"
