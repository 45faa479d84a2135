import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/sessions/entry.ts';
import { entryTokens } from '../../src/sessions/entry-tokens.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Turn } from '../../src/sessions/turn.ts';
import { readWindow } from '../../src/sessions/window.ts';
import { message } from '../support/inbound.ts';
import { answer, call, closure, person, reset, result, run, said, summary } from './entries.ts';

const desk = parseSessionKey('console:desk');
const turn: Turn = { ...message('now'), lane: desk, seq: 9, acceptedAtMs: 0, attempts: 1 };

type Terms = Parameters<typeof readWindow>[2];

/** What a turn sees of a transcript that says this. */
function windowOf(entries: readonly Entry[], terms: Partial<Terms> = {}): Promise<Entry[]> {
  const transcripts = {
    async *backwards() {
      yield* entries.toReversed();
    },
  };
  return readWindow(transcripts, desk, {
    turn,
    waiting: [],
    tokens: 1_000,
    history: 'full',
    zone: 'UTC',
    ...terms,
  });
}

const seen = async (...given: Parameters<typeof windowOf>) => (await windowOf(...given)).map(({ id }) => id);
const read = async (...given: Parameters<typeof windowOf>) =>
  (await windowOf(...given)).map(({ content }) => content);

describe('the window of a turn', () => {
  it('has the newest entries, oldest first, inside its token budget', async () => {
    const entries = ['a', 'b', 'c'].map((id) => said(id, 'x'.repeat(400)));
    expect(await seen(entries, { tokens: 250 })).toEqual(['b', 'c']);
  });

  it("leaves out the turn's own words and what other turns still wait to say", async () => {
    const entries = [
      said('a'),
      said('own', 'own', { meta: { turn: 'now' } }),
      said('b', 'b', { meta: { turn: 'later' } }),
    ];
    expect(await seen(entries, { waiting: ['later'] })).toEqual(['a']);
  });

  it('goes no further back than the last reset', async () => {
    expect(await seen([said('a'), reset(1), said('b')])).toEqual(['b']);
  });

  it('leaves out calls without a result, and results without their call', async () => {
    expect(await seen([result('0'), call('1'), result('1'), call('2'), said('b')])).toEqual([
      'call 1',
      'result 1',
      'b',
    ]);
  });

  it('can be narrowed by a job, which counts the entries that it sees', async () => {
    const entries = [said('a'), said('b'), ...run('quiet:1', 'quiet'), ...run('quiet:2', 'quiet'), said('c')];
    expect(await seen(entries, { history: 'none' })).toEqual([]);
    expect(await seen(entries, { history: { recent: 3 } })).toEqual(['b', 'folded:quiet:1:9', 'c']);
    expect(await seen(entries, { history: { recent: 0 } })).toEqual([]);
  });

  it('reads no transcript for a profile that sees no history', async () => {
    const backwards = () => {
      throw new Error('must not be read');
    };
    const terms = { turn, waiting: [], tokens: 0, history: 'full', zone: 'UTC' } as const;
    expect(await readWindow({ backwards }, desk, terms)).toEqual([]);
  });
});

