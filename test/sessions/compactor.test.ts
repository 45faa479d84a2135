import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Compactor } from '../../src/sessions/compactor.ts';
import { DeskClosing } from '../../src/sessions/stop-reasons.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { entryTokens } from '../../src/sessions/entry-tokens.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import type { Inbound, Turn } from '../../src/sessions/turn.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { conduct, transcript } from '../support/stage.ts';
import { stuckTurn } from '../support/stuck-turn.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';
import { answer, call, person, reset, result, run, said, summary } from './entries.ts';

const desk = parseSessionKey('console:desk');
const closed: Turn = { ...message('closed'), lane: desk, seq: 1, acceptedAtMs: 0, attempts: 1 };

/** A compactor over a transcript that says this, of which it asks for summaries from 100 tokens on. */
function over(entries: Entry[], waiting: string[] = []) {
  const asked: Inbound[] = [];
  const failures: unknown[] = [];
  const reads = { entries: 0 };
  const compactor = new Compactor({
    transcripts: {
      async *backwards() {
        for (const entry of entries.toReversed()) {
          reads.entries += 1;
          yield entry;
        }
      },
      header: async () => ({
        v: 1,
        header: true,
        key: desk,
        createdAtMs: 0,
        origin: { channel: 'console', chatId: 'desk' },
      }),
    },
    book: { waiting: async () => waiting },
    submit: async (inbound) => asked.push(inbound),
    failed: (_what, error) => failures.push(error),
    compactAt: 100,
    keep: 50,
  });
  const write = (...more: Entry[]) => {
    entries.push(...more);
    compactor.entriesWritten(desk, more);
  };
  const covered = () => asked.map(({ compaction }) => compaction?.covers);
  return { compactor, asked, covered, reads, failures, write };
}

/** A person's words and their answer: 20 tokens. */
const exchange = (n: number) => [
  person('x'.repeat(24), `q${n}`),
  answer('y'.repeat(24), `a${n}`, { turn: `q${n}` }),
];
const exchanges = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => exchange(from + n)).flat();

