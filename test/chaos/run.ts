/**
 * Chaos over the whole desk: `npm run chaos -- --minutes M --seed N`.
 *
 * A real desk with a Discord, a language model and feeds on loopback: jobs fire, people talk, stories are published, while
 * faults come at random. Each round ends at rest, with the verdict. It prints its seed and its figures, and ends with
 * `N passed, N failed`: a fault has passed when its round violated nothing. The home of a violation is kept.
 */
// First: session keys are known by the channels that there are.
import '../../src/main/channels.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Chance } from '../crash/chance.ts';
import { Crowd } from './crowd.ts';
import { discordFaults } from './faults/discord-faults.ts';
import { feedFaults } from './faults/feed-faults.ts';
import { modelFaults } from './faults/model-faults.ts';
import { processFaults } from './faults/process-faults.ts';
import { Keeper } from './keeper.ts';
import { recordsOfHome } from './records.ts';
import { besetFor, judgeAtRest, settleIn } from './round.ts';
import type { Company, Lane } from './round.ts';
import { openScene } from './scene.ts';
import { INVARIANTS, Verdict } from './verdict.ts';

const ROUND_MS = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const minutes = positive('minutes', values.minutes);
const seed = positive('seed', values.seed);

console.log(`chaos: seed ${seed}, ${minutes} min`);
spawnSync(process.execPath, [fileURLToPath(new URL('../../bin/build.js', import.meta.url))], {
  stdio: 'inherit',
});

const begun = performance.now();
const chance = new Chance(seed);
const home = mkdtempSync(join(tmpdir(), 'nightdesk-chaos-'));
const scene = await openScene();
scene.furnish(home);
const keepers = [new Keeper(home, () => scene.env)];
const records = recordsOfHome(home);
const crowd = new Crowd(scene, keepers, chance.branch());
const company: Company = { scene, keepers, crowd, records, verdict: new Verdict() };
const lanes: Lane[] = [
  { faults: processFaults, leastMs: 500, mostMs: 12_000 },
  { faults: discordFaults, leastMs: 500, mostMs: 6_000 },
  { faults: [...modelFaults, ...feedFaults], leastMs: 500, mostMs: 6_000 },
];

let [passed, failed] = [0, 0];
const totals = new Map<string, number>(INVARIANTS.map((name) => [name, 0]));
const figures = () => [...totals].map(([name, n]) => `${name} ${n}`).join(', ');
await settleIn(company);
const until = performance.now() + minutes * 60_000;
for (let round = 1; performance.now() < until; round++) {
  for (const keeper of keepers) if (round > 1) keeper.begin();
  const struck = await besetFor(Math.min(ROUND_MS, until - performance.now()), lanes, company, chance);
  const findings = await judgeAtRest(company, false);
  const faults = [...struck.values()].reduce((sum, n) => sum + n, 0);
  const wrong = [
    ...INVARIANTS.flatMap((name) => findings[name].map((what) => `${name}: ${what}`)),
    ...keepers.flatMap(({ gaveUp }) => gaveUp.splice(0).map((what) => `ended by itself: ${what}`)),
    ...brokenRules(),
  ];
  for (const name of INVARIANTS) totals.set(name, Math.max(totals.get(name)!, findings[name].length));
  console.log(
    `chaos: round ${round}, ${[...struck].map(([name, n]) => `${n} ${name}`).join(', ')}; ${seconds()} s`,
  );
  if (wrong.length === 0) {
    passed += faults;
    continue;
  }
  failed++;
  passed += Math.max(0, faults - 1);
  console.log(`chaos: VIOLATED, seed ${seed}, round ${round}; the home is kept: ${home}`);
  for (const line of wrong.slice(0, 30)) console.log(`  ${line.slice(0, 1_000)}`);
  if (wrong.length > 30) console.log(`  … and ${wrong.length - 30} more`);
  break;
}
for (const keeper of keepers) await keeper.end();
await records.close();
const counts = await countsOf();
await scene.close();
if (failed === 0) rmSync(home, { recursive: true, force: true });
console.log(`chaos: ${counts}, ${seconds()} s, seed ${seed}`);
console.log(`chaos: ${figures()}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function countsOf(): Promise<string> {
  const count = async (table: string) =>
    Number((await records.rows<{ n: number | string }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);
  const starts = keepers.reduce((sum, keeper) => sum + keeper.starts, 0);
  return (
    `${starts} starts, ${crowd.said.length} messages on Discord, ${crowd.acknowledged.size} at the gateway (${crowd.refusals.length} refused), ` +
    `${await count('runs')} runs, ${await count('ops')} messages sent, ${await count('stories')} stories`
  );
}

/** Requests that Discord would have refused. */
function brokenRules(): string[] {
  return scene.discord.violations.map(
    ({ request, complaint }) => `Discord's rules: ${request.method} ${request.path}: ${complaint}`,
  );
}

function seconds(): string {
  return ((performance.now() - begun) / 1_000).toFixed(1);
}

function positive(name: string, given: string): number {
  const number = Number(given);
  if (Number.isFinite(number) && number > 0) return number;
  console.error(`chaos: --${name} ${given} is no number above 0`);
  process.exit(2);
}
