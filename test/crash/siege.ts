/**
 * A siege: one home, many deaths of its desk in a row, while people write, jobs fire and a channel receives.
 * After each death, and whenever the home has come to rest, the verdict is asked.
 */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { found } from '../support/desk-process.ts';
import type { Chance } from './chance.ts';
import { overdue, underWay } from './ledger.ts';
import { beginLife } from './life.ts';
import type { Life } from './life.ts';
import { People } from './people.ts';
import { CALLS } from './points.ts';
import { Verdict, channelFile } from './verdict.ts';

const sample = new URL('../../data/editions/sample.json', import.meta.url);

export interface Fallen {
  readonly home: string;
  readonly kills: number;
  readonly restarts: number;
  readonly messages: number;
  readonly runs: number;
  readonly entries: number;
  readonly ops: number;
  /** What was found wrong, after which kill; the siege ended there. */
  readonly violation?: { readonly kill: number; readonly death: string; readonly wrong: readonly string[] };
}

/** A rest comes after this many kills. */
const KILLS_PER_REST = 25;
/** A desk that does not die at the point that was drawn is killed after this. */
const PATIENCE_MS = 700;

/** Kill the desk of a home again and again. Resolves with the counts, and with what was violated first. */
export async function besiege(home: string, kills: number, chance: Chance): Promise<Fallen> {
  prepare(home);
  const people = new People(chance.branch());
  const verdict = new Verdict(home, people);
  const deaths = chance.branch();
  let [killed, restarts] = [0, -1];
  const fallen = () => ({ home, kills: killed, restarts, ...verdict.counts() });
  while (killed < kills) {
    restarts++;
    const death = drawDeath(deaths);
    const outcome = await dieOf(death, home, people);
    if (outcome.end === 'SIGKILL') killed++;
    const wrong = [...outcome.wrong, ...verdict.ofTheDead(outcome.wasReady ? outcome.startedMs : undefined)];
    if (wrong.length > 0)
      return { ...fallen(), violation: { kill: killed, death: JSON.stringify(death), wrong } };
    if (deaths.happens(0.1)) tear(verdict, deaths);
    const isLast = killed === kills;
    if (!isLast && (outcome.end !== 'SIGKILL' || killed % KILLS_PER_REST !== 0)) continue;
    restarts++;
    const resting = [
      ...(isLast ? await catchUp(home) : []),
      ...(await rest(home, people)),
      ...verdict.ofTheResting(),
    ];
    if (resting.length > 0)
      return { ...fallen(), violation: { kill: killed, death: 'rest', wrong: resting } };
  }
  return fallen();
}

/** How a life ends: after so many ms from its start or from when it was ready; or at a call, by its own hand. */
interface Death {
  readonly of: 'start' | 'moment' | 'stop' | 'call';
  readonly afterMs: number;
  readonly call?: string;
}

function drawDeath(chance: Chance): Death {
  const way = chance.next();
  if (way < 0.15) return { of: 'start', afterMs: chance.between(0, 450) };
  const afterMs = 20 + Math.floor(880 * chance.next() ** 2);
  if (way < 0.25) return { of: 'stop', afterMs };
  if (way < 0.6) return { of: 'moment', afterMs };
  const call = `${chance.one(CALLS)}#${chance.between(1, 12)}:${chance.one(['before', 'after'])}`;
  return { of: 'call', afterMs: PATIENCE_MS, call };
}

interface Outcome {
  readonly end: NodeJS.Signals | number | null;
  readonly startedMs: number;
  readonly wasReady: boolean;
  readonly wrong: readonly string[];
}

async function dieOf(death: Death, home: string, people: People): Promise<Outcome> {
  const life = begin(home, death.call === undefined ? {} : { KILL_AT: death.call });
  let gone = false;
  void life.ended.then(() => (gone = true));
  const refusedBefore = people.refusals.length;
  let wasReady = false;
  const lived = life.ready.then(async (rpc) => {
    if (!rpc) return;
    wasReady = true;
    await people.live(rpc, life.ended);
  });
  if (death.of !== 'start') await life.ready;
  await Promise.race([life.ended, pause(death.afterMs)]);
  if (death.of === 'stop' && !gone) {
    life.kill('SIGTERM');
    await Promise.race([life.ended, pause(death.afterMs % 40)]);
  }
  life.kill('SIGKILL');
  const end = await life.ended;
  await lived;
  const wrong =
    end === 'SIGKILL' || (death.of === 'stop' && end === 0) ? [] : [`it ended with ${end}: ${life.said()}`];
  // A desk that is closing may refuse; one that is not must not.
  const refused = people.refusals.slice(refusedBefore);
  const complaints = death.of === 'stop' ? [] : [...refused, ...errorsOf(life)];
  return { end, startedMs: life.startedMs, wasReady, wrong: [...wrong, ...complaints] };
}

function begin(home: string, env: Readonly<Record<string, string>>): Life {
  return beginLife(home, {
    CHANNEL_FILE: channelFile(home),
    NIGHTDESK_EDITION: 'quiet',
    NIGHTDESK_TZ: 'UTC',
    NIGHTDESK_MIN_INTERVAL: '1s',
    ...env,
  });
}

/** Let the jobs catch up with their slots, then stop. */
async function catchUp(home: string): Promise<string[]> {
  const life = begin(home, {});
  await life.ready;
  const done = await found(() => overdue(home, Date.now()) === 0 || undefined).catch(() => false);
  life.kill('SIGTERM');
  const end = await life.ended;
  return [...(done ? [] : [`jobs stayed overdue: ${life.said()}`]), ...ending(end, life)];
}

/** Let everything that was begun come to its end, with no job beginning anything, then stop. */
async function rest(home: string, people: People): Promise<string[]> {
  const life = begin(home, { NIGHTDESK_SKIP_CRON: '1', LOG_LEVEL: 'error' });
  const rpc = await life.ready;
  if (!rpc) return [`it was never ready: ${life.said()}`];
  await people.sayAgain(rpc);
  await people.sayGoodnight(rpc);
  const done = await found(() => underWay(home) === 0 || undefined).catch(() => false);
  life.kill('SIGTERM');
  const end = await life.ended;
  return [...(done ? [] : [`it did not come to rest: ${life.said()}`]), ...ending(end, life)];
}

function ending(end: NodeJS.Signals | number | null, life: Life): string[] {
  return end === 0 ? errorsOf(life) : [`a stop ended with ${end}: ${life.said()}`];
}

/** What it logged as an error. */
function errorsOf(life: Life): string[] {
  return life
    .said()
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('"level":60'));
}

/** A death in the middle of a write leaves half a line at the end of a transcript that people write in. */
function tear(verdict: Verdict, chance: Chance): void {
  const whole = verdict.chronicle.files().filter(({ torn, path }) => !torn && !path.includes('cron%3A'));
  if (whole.length > 0) appendFileSync(chance.one(whole).path, '{"v":1,"id":"half an entry","ts":17');
}

/** A home whose edition has no newsroom work, so that all that happens is what people and jobs want. */
function prepare(home: string): void {
  const { sample: _served, ...edition } = JSON.parse(readFileSync(sample, 'utf8')) as { sample: boolean };
  const quiet = { ...edition, name: 'quiet', feeds: [], schedules: [] };
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(join(home, 'data', 'editions', 'quiet.json'), JSON.stringify(quiet));
}
