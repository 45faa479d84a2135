/**
 * Desks that share a newsroom in PostgreSQL, killed at random while people speak in many sessions and jobs come due. What
 * was acknowledged is answered once, whatever dies.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startDesk } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { Chance } from './chance.ts';

const DESKS = 3;
const SESSIONS = 40;
/** How long everything may take to come to rest after the last kill. */
const REST_MS = 90_000;
const sample = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));

type Desk = Awaited<ReturnType<typeof startDesk>>;

export interface DesksFallen {
  readonly kills: number;
  readonly messages: number;
  readonly jobs: number;
  /** The longest time from a kill until every role was another desk's, in ms. */
  readonly failoverMs: number;
  readonly wrong: readonly string[];
}

export async function besiegeDesks(kills: number, chance: Chance): Promise<DesksFallen> {
  const server = await startPostgres();
  const homes = Array.from({ length: DESKS }, newHome);
  const desks: (Desk | undefined)[] = [];
  try {
    const url = await server.database('siege');
    const begin = (home: string) => startDesk(home, { DATABASE_URL: url, LOG_LEVEL: 'warn' });
    for (const [n, home] of homes.entries()) desks[n] = await begin(home);
    const traffic = new Traffic(() => desks.filter((desk) => desk !== undefined), chance.branch());
    const speaking = Promise.all([traffic.people(), traffic.people(), traffic.jobs()]);
    let failoverMs = 0;
    for (let kill = 0; kill < kills; kill++) {
      await pause(chance.between(500, 2_500));
      const n = chance.between(0, DESKS - 1);
      const victim = desks[n]!;
      desks[n] = undefined;
      const killedAt = performance.now();
      victim.child.kill('SIGKILL');
      await pause(chance.between(0, 1_500));
      desks[n] = await begin(homes[n]!);
      if (kill % 5 === 0) {
        await untilHeld(desks[n], victim.child.pid!);
        failoverMs = Math.max(failoverMs, performance.now() - killedAt);
      }
    }
    traffic.end();
    await speaking;
    const wrong = await judge(url, traffic);
    for (const desk of desks) {
      const { code } = await desk!.stop();
      if (code !== 0) wrong.push(`a desk ended with ${code}: ${desk!.errors().slice(-500)}`);
    }
    return {
      ...{ kills, failoverMs, wrong },
      messages: traffic.messages.size,
      jobs: traffic.jobIds.size,
    };
  } finally {
    for (const desk of desks) desk?.child.kill('SIGKILL');
    for (const home of homes) rmSync(home, { recursive: true, force: true });
    await server.stop();
  }
}

/** A home whose edition plans nothing by itself. */
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-desks-'));
  const edition = JSON.parse(readFileSync(sample, 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const quiet = { ...edition, pictures: false, schedules: [] };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify(quiet));
  return home;
}

/** People and jobs, at whichever desk answers. What a desk did not acknowledge is said again, as a client would. */
class Traffic {
  readonly messages = new Set<string>();
  readonly jobIds = new Set<string>();
  readonly #alive: () => readonly Desk[];
  readonly #chance: Chance;
  #isOver = false;
  #said = 0;

  constructor(alive: () => readonly Desk[], chance: Chance) {
    this.#alive = alive;
    this.#chance = chance;
  }

  end(): void {
    this.#isOver = true;
  }

  async people(): Promise<void> {
    while (!this.#isOver) {
      const clientId = `said-${(this.#said += 1)}`;
      const sessionKey = `console:room-${this.#chance.between(1, SESSIONS)}`;
      const text = this.#chance.happens(0.5) ? 'What is paused?' : `hello ${clientId}`;
      await this.#insist((desk) =>
        desk.rpc('chat.send', { sessionKey, text, clientId, author: { name: 'Ann' } }),
      );
      this.messages.add(`${sessionKey}/${clientId}`);
      await pause(this.#chance.between(5, 60));
    }
  }

