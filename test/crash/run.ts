/**
 * The crash harness: `npm run crash -- --kills N --seed S --homes H --points all|some|none --desk-kills N --desk-sessions N`.
 *
 * A desk is killed at each numbered point of the Durability protocol once (or at some), runs of the newsroom's line are killed at steps
 * all over them, a newsletter is killed in each of its steps, and then a desk is killed N times at random, on H homes
 * (two at a time). Then the long tests run (`test/long/`: kills and storms over Discord). It prints its seed and its
 * counts, and ends with `N passed, N failed`: a kill has passed when nothing was violated after its restart. A home with a
 * violation is kept.
 */
// First: session keys are known by the channels that there are.
import '../../src/main/channels.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Chance } from './chance.ts';
import { buildWhenStale } from './build.ts';
import { besiegeDesks } from './desks-siege.ts';
import { killAndRestart } from './kill.ts';
import { besiegeLine } from './line-siege.ts';
import { killNewsletter } from './newsletter-kills.ts';
import { POINTS, SOME_POINTS } from './points.ts';
import { runLongTests } from './long-tests.ts';
import { besiege } from './siege.ts';
import type { Fallen } from './siege.ts';

/** A home is left for a new one after this many kills, unless it is said otherwise: reading it takes longer and longer. */
const KILLS_PER_HOME = 100;
const AT_A_TIME = 2;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    homes: { type: 'string' },
    'line-homes': { type: 'string', default: '22' },
    points: { type: 'string', default: 'all' },
    'desk-kills': { type: 'string', default: '120' },
    'desk-sessions': { type: 'string', default: '1000' },
    'no-long': { type: 'boolean', default: false },
  },
});
const kills = wholeNumber('kills', values.kills);
const seed = wholeNumber('seed', values.seed);
const homes = wholeNumber(
  'homes',
  values.homes ?? String(Math.max(AT_A_TIME, Math.ceil(kills / KILLS_PER_HOME))),
);

console.log(`crash: seed ${seed}, ${kills} kills at random on ${homes} homes`);
buildWhenStale();
const begun = performance.now();
let [passed, failed] = [0, 0];

const points = { all: POINTS, some: SOME_POINTS, none: [] }[values.points];
if (!points) {
  console.error(`crash: --points ${values.points} is none of all, some, none`);
  process.exit(2);
}
if (points.length > 0) {
  await twoAtATime(points, async (point) => {
    const home = newHome();
    const wrong = await killAndRestart(home, point);
    judge(wrong.length === 0 ? undefined : { home, what: `killed at ${point}`, wrong });
    if (wrong.length === 0) rmSync(home, { recursive: true, force: true });
  });
  console.log(`crash: ${points.length} numbered points in ${seconds()} s`);
}

const chance = new Chance(seed);
const lineHomes = wholeNumber('line-homes', values['line-homes']);
await Promise.all([lineHomes > 0 && killLines(chance.branch()), killNewsletters()]);
const deskKills = wholeNumber('desk-kills', values['desk-kills']);
if (deskKills > 0) await killDesks(deskKills, chance.branch());
const sieges = Array.from({ length: homes }, (_, n) => ({
  kills: Math.floor(kills / homes) + (n < kills % homes ? 1 : 0),
  chance: chance.branch(),
}));
const fallen: Fallen[] = [];
await twoAtATime(sieges, async (siege) => {
  const end = await besiege(newHome(), siege.kills, siege.chance);
  fallen.push(end);
  passed += end.violation ? Math.max(0, end.kills - 1) : end.kills;
  if (end.violation) {
    const { kill, death, wrong } = end.violation;
    judge({ home: end.home, what: `kill ${kill} (${death})`, wrong });
  } else rmSync(end.home, { recursive: true, force: true });
});

const sum = (field: 'kills' | 'restarts' | 'messages' | 'runs' | 'entries' | 'ops') =>
  fallen.reduce((total, end) => total + end[field], 0);
console.log(
  `crash: ${sum('kills')} kills, ${sum('restarts')} restarts, ${sum('messages')} messages acknowledged, ` +
    `${sum('runs')} runs, ${sum('entries')} entries, ${sum('ops')} messages sent, ${seconds()} s, seed ${seed}`,
);
if (!values['no-long']) {
  const long = await runLongTests();
  passed += long.passed;
  failed += long.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs of five stories, killed at the steps of a run. With homes enough, each step has to be hit. */
async function killLines(luck: Chance): Promise<void> {
  const end = await besiegeLine({ homes: lineHomes, chance: luck, newHome, twoAtATime });
  for (const { home, deaths, wrong } of end.judged) {
    judge(wrong.length === 0 ? undefined : { home, what: `a run killed at ${deaths.join(', ')}`, wrong });
    if (wrong.length === 0) rmSync(home, { recursive: true, force: true });
  }
  if (end.neverHit.length > 0) {
    failed++;
    console.log(`crash: VIOLATED, seed ${seed}, no run was killed at ${end.neverHit.join(', ')}`);
  }
  console.log(`crash: kills at each step, before and after it took effect:\n${end.histogram}`);
  console.log(
    `crash: ${end.judged.length} runs of five stories, ${end.kills} kills at ${end.spotsHit} of ${end.spots} steps, ${seconds()} s`,
  );
}

async function killNewsletters(): Promise<void> {
  const home = newHome();
  const wrong = await killNewsletter(home);
  judge(wrong.length === 0 ? undefined : { home, what: 'a newsletter killed in each of its steps', wrong });
  if (wrong.length === 0) rmSync(home, { recursive: true, force: true });
}

/** Desks that share a newsroom in PostgreSQL. */
async function killDesks(most: number, luck: Chance): Promise<void> {
  const sessions = wholeNumber('desk-sessions', values['desk-sessions']);
  const before = performance.now();
  const end = await besiegeDesks({ kills: most, sessions, chance: luck });
  console.log(
    `crash: ${end.kills} kills of 3 and of 2 desks on one database, ${sessions} sessions, ` +
      `${end.messages} messages and ${end.jobs} jobs acknowledged, ${end.ran} turns (${end.moved} begun again by another life, ` +
      `${end.shared} sessions run by several lives), every role another desk's within ${Math.round(end.failoverMs)} ms, ${((performance.now() - before) / 1_000).toFixed(1)} s`,
  );
  if (end.wrong.length === 0) passed += end.kills;
  else judge({ home: end.place, what: 'desks on one database', wrong: end.wrong });
}

function judge(violation?: { home: string; what: string; wrong: readonly string[] }): void {
  if (!violation) {
    passed++;
    return;
  }
  failed++;
  const { home, what, wrong } = violation;
  console.log(`crash: VIOLATED, seed ${seed}, ${what}; the home is kept: ${home}`);
  for (const line of wrong.slice(0, 20)) console.log(`  ${line.slice(0, 1_000)}`);
  if (wrong.length > 20) console.log(`  … and ${wrong.length - 20} more`);
}

async function twoAtATime<T>(tasks: readonly T[], work: (task: T) => Promise<void>): Promise<void> {
  const left = [...tasks];
  const worker = async () => {
    for (let task = left.shift(); task !== undefined; task = left.shift()) await work(task);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'nightdesk-crash-'));
}

function seconds(): string {
  return ((performance.now() - begun) / 1_000).toFixed(1);
}

function wholeNumber(name: string, given: string): number {
  const number = Number(given);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`crash: --${name} ${given} is no whole number`);
  process.exit(2);
}
