/**
 * A job that runs for very long, over everything that it leaves behind: the real ticker, conductor, outbox, stores and
 * upkeep, a clock that the test moves, and a turn that does at once what turns do.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import { consoleOutbox } from '../../src/channels/console/console-outbox.ts';
import { replyOps } from '../../src/agent/reply-ops.ts';
import { Upkeep } from '../../src/desk/upkeep.ts';
import type { KeepSettings } from '../../src/desk/upkeep.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock } from './fake-clock.ts';
import { message } from './inbound.ts';
import { openCron } from './open-cron.ts';
import type { Stores } from './stores.ts';
import { tempHome } from './temp-home.ts';

export interface BoundedJobOptions {
  readonly everyMs: number;
  readonly periods: number;
  readonly periodMs: number;
  /** Upkeep comes, a person speaks, and the main session looks at what it was told, this often. */
  readonly upkeepEveryMs: number;
  readonly keep: KeepSettings;
  readonly ended?: (end: PeriodEnd) => void;
}

/** What there is at the end of a period, right after upkeep. */
export interface PeriodEnd {
  /** Of the job, since the beginning. */
  readonly ran: number;
  /** The rows of every table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: {
    readonly database: number;
    readonly transcripts: number;
    /** The database's log of changes, and whatever else is in the home. */
    readonly other: number;
  };
  readonly heapBytes: number;
}

const main = parseSessionKey('main');
const desk = 'console:desk';

/** A bound job: each run tells the main session something, costs a model's receipt, and sends a message. */
export async function runBoundJob(options: BoundedJobOptions): Promise<PeriodEnd[]> {
  const { everyMs, periods, periodMs, upkeepEveryMs, keep, ended = () => {} } = options;
  const home = tempHome();
  const clock = new FakeClock();
  let ran = 0;
  const perform: PerformTurn = async (pass) => {
    const { turn, fence } = pass.started;
    const atMs = clock.now();
    if (turn.kind === 'scheduled') {
      const mark = { turn: turn.id, fence, n: pass.nextEffect(), atMs, what: 'told the main session' };
      await stores.events.add(main, { id: `event:${turn.id}`, text: 'the ferry is late', atMs }, mark);
    }
    await stores.receipts.write({ ...RECEIPT, atMs, turn: turn.id, session: turn.session });
    await pass.settle({ status: 'ok', summary: 'The ferry is late; nothing else is new.' });
  };
  const { stores, cron, conductor, transcriptWriter, news, written } = openCron(
    perform,
    clock,
    home,
    undefined,
    {
      report: ({ action }) => void (action === 'finished' && (ran += 1)),
    },
    {
      messages: replyOps,
      posted: () => dispatcher.poke(),
      report: ({ state, turn }) => void (state === 'finished' && turn.run && (ran += 1)),
    },
  );
  const dispatcher = new Dispatcher({
    ops: stores.ops,
    outboxes: { console: consoleOutbox },
    clock,
    landed: (sessions) => sessions.forEach((session) => void transcriptWriter.flush(session)),
    lost: () => {},
    failed: (what, error) => {
      throw new Error(what, { cause: error });
    },
  });
  const quiet = async () => {
    await conductor.idle();
    await dispatcher.idle();
    await transcriptWriter.idle();
  };
  const upkeep = new Upkeep({ book: stores.upkeep, time: { now: async () => clock.now() }, keep });
  const begunMs = clock.now();
  await conductor.submit(message('m0', 'hello', desk));
  await cron.add(
    {
      name: 'often',
      schedule: { kind: 'every', everyMs, anchorMs: begunMs },
      payload: { message: 'look', sessionKey: desk },
    },
    { kind: 'person', name: 'Ann' },
  );
  cron.start();
  const ends: PeriodEnd[] = [];
  for (let due = 1; ends.length < periods; due++) {
    while (clock.waiters === 0) await breath();
    clock.set(begunMs + due * everyMs);
    while (ran < due) await breath();
    if ((due * everyMs) % upkeepEveryMs !== 0) continue;
    await conductor.submit(message(`m${due}`, 'what is new?', desk));
    await conductor.submit({ ...message(`heartbeat:${due}`, 'Heartbeat', main), kind: 'heartbeat' });
    await quiet();
    await upkeep.gc();
    // What the stage keeps for other tests.
    written.length = 0;
    news.length = 0;
    if ((due * everyMs) % periodMs !== 0) continue;
    const end = { ran, rows: rowsOf(stores), bytes: bytesOf(home), heapBytes: heap() };
    ends.push(end);
    ended(end);
  }
  await cron.close();
  await conductor.close();
  await dispatcher.close(Promise.resolve());
  stores.close();
  return ends;
}

const RECEIPT = {
  task: 'remind',
  provider: 'desk',
  model: 'rules',
  countedTokens: 1,
  latencyMs: 1,
  outcome: 'ok',
} as const;

function rowsOf({ db }: Stores): Record<string, number> {
  const tables = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.map((table) => [table, Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get())]),
  );
}

function bytesOf(home: string): PeriodEnd['bytes'] {
  const bytes = { database: 0, transcripts: 0, other: 0 };
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const kind = entry.name.endsWith('.sqlite3')
      ? 'database'
      : entry.name.endsWith('.jsonl')
        ? 'transcripts'
        : 'other';
    bytes[kind] += statSync(join(entry.parentPath, entry.name)).size;
  }
  return bytes;
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