  async jobs(): Promise<void> {
    for (let n = 1; !this.#isOver; n++) {
      const name = `job ${n}`;
      const sessionKey = `console:room-${this.#chance.between(1, SESSIONS)}`;
      const inMs = this.#chance.between(1_000, 4_000);
      const schedule = () => ({ kind: 'at', at: new Date(Date.now() + inMs).toISOString() });
      const payload = { kind: 'agentTurn', message: 'What is paused?', sessionKey };
      // A request whose answer was lost may have made one: each one that is there has to run.
      await this.#insist((desk) => desk.rpc('cron.add', { name, schedule: schedule(), payload }));
      this.jobIds.add(name);
      await pause(this.#chance.between(50, 400));
    }
  }

  async #insist(ask: (desk: Desk) => Promise<unknown>): Promise<void> {
    for (;;) {
      const alive = this.#alive();
      const desk = alive.length > 0 ? this.#chance.one(alive) : undefined;
      const done =
        desk &&
        (await ask(desk).then(
          () => true,
          (error: unknown) =>
            /bad_params|bad_job(?!.*has passed)/.test(String(error)) && Promise.reject(error as Error),
        ));
      if (done === true) return;
      await pause(50);
    }
  }
}

/** Until every role is a living desk's: a dead one is listed until its lease ends. */
async function untilHeld(desk: Desk, dead: number): Promise<void> {
  for (;;) {
    const { desks } = await desk.rpc<{ desks: { owner: string; roles: string[] }[] }>('desk.status');
    const alive = desks.filter(({ owner }) => !owner.startsWith(`desk ${dead}@`));
    if (new Set(alive.flatMap(({ roles }) => roles)).size >= 3) return;
    await pause(100);
  }
}

/** Wait until everything rests, and look at what is left. */
async function judge(url: string, { messages }: Traffic): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=nightdesk,nightdesk_shared',
  });
  await client.connect();
  const rows = async (sql: string, values: unknown[] = []) =>
    (await client.query<Record<string, string>>(sql, values)).rows;
  try {
    const until = performance.now() + REST_MS;
    const restless = () =>
      rows(
        `SELECT 'turn ' || id || ' is ' || state || ' at ' || coalesce(desk, 'nobody') AS what FROM turns WHERE state <> 'closed'
         UNION ALL SELECT 'run ' || id || ' is ' || status FROM runs WHERE status IN ('queued', 'deferred', 'running')
         UNION ALL SELECT 'journal of ' || session FROM journal
         UNION ALL SELECT 'op ' || key || ' is ' || state FROM ops WHERE state NOT IN ('sent', 'failed', 'unknown')
         UNION ALL SELECT 'job ' || id || ' is still due' FROM jobs WHERE enabled = 1 AND next_run_at IS NOT NULL`,
      );
    let left = await restless();
    while (left.length > 0 && performance.now() < until) {
      await pause(500);
      left = await restless();
    }
    const wrong = left.map(({ what = '' }) => `stuck: ${what}`);
    const asked = new Set(
      (await rows(`SELECT id FROM turns WHERE kind = 'person'`)).map(({ id = '' }) => id),
    );
    for (const id of messages) if (!asked.has(id)) wrong.push(`lost: ${id} was acknowledged`);
    const twice = await rows(
      `SELECT entry || ' stands ' || count(*) || ' times' AS what FROM transcript_lines WHERE entry IS NOT NULL
       GROUP BY file, entry HAVING count(*) > 1`,
    );
    wrong.push(...twice.map(({ what = '' }) => `twice: ${what}`));
    const closures = await rows(
      `SELECT turns.id || ' has ' || count(lines.line) || ' closures' AS what FROM turns
       LEFT JOIN (SELECT line::jsonb AS line FROM transcript_lines WHERE entry IS NOT NULL) AS lines
         ON lines.line -> 'meta' ->> 'turn' = turns.id AND lines.line -> 'meta' ->> 'kind' = 'closure'
       WHERE turns.joined IS NULL GROUP BY turns.id HAVING count(lines.line) <> 1`,
    );
    wrong.push(...closures.map(({ what = '' }) => what));
    const runs = await rows(
      `SELECT job || ' ran ' || count(*) || ' times' AS what FROM runs WHERE trigger = 'schedule' GROUP BY job HAVING count(*) <> 1`,
    );
    wrong.push(...runs.map(({ what = '' }) => `twice: ${what}`));
    return wrong;
  } finally {
    await client.end();
  }
}
