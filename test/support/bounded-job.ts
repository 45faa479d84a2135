import { Upkeep } from '../../src/desk/upkeep.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock } from './fake-clock.ts';
import { message, slot, writtenJob } from './inbound.ts';
import { conduct } from './stage.ts';
import { openStores } from './stores.ts';
import { tempHome } from './temp-home.ts';

const HOUR = 3_600_000;
const TABLES = ['turns', 'runs', 'ops', 'effects', 'system_events', 'receipts', 'journal'] as const;

/** The rows of each table after a day's upkeep, and the memory in use. */
export type DayEnd = Readonly<Record<(typeof TABLES)[number], number>> & { readonly heapBytes: number };

/**
 * A job that is bound to a conversation, run through its turns for days: each announces something, costs a model's
 * receipt and sends a message; now and then a person speaks. Upkeep comes every hour, as a desk's does.
 */
export async function runBoundJob({ days, everyMs }: { days: number; everyMs: number }): Promise<DayEnd[]> {
  const stores = openStores(tempHome());
  const clock = new FakeClock();
  const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));
  const stage = conduct(stores, clock, answers);
  const upkeep = new Upkeep({ book: stores.upkeep, clock, keep: { days: 2, runs: 100 } });
  await stores.jobs.add(writtenJob('often', clock.now()));
  const ends: DayEnd[] = [];
  for (let day = 0; day < days; day++) {
    for (let hour = 0; hour < 24; hour++) {
      const until = clock.now() + HOUR;
      await stage.conductor.submit(message(`m${clock.now()}`));
      for (; clock.now() < until; clock.set(clock.now() + everyMs)) {
        await stage.conductor.submit(slot('often', clock.now()));
        await stage.conductor.idle();
        await stores.receipts.write({
          atMs: clock.now(),
          task: 'remind',
          provider: 'desk',
          model: 'rules',
          countedTokens: 1,
          latencyMs: 1,
          outcome: 'ok',
        });
        for (const lane of await stores.ops.lanes())
          for (let next = await stores.ops.next(lane); next; next = await stores.ops.next(lane))
            await stores.ops.failed(next.op.key, 'failed', 'nobody listens');
        for (const session of await stores.sessions.list()) await stage.scribe.flush(session.key);
      }
      await upkeep.gc();
      // What the stage keeps for other tests.
      stage.written.length = 0;
      stage.news.length = 0;
    }
    const rows = TABLES.map((table) => [table, count(stores.db, table)] as const);
    ends.push({
      ...(Object.fromEntries(rows) as Record<(typeof TABLES)[number], number>),
      heapBytes: heap(),
    });
  }
  stores.close();
  return ends;
}

function count(db: ReturnType<typeof openStores>['db'], table: string): number {
  return Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).pluck().get());
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