describe('the compactor', () => {
  it('leaves a short memory alone, and asks for a summary of the older part of a long one', async () => {
    const { compactor, asked, covered, write } = over(exchanges(1, 5));
    await compactor.finished(closed);
    expect(asked).toEqual([]);
    write(...exchange(6));
    await compactor.finished(closed);
    expect(covered()).toEqual(['a3']);
    expect(asked[0]).toMatchObject({
      id: 'compact:console:desk:a3',
      kind: 'worker',
      session: desk,
      profile: 'compaction',
      actor: { rights: [] },
    });
  });

  it('measures a memory once, and then only counts what is written', async () => {
    const { compactor, reads, write } = over(exchanges(1, 2));
    await compactor.finished(closed);
    expect(reads.entries).toBe(4);
    write(...exchange(3));
    await compactor.finished(closed);
    expect(reads.entries).toBe(4);
  });

  it('reads no further back than it has to', async () => {
    const { compactor, reads } = over(exchanges(1, 1_000));
    await compactor.finished(closed);
    expect(reads.entries).toBe(11);
  });

  it('counts from the last summary on, and from the last reset', async () => {
    const { compactor, covered, write } = over([...exchanges(1, 6), summary('a3', 'short')]);
    await compactor.finished(closed);
    write(...exchanges(7, 8));
    await compactor.finished(closed);
    expect(covered()).toEqual([]);
    write(...exchange(9));
    await compactor.finished(closed);
    expect(covered()).toEqual(['a6']);
    write(reset(1), ...exchange(10));
    await compactor.finished(closed);
    expect(covered()).toEqual(['a6']);
  });

  it('measures anew once a summary was written', async () => {
    const { compactor, covered, write } = over(exchanges(1, 6));
    await compactor.finished(closed);
    write(summary('a3', 'short'));
    await compactor.finished(closed);
    write(...exchanges(7, 9));
    await compactor.finished(closed);
    expect(covered()).toEqual(['a3', 'a6']);
  });

  it('tries again after a failure when as much has been said again', async () => {
    const { compactor, covered, write } = over(exchanges(1, 6));
    await compactor.finished(closed);
    write(...exchanges(7, 8));
    await compactor.finished(closed);
    expect(covered()).toEqual(['a3']);
    write(...exchange(9));
    await compactor.finished(closed);
    expect(covered()).toEqual(['a3', 'a6']);
  });

  it('covers nothing of a turn that waits, and ends between turns', async () => {
    const early = person('x'.repeat(24), 'waits');
    const entries = [...exchanges(1, 2), early, ...exchanges(3, 7)];
    const { compactor, covered } = over(entries, ['waits']);
    await compactor.finished(closed);
    expect(covered()).toEqual([]); // 100 tokens back there is nothing before it
    const [question, its] = exchange(1);
    const inside = over([...exchanges(2, 3), question!, ...exchange(4), its!, ...exchanges(5, 6)]);
    await inside.compactor.finished(closed);
    expect(inside.covered()).toEqual(['a3']);
  });

  it('counts nothing of what past runs did on their way', async () => {
    const runs = Array.from({ length: 3 }, (_, n) => run(`p:${n}`, 'ok', { message: 'go' })).flat();
    const long = runs.map((entry) => (entry.role === 'tool' ? { ...entry, content: 'z'.repeat(4_000) } : entry));
    const { compactor, asked } = over(long);
    await compactor.finished(closed);
    expect(asked).toEqual([]);
    const talk = over([person('hm'), call('1'), result('1', 'z'.repeat(4_000))]);
    await talk.compactor.finished(closed);
    expect(talk.asked).toEqual([]); // it is long, and all of it belongs together with the newest words
  });

  it('has nothing to do with workers, nor with jobs that never read their history', async () => {
    const { compactor, reads } = over(exchanges(1, 50));
    await compactor.finished({ ...closed, kind: 'worker' });
    await compactor.finished({ ...closed, ...slot('diary', 5, 'cron:diary', { history: 'none' }) });
    expect(reads.entries).toBe(0);
  });

  it('tells what went wrong, and nothing of a closing desk', async () => {
    const failing = (error: Error) => {
      const failures: unknown[] = [];
      const compactor = new Compactor({
        transcripts: { backwards: async function* () {}, header: async () => undefined },
        book: { waiting: () => Promise.reject(error) },
        submit: async () => {},
        failed: (_what, error) => failures.push(error),
        compactAt: 1,
        keep: 1,
      });
      return { compactor, failures };
    };
    const broken = failing(new Error('disk on fire'));
    await broken.compactor.finished(closed);
    expect(broken.failures).toMatchObject([{ message: 'disk on fire' }]);
    const closing = failing(new DeskClosing('closing'));
    await closing.compactor.finished(closed);
    expect(closing.failures).toEqual([]);
  });

  it('keeps enough, whole turns and all that waits after what it covers', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 120 })), { maxLength: 60 }),
        fc.subarray(['t0', 't3', 't6']),
        async (given, waiting) => {
          const entries = given.map(([turn, length], n) =>
            said(`e${n}`, 'x'.repeat(length), { meta: { turn: `t${turn + Math.floor(n / 8) * 7}` } }),
          );
          const { compactor, covered } = over(entries, waiting);
          await compactor.finished(closed);
          const covers = covered()[0];
          if (covers === undefined) return;
          const at = entries.findIndex(({ id }) => id === covers);
          const after = entries.slice(at + 1);
          expect(after.reduce((sum, entry) => sum + entryTokens(entry), 0)).toBeGreaterThanOrEqual(50);
          // Only what was read can be seen: the newest 100 tokens and the entry that went past them.
          const before = readPart(entries).filter(({ id }) => entries.findIndex((one) => one.id === id) <= at);
          const later = new Set(after.map(({ meta }) => meta?.turn));
          for (const { meta } of before) {
            expect(later).not.toContain(meta?.turn);
            expect(waiting).not.toContain(meta?.turn);
          }
        },
      ),
    ));
});

/** The newest entries, up to the one with which they are more than 100 tokens. */
function readPart(entries: readonly Entry[]): Entry[] {
  let tokens = 0;
  const from = entries.findLastIndex((entry) => (tokens += entryTokens(entry)) > 100);
  return entries.slice(Math.max(0, from));
}

