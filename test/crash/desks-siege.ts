/**
 * Desks that share a newsroom in PostgreSQL, three and then two of them, killed at random or at a call of a port while people
 * speak in many sessions and jobs come due there. What was acknowledged is done once, whatever dies.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beginDesk } from '../support/desk-process.ts';
import type { Begun, Running } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { Chance } from './chance.ts';
import { Traffic } from './desks-traffic.ts';
import { ONCE_DUE, UNDER_WAY, judgeNewsroom, restlessAfter } from './desks-verdict.ts';
import { CALLS } from './points.ts';
import { TurnWatch, judgeSteps } from './turn-watch.ts';
import type { TurnsSeen } from './turn-watch.ts';

const SEATS = 3;
/** How long everything may take to come to rest after the last kill. */
const REST_MS = 120_000;
/** People wait while more turns than this are open. */
const MOST_OPEN = 300;
/** Time from a kill to the next, in ms. */
const BETWEEN = [500, 4_000] as const;
const PROGRAM = fileURLToPath(new URL('./child.js', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));
const INT8 = 20;

export interface DesksFallen extends Omit<TurnsSeen, 'wrong'> {
  readonly kills: number;
  readonly messages: number;
  readonly jobs: number;
  /** The longest time from the last death of a desk until every role was another's, in ms. */
  readonly failoverMs: number;
  readonly wrong: readonly string[];
  /** Homes, the channel and what was wrong; kept where something was. */
  readonly place: string;
}

export interface DesksSiege {
  readonly kills: number;
  readonly sessions: number;
  readonly chance: Chance;
}

export async function besiegeDesks({ kills, sessions, chance }: DesksSiege): Promise<DesksFallen> {
  const server = await startPostgres();
  const place = mkdtempSync(join(tmpdir(), 'nightdesk-desks-'));
  const channel = join(place, 'channel.jsonl');
  const url = await server.database('siege');
  const pool = newPool(url);
  const watch = new TurnWatch(pool);
  const wrong: string[] = [];
  const seats = Array.from(
    { length: SEATS },
    (_, n) =>
      new Seat({ ...{ n, url, channel, wrong }, home: newHome(place, n), chance: chance.branch(), watch }),
  );
  try {
    await seats[0]!.begin();
    await watch.begin();
    await Promise.all(seats.slice(1).map((seat) => seat.begin()));
    const ready = () => seats.flatMap(({ desk }) => desk ?? []);
    const backlog = new Backlog(pool);
    const isBehind = () => backlog.turns > MOST_OPEN;
    const traffic = new Traffic(sessions, { desks: ready, isBehind, chance: chance.branch() });
    const speaking = traffic.run().finally(() => backlog.end());
    const killed = () => seats.reduce((sum, { deaths }) => sum + deaths, 0);
    let failoverMs = 0;
    for (let n = 1; killed() < kills; n++) {
      if (seats.length === SEATS && killed() >= kills / 2) await seats.pop()!.stop();
      await pause(chance.between(...BETWEEN));
      const victim = chance.one(seats);
      if (!victim.kill() || n % 5 !== 0) continue;
      failoverMs = Math.max(failoverMs, await untilHeld(traffic, { ready, killed }));
    }
    for (const seat of seats) seat.spare();
    traffic.end();
    await speaking;
    wrong.push(...(await restlessAfter(pool, REST_MS, ONCE_DUE)));
    await traffic.ask('desk.pause');
    wrong.push(...(await restlessAfter(pool, REST_MS, UNDER_WAY)));
    for (const seat of seats) await seat.stop();
    const steps = await watch.steps();
    const seen = judgeSteps(steps);
    wrong.push(...seen.wrong, ...(await judgeNewsroom(pool, traffic, channel)));
    if (wrong.length > 0) {
      const { rows: turns } = await pool.query<Record<string, unknown>>(`SELECT * FROM turns ORDER BY seq`);
      writeFileSync(
        join(place, 'turns.json'),
        [...turns, ...steps].map((row) => JSON.stringify(row)).join('\n'),
      );
    }
    const { size: messages } = traffic.acknowledged;
    const counts = { kills: killed(), messages, jobs: traffic.jobs.length };
    return { ...seen, ...counts, failoverMs, wrong, place };
  } finally {
    for (const seat of seats) seat.abandon();
    await pool.end();
    if (wrong.length > 0) writeFileSync(join(place, 'wrong.txt'), wrong.join('\n'));
    else rmSync(place, { recursive: true, force: true });
    await server.stop();
  }
}

/** How many turns are open, looked at now and then. */
class Backlog {
  turns = 0;
  #isOver = false;

  constructor(pool: pg.Pool) {
    void this.#watch(pool);
  }

  end(): void {
    this.#isOver = true;
  }

  async #watch(pool: pg.Pool): Promise<void> {
    while (!this.#isOver) {
      const { rows } = await pool.query<{ n: number }>(
        `SELECT count(*) AS n FROM turns WHERE state <> 'closed'`,
      );
      this.turns = rows[0]!.n;
      await pause(500);
    }
  }
}

