/**
 * Chaos over the whole desk: `npm run chaos -- --minutes M --seed N --on sqlite|postgres|both --restarts R`.
 *
 * Real desks with a Discord, a language model and feeds on loopback: jobs fire, people talk, stories are published, while
 * faults come at random. Each round ends at rest, with the verdict. It prints its seed and its figures, and ends with
 * `N passed, N failed`: a fault has passed when its round violated nothing. The home of a violation is kept.
 */
// First: session keys are known by the channels that there are.
import '../../src/main/channels.ts';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../crash/build.ts';
import { Chance } from '../crash/chance.ts';
import { campaign } from './campaign.ts';
import { oneDesk, twoDesks } from './newsrooms.ts';
import { INVARIANTS } from './verdict.ts';
import type { Invariant } from './verdict.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    on: { type: 'string', default: 'both' },
    restarts: { type: 'string' },
  },
});
const minutes = positive('minutes', values.minutes);
const seed = positive('seed', values.seed);
const restarts = values.restarts === undefined ? undefined : positive('restarts', values.restarts);
const newsrooms = { sqlite: [oneDesk], postgres: [twoDesks], both: [oneDesk, twoDesks] }[values.on];
if (!newsrooms) {
  console.error(`chaos: --on ${values.on} is none of sqlite, postgres, both`);
  process.exit(2);
}

const begun = performance.now();
const say = (line: string) =>
  console.log(`chaos: ${line}; ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
say(`seed ${seed}, ${restarts === undefined ? `${minutes} min` : `${restarts} restarts`} on ${values.on}`);
buildWhenStale();

const chance = new Chance(seed);
const totals = new Map<Invariant, number>();
let [passed, failed] = [0, 0];
for (const open of newsrooms) {
  const newsroom = await open(chance.branch());
  for (const what of newsroom.missing) say(what);
  const terms = {
    lastMs: (minutes * 60_000) / newsrooms.length,
    restarts: restarts === undefined ? undefined : Math.ceil(restarts / newsrooms.length),
  };
  const { figures, wrong, counts, ...end } = await campaign({ ...newsroom, ...terms }, chance.branch(), say);
  passed += end.passed;
  for (const [name, n] of figures) totals.set(name, (totals.get(name) ?? 0) + n);
  if (wrong.length > 0) {
    failed++;
    say(`VIOLATED, seed ${seed}, ${newsroom.name}; kept: ${newsroom.home}`);
    for (const line of wrong.slice(0, 30)) console.log(`  ${line.slice(0, 1_500)}`);
    if (wrong.length > 30) console.log(`  … and ${wrong.length - 30} more`);
  }
  await newsroom.close(wrong.length > 0);
  say(`${newsroom.name}: ${counts}`);
}
console.log(
  `chaos: ${INVARIANTS.map((name) => `${name} ${totals.get(name) ?? 0}`).join(', ')}, seed ${seed}`,
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function positive(name: string, given: string): number {
  const number = Number(given);
  if (Number.isFinite(number) && number > 0) return number;
  console.error(`chaos: --${name} ${given} is no number above 0`);
  process.exit(2);
}
