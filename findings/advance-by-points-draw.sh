#!/usr/bin/env bash
# tournament-organizer 4.1.1 (npm), five rounds of a round robin of six, 1 point a win and half a point a draw; whoever has
# two points or more goes on to the second stage (advance: points, 2).
# Expected: those go on whom the standings of the first stage give two points or more.
# Seen: a draw counts as the sum of all that came before it. Who wins four and draws the last match has 4.5 points in the
# standings and stays behind; who draws first goes on with the same points.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund tournament-organizer@4.1.1 >/dev/null
cat >stages.mjs <<'JAVASCRIPT'
import Manager from "tournament-organizer";

// A alone at the top, with a draw in one round; whoever comes first in the alphabet wins everything else.
function event(drawn) {
  const tournament = new Manager().createTournament("Girone e finale", {
    scoring: { bestOf: 1, win: 1, draw: 0.5, loss: 0 },
    stageOne: { format: "round-robin" },
    stageTwo: { format: "single-elimination", advance: { method: "points", value: 2 } },
  });
  for (const name of "ABCDEF") tournament.createPlayer(name, name);
  tournament.startTournament();
  for (let round = 1; round <= 5; round += 1) {
    if (round > 1) tournament.nextRound();
    for (const match of tournament.getActiveMatches()) {
      const [one, two] = [match.getPlayer1().id, match.getPlayer2().id];
      const isDraw = round === drawn && (one === "A" || two === "A");
      tournament.enterResult(match.getId(), !isDraw && one < two ? 1 : 0, !isDraw && two < one ? 1 : 0, isDraw ? 1 : 0);
    }
  }
  const points = new Map(tournament.getStandings().map(({ player, matchPoints }) => [player.getId(), matchPoints]));
  tournament.nextRound();
  const goesOn = tournament.getPlayer("A").isActive();
  console.log(`A draws in round ${drawn}: ${points.get("A")} points in the standings, ${goesOn ? "goes on" : "stays behind"}`);
  return points.get("A") === 4.5 && goesOn === (drawn === 1);
}

const isSame = [1, 5].map(event).every(Boolean);
process.exit(isSame ? 0 : 1);
JAVASCRIPT
node stages.mjs || { echo "changed"; exit 1; }
echo "as it was"