interface SeatDeps {
  readonly n: number;
  readonly url: string;
  readonly home: string;
  readonly channel: string;
  readonly chance: Chance;
  readonly watch: TurnWatch;
  /** What it finds wrong is added here. */
  readonly wrong: string[];
}

/** A place for a desk, which is begun again whenever it was killed. */
class Seat {
  deaths = 0;
  /** The desk, while it is ready. */
  desk: Running | undefined;
  readonly #deps: SeatDeps;
  #lives = 0;
  #life: Begun | undefined;
  #over: Promise<void> = Promise.resolve();
  #isStopping = false;
  #isSpared = false;
  /** It dies at a call. */
  #isDoomed = false;

  constructor(deps: SeatDeps) {
    this.#deps = deps;
  }

  /** Resolves when it is ready, or died before. */
  async begin(): Promise<void> {
    const { n, url, home, channel, chance } = this.#deps;
    const name = `desk-${n + 1}-life-${(this.#lives += 1)}`;
    this.#isDoomed = this.#lives > 1 && !this.#isSpared && chance.happens(0.3);
    const call = `${chance.one(CALLS)}#${chance.between(1, 40)}:${chance.one(['before', 'after'])}`;
    const life = beginDesk(
      home,
      {
        DATABASE_URL: TurnWatch.address(url, name),
        CHANNEL_FILE: channel,
        NIGHTDESK_EDITION: 'quiet',
        NIGHTDESK_TZ: 'UTC',
        NIGHTDESK_MIN_INTERVAL: '1s',
        LOG_LEVEL: 'error',
        ...(this.#isDoomed && { KILL_AT: call }),
      },
      PROGRAM,
    );
    this.#life = life;
    this.#over = this.#afterwards(name, life);
    this.desk = await life.ready.catch(() => undefined);
    if (this.#life !== life) this.desk = undefined;
  }

  /** @returns false where there is nothing to kill. */
  kill(): boolean {
    this.desk = undefined;
    return this.#life?.child.kill('SIGKILL') ?? false;
  }

  /** From now on it doesn't die by its own hand: a life that would is ended here. */
  spare(): void {
    this.#isSpared = true;
    if (this.#isDoomed) this.kill();
  }

  async stop(): Promise<void> {
    while (!this.#life || !this.desk) await pause(50);
    this.#isStopping = true;
    this.desk = undefined;
    this.#life.child.kill('SIGTERM');
    await this.#over;
  }

  abandon(): void {
    this.#isStopping = true;
    this.#life?.child.kill('SIGKILL');
  }

  async #afterwards(name: string, life: Begun): Promise<void> {
    const { wrong, watch, chance } = this.#deps;
    const end = await life.ended;
    this.#life = undefined;
    this.desk = undefined;
    if (end === 'SIGKILL') this.deaths++;
    else if (!this.#isStopping || end !== 0) wrong.push(`${name} ended with ${end}`);
    wrong.push(...errorsOf(life).map((line) => `${name}: ${line}`));
    await watch.died(name).catch(() => {}); // the siege is over
    if (this.#isStopping) return;
    await pause(chance.between(0, 1_500));
    if (!this.#isStopping) await this.begin();
  }
}

/** What it logged as an error. */
function errorsOf(life: Begun): string[] {
  return life
    .errors()
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('"level":60'));
}

/** The tables of the desk, with numbers as numbers. */
function newPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: '-c search_path=nightdesk,nightdesk_shared',
    types: {
      getTypeParser: ((id, format): unknown =>
        id === INT8 ? Number : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
    },
  });
  pool.on('error', () => {});
  return pool;
}

/** A home whose edition plans nothing by itself. */
function newHome(place: string, n: number): string {
  const home = join(place, `home-${n + 1}`);
  const { sample: _served, ...edition } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { sample: boolean };
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const quiet = { ...edition, name: 'quiet', feeds: [], pictures: false, schedules: [] };
  writeFileSync(join(home, 'data', 'editions', 'quiet.json'), JSON.stringify(quiet));
  return home;
}

/**
 * Until every role is a living desk's: a dead one is listed until its lease ends.
 * @returns how long it took from the last death of a desk, in ms.
 */
async function untilHeld(
  traffic: Traffic,
  { ready, killed }: { readonly ready: () => readonly Running[]; readonly killed: () => number },
): Promise<number> {
  let [deaths, diedAt] = [killed(), performance.now()];
  for (;;) {
    const { desks } = await traffic.ask<{ desks: { owner: string; roles: string[] }[] }>('desk.status');
    const alive = ready().map(({ child }) => `desk ${child.pid}@`);
    const held = desks.filter(({ owner }) => alive.some((pid) => owner.startsWith(pid)));
    if (new Set(held.flatMap(({ roles }) => roles)).size >= 3) return performance.now() - diedAt;
    await pause(100);
    if (killed() > deaths) [deaths, diedAt] = [killed(), performance.now()];
  }
}