describe('runs in a window', () => {
  const at = (hour: number) => Date.UTC(2026, 10, 20, hour);

  it('are one line when they had nothing to post, one after the other', async () => {
    const runs = [9, 10, 11].flatMap((hour) => run(`planner:${hour}`, 'quiet', { ts: at(hour) }));
    expect(await read([person('hello'), ...runs, person('anything?')])).toEqual([
      'hello',
      '[3 scheduled runs of "planner" between Fri 20 Nov, 09:00 and 11:00 had nothing to post]',
      'anything?',
    ]);
  });

  it('are told with their names, and with the day when it changes', async () => {
    const runs = [
      ...run('planner:1', 'quiet', { ts: at(23) }),
      ...run('diary:1', 'skipped', { ts: at(25) }),
      person('hm'),
      ...run('diary:2', 'quiet', { ts: at(26) }),
    ];
    expect(await read(runs)).toEqual([
      '[2 scheduled runs of "planner" and "diary" between Fri 20 Nov, 23:00 and Sat 21 Nov, 01:00 had nothing to post]',
      'hm',
      '[1 scheduled run of "diary" at Sat 21 Nov, 02:00 had nothing to post]',
    ]);
  });

  it('keep what a person said in the middle of one, in its place', async () => {
    const [trigger, ...rest] = run('planner:1', 'quiet');
    expect(await read([trigger!, person('stop'), ...rest])).toEqual([
      'stop',
      expect.stringMatching(/^\[1 scheduled run /) as string,
    ]);
  });

  it('fold heartbeats that found nothing', async () => {
    const beat = said('heartbeat:1:0', 'Heartbeat', { role: 'system', meta: { turn: 'heartbeat:1' } });
    const quiet = closure('heartbeat:1', 'quiet');
    expect(await read([beat, quiet])).toEqual([expect.stringMatching(/^\[1 scheduled run at /) as string]);
  });

  it('show their trigger and how they ended, and not what they did on the way', async () => {
    expect(await seen([...run('planner:1', 'ok'), ...run('planner:2', 'failed')])).toEqual([
      'planner:1:0',
      'planner:1:9',
      'planner:2:0',
      'planner:2:9',
    ]);
  });

  it("give way before people's words: first the length of triggers, then old rows", async () => {
    const long = { message: 'plan '.repeat(80) };
    const entries = [person('early'), ...run('p:1', 'ok', long), ...run('p:2', 'ok', long), person('late')];
    const tokens = (rows: readonly Entry[]) => rows.reduce((sum, entry) => sum + entryTokens(entry), 0);
    const whole = await windowOf(entries);
    const shorter = await windowOf(entries, { tokens: tokens(whole) - 1 });
    expect(shorter.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(shorter[1]!.content).toMatch(/^Scheduled cron job triggered: p\n\nplan .*…$/s);
    expect(await seen(entries, { tokens: tokens(shorter) - 1 })).toEqual([
      'early',
      'p:1:9',
      'p:2:0',
      'p:2:9',
      'late',
    ]);
    const short = [person('early'), ...run('p:1', 'ok'), ...run('p:2', 'ok'), person('late')];
    expect(await seen(short, { tokens: 17 })).toEqual(['early', 'late']);
  });
});

describe('a summary in a window', () => {
  it('stands for what it covers, and comes first', async () => {
    const entries = [person('a'), answer('b'), person('c'), summary('b', 'Ann said a.'), person('d')];
    expect(await read(entries)).toEqual(['[What was said here earlier, in short]\nAnn said a.', 'c', 'd']);
  });

  it('is the newest there is; the records of its making are not seen', async () => {
    const record = said('opening', 'Sum up', { role: 'system', meta: { turn: 'compact', kind: 'compaction' } });
    const entries = [person('a'), summary('a', 'old'), person('b'), record, summary('b', 'new'), person('c')];
    expect(await read(entries)).toEqual(['[What was said here earlier, in short]\nnew', 'c']);
  });

  it('does not survive a reset', async () => {
    expect(await read([person('a'), summary('a', 'old'), reset(1), person('b')])).toEqual(['b']);
  });

  it('that says nothing stands for nothing: the newest entries are there as before', async () => {
    expect(await read([person('a'), person('b'), summary('a', ' '), person('c')])).toEqual(['a', 'b', 'c']);
  });

  it('is found behind more words than the window holds, and is at most a third of it', async () => {
    const talk = Array.from({ length: 20 }, (_, n) => person(`word ${n} `.repeat(20)));
    const entries = [person('a'), summary('a', 'long ago '.repeat(500)), ...talk];
    const [first, ...rest] = await windowOf(entries, { tokens: 300 });
    expect(first!.content).toMatch(/^\[What was said here earlier, in short\]\nlong ago .*…$/s);
    expect(entryTokens(first!)).toBeLessThanOrEqual(100);
    expect(rest.at(-1)).toEqual(talk.at(-1));
  });

  it("is not seen by a job that wants its newest entries only", async () => {
    const entries = [person('a'), summary('a', 'Ann said a.'), person('b'), person('c')];
    expect(await read(entries, { history: { recent: 2 } })).toEqual(['b', 'c']);
  });
});

describe('any window', () => {
  const words = fc.integer({ min: 1, max: 60 }).map((length) => 'word '.repeat(length));
  /** What stands together in a transcript; `n` keeps ids apart. */
  const piece = fc.oneof(
    { arbitrary: words.map((text) => (n: number) => [person(text, `person ${n}`)]), weight: 3 },
    words.map((text) => (n: number) => [answer(text, `answer ${n}`)]),
    words.map((text) => (n: number) => [call(`${n}`), result(`${n}`, text)]),
    words.map((text) => (n: number) => [
      said(`overheard ${n}`, text, { author: { name: 'Bo' }, meta: { kind: 'observed' } }),
    ]),
    fc
      .tuple(fc.constantFrom('ok', 'quiet', 'failed'), words)
      .map(([status, text]) => (n: number) => run(`job:${n}`, status, { message: text })),
    words.map((text) => (n: number) => [person(text, `later ${n}`, { meta: { turn: 'later' } })]),
    words.map((text) => (n: number) => [person(text, `before ${n}`), summary(`before ${n}`, text)]),
  );
  const transcript = fc
    .array(piece, { maxLength: 25 })
    .map((pieces) => pieces.flatMap((entries, n) => entries(n)));
  const budget = fc.integer({ min: 20, max: 2_000 });

  const holds = (check: (entries: Entry[], window: Entry[], tokens: number) => void) =>
    fc.assert(
      fc.asyncProperty(transcript, budget, async (entries, tokens) => {
        check(entries, await windowOf(entries, { tokens, waiting: ['later'] }), tokens);
      }),
      { numRuns: 300 },
    );

  it('keeps its budget', () =>
    holds((_, window, tokens) => {
      expect(window.reduce((sum, entry) => sum + entryTokens(entry), 0)).toBeLessThanOrEqual(tokens);
    }));

  it('keeps the order of the transcript, after the summary', () =>
    holds((entries, window) => {
      const place = new Map(entries.map(({ id }, n) => [id, n]));
      const [first, ...rest] = window;
      const rows = first?.meta?.kind === 'summary' ? rest : window;
      const places = rows.map(({ id }) => place.get(id.replace('folded:', ''))!);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(new Set(places).size).toBe(places.length);
    }));

  it('has nothing of a turn that waits, nor of what the summary covers', () =>
    holds((entries, window) => {
      const ids = new Set(window.map(({ id }) => id));
      expect([...ids].filter((id) => id.startsWith('later'))).toEqual([]);
      const covered = entries.findLastIndex(({ id }) => id.startsWith('before'));
      for (const { id } of entries.slice(0, covered + 1)) expect(ids).not.toContain(id);
    }));

  it('has no more overheard talk than its share', () =>
    holds((_, window, tokens) => {
      expect(weight(window.filter(({ meta }) => meta?.kind === 'observed'))).toBeLessThanOrEqual(0.3 * tokens);
    }));

  it("has the newest words that a person said to the desk, when they fit at all", () =>
    holds((entries, window, tokens) => {
      const after = entries.slice(entries.findLastIndex(({ meta }) => meta?.kind === 'summary') + 1);
      const newest = after.findLast(
        ({ author, meta }) => author !== undefined && meta?.turn !== 'later' && meta?.kind !== 'observed',
      );
      if (newest && entryTokens(newest) <= tokens && weight(after) < 8 * tokens)
        expect(window).toContainEqual(newest);
    }));

  const weight = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entryTokens(entry), 0);
});