const compaction = (covers: string): Inbound => ({
  ...message(`compact:console:desk:${covers}`, 'Sum up the conversation so far.'),
  kind: 'worker',
  profile: 'compaction',
  compaction: { covers },
});

describe('a turn that sums up', () => {
  it('leaves a summary that names what it covers, and no words of anybody', async () => {
    const stores = openStores(tempHome());
    const perform: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: '- hello' }));
    const { conductor } = conduct(stores, new FakeClock(), perform);
    await conductor.submit(message('m1', 'hello'));
    await conductor.idle();
    await conductor.submit(compaction('m1:1000'));
    expect(await conductor.submit(compaction('m1:1000'))).toMatchObject({ kind: 'known' });
    await conductor.idle();
    const entries = await stores.transcripts.tail(desk, 10);
    expect(entries.slice(2)).toMatchObject([
      { role: 'system', meta: { kind: 'compaction' } },
      { role: 'system', content: '- hello', meta: { kind: 'summary', covers: 'm1:1000', status: 'ok' } },
    ]);
    stores.close();
  });

  it('leaves no summary when it fails, or says nothing', async () => {
    const stores = openStores(tempHome());
    const ends = [
      { status: 'failed', summary: 'I could not finish this.' },
      { status: 'ok', summary: ' ' },
    ] as const;
    const left = [...ends];
    const perform: PerformTurn = async (pass) => void (await pass.settle(left.shift()!));
    const { conductor } = conduct(stores, new FakeClock(), perform);
    for (const { status } of ends)
      expect(await conductor.ask(compaction(`${status}:1000`))).toMatchObject({ status });
    const kinds = (await stores.transcripts.tail(desk, 10)).map(({ meta }) => meta?.kind);
    expect(kinds).toEqual(['compaction', 'compaction', 'compaction', 'compaction']);
    stores.close();
  });

  it('waits behind people, and holds no slot of scheduled turns', async () => {
    const stores = openStores(tempHome());
    const begun: string[] = [];
    const gates = new Map<string, () => void>();
    const perform: PerformTurn = async (pass) => {
      const { id } = pass.started.turn;
      begun.push(id);
      await new Promise<void>((go) => gates.set(id, go));
      await pass.settle({ status: 'ok', summary: `end of ${id}` });
    };
    const finish = async (id: string) => (await eventually(() => gates.get(id)))();
    const { conductor } = conduct(stores, new FakeClock(), perform, { slots: 1 });
    await stores.jobs.add(writtenJob('diary', 5));
    await conductor.submit(slot('diary', 5));
    await eventually(() => gates.has('diary:5'));
    await conductor.submit(compaction('m0:1000'));
    await conductor.submit(message('m1'));
    await stores.jobs.add(writtenJob('other', 5, 'console:other'));
    await conductor.submit(slot('other', 5, 'console:other'));
    await eventually(async () => (await stores.book.waiting(desk)).length === 2);
    await finish('diary:5');
    await finish('m1');
    await eventually(() => gates.has('compact:console:desk:m0:1000'));
    await finish('other:5'); // it has begun beside the compaction, though there is one slot
    await finish('compact:console:desk:m0:1000');
    await conductor.idle();
    const inDesk = begun.filter((id) => id !== 'other:5');
    expect(inDesk).toEqual(['diary:5', 'm1', 'compact:console:desk:m0:1000']);
    stores.close();
  });

  it('runs again after a restart, and sums up once', async () => {
    const home = tempHome();
    const clock = new FakeClock();
    const stores = openStores(home);
    const stuck = stuckTurn();
    const { conductor } = conduct(stores, clock, stuck.perform);
    await conductor.submit(compaction('m1:1000'));
    await eventually(stuck.performing);
    stores.close(); // the desk dies
    const again = openStores(home);
    const second = conduct(again, clock, async (pass) => void (await pass.settle({ status: 'ok', summary: 'once' })));
    await second.conductor.recover();
    await second.conductor.submit(compaction('m1:1000'));
    await second.conductor.idle();
    expect(await transcript(again, desk)).toEqual(['system: Sum up the conversation so far.', 'system: once']);
    again.close();
  });
});
