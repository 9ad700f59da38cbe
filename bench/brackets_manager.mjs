// One single-elimination stage in brackets-manager's memory database: create and complete, as JSON in ms.
// node brackets_manager.mjs <directory with node_modules> <entrants, a power of two>

import { createRequire } from "node:module";
import path from "node:path";

const [directory, entrants] = [path.resolve(process.argv[2]), Number(process.argv[3])];
const load = createRequire(path.join(directory, "package.json"));
const { BracketsManager } = load("brackets-manager");
const { InMemoryDatabase } = load("brackets-memory-db");

const manager = new BracketsManager(new InMemoryDatabase());
const seeding = Array.from({ length: entrants }, (_, index) => `Entrant ${index + 1}`);

const begun = performance.now();
await manager.create.stage({ name: "KO", tournamentId: 0, type: "single_elimination", seeding, settings: {} });
const created = performance.now();
const matches = await manager.storage.select("match");
for (const { id } of matches.toSorted((one, other) => one.id - other.id)) {
  await manager.update.match({ id, opponent1: { score: 1, result: "win" }, opponent2: { score: 0 } });
}
const completed = performance.now();

const final = (await manager.storage.select("match")).at(-1);
if (final.opponent1.result !== "win") throw new Error("the final was not played");
console.log(JSON.stringify({ plan_ms: created - begun, complete_ms: completed - created, tables: matches.length }));
