#!/usr/bin/env bash
# tournament-pairings 2.0.1 (npm), Swiss. Seven players, round 4, three of them have had a bye.
# Expected, as its README says: of those without a bye the one with the fewest points has it (here 4 points; without a
# bye are 4, 6, 7 and 7), since the six others can be paired without a rematch.
# Seen: one of the two leaders with 7 points has the bye, in each of 200 tries (it shuffles its input): the weight of a
# pair grows with the score of its lower player, and in this round that outweighs who sits out.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund tournament-pairings@2.0.1 >/dev/null
cat >bye.mjs <<'JAVASCRIPT'
import { Swiss } from "tournament-pairings";
const player = (id, score, receivedBye, ...avoid) => ({ id, score, receivedBye, avoid, pairedUpDown: false });
const players = () => [
  player(1, 4, false, 2, 4, 7),
  player(2, 7, false, 1, 3, 5),
  player(3, 4, true, 2, 4),
  player(4, 7, false, 1, 3, 6),
  player(5, 3, true, 2, 6),
  player(6, 6, false, 4, 5, 7),
  player(7, 3, true, 1, 6),
];
const others = [[2, 4], [3, 6], [5, 7]];
const mayMeet = ([one, two]) => !players()[one - 1].avoid.includes(two);
console.log(`1 (4 points) may rest: ${others.every(mayMeet) ? "2-4, 3-6 and 5-7 have not met" : "no"}`);
const rests = new Map();
for (let time = 0; time < 200; time += 1) {
  const matches = Swiss(players(), 4);
  const { player1 } = matches.find((match) => match.player2 === null);
  rests.set(player1, (rests.get(player1) ?? 0) + 1);
}
for (const [id, times] of rests) console.log(`${id} (${players()[id - 1].score} points) rests ${times} times of 200`);
process.exit(others.every(mayMeet) && [...rests.keys()].every((id) => id === 2 || id === 4) ? 0 : 1);
JAVASCRIPT
node bye.mjs || { echo "changed"; exit 1; }
echo "as it was"
