import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Header } from '../../src/sessions/entry.ts';
import { MAX_ENTRY_BYTES } from '../../src/sessions/entry.ts';
import { messageEntry } from '../../src/sessions/message-id.ts';
import type { Transcripts } from '../../src/sessions/transcripts.ts';
import { DESK, OTHER } from './given.ts';

export interface OpenTranscripts {
  readonly transcripts: Transcripts;
  /** What is at rest there, opened anew. */
  restart(): Promise<OpenTranscripts>;
}

const HEADER: Header = {
  v: 1,
  header: true,
  key: DESK,
  createdAtMs: 1,
  origin: { channel: 'console', chatId: 'desk' },
};

const entry = (id: string, content = id, more: Partial<Entry> = {}): Entry => ({
  v: 1,
  id,
  ts: 1,
  role: 'user',
  content,
  ...more,
});
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** What all transcripts keep to. */
export function describeTranscripts(open: () => Promise<OpenTranscripts>): void {
  const opened = async () => {
    const there = await open();
    await there.transcripts.open(HEADER);
    /** A restart, with the transcript opened as whoever flushes it does. */
    const again = async () => {
      const { transcripts } = await there.restart();
      await transcripts.open(HEADER);
      return transcripts;
    };
    return { transcripts: there.transcripts, again };
  };
  const all = async (transcripts: Transcripts, session = DESK) => ids(await transcripts.tail(session, 1_000));

  describe('appending', () => {
    it('begins with the header and keeps entries as they are, in order', async () => {
      const { transcripts, again } = await opened();
      const full = entry('b', '字 "quoted"\n', {
        author: { name: 'Ann' },
        meta: { turn: 'b', status: 'ok' },
      });
      await transcripts.append(DESK, [entry('a'), full], 0);
      await transcripts.append(DESK, [entry('c')], 0);
      const restarted = await again();
      expect(await restarted.tail(DESK, 9)).toEqual([entry('a'), full, entry('c')]);
      expect(await restarted.header(DESK)).toEqual(HEADER);
      expect(await restarted.header(OTHER)).toBeUndefined();
      expect(await restarted.tail(OTHER, 9)).toEqual([]);
    });

    it('keeps the header that it was opened with first', async () => {
      const { transcripts, again } = await opened();
      await transcripts.open({ ...HEADER, createdAtMs: 9 });
      await transcripts.append(DESK, [entry('a')], 0);
      expect((await (await again()).header(DESK))?.createdAtMs).toBe(1);
      expect(await all(transcripts)).toEqual(['a']);
    });

    it('appends an entry once, even when the flush is repeated after a crash', async () => {
      const { transcripts, again } = await opened();
      const first = await transcripts.append(DESK, [entry('a')], 0);
      const restarted = await again();
      const second = await restarted.append(DESK, [entry('a'), entry('b')], 0);
      expect(ids(first.fresh)).toEqual(['a']);
      expect(ids(second.fresh)).toEqual(['b']);
      expect(second.length).toBeGreaterThan(first.length);
      expect(await all(restarted)).toEqual(['a', 'b']);
    });

    it('has a draft at once, and once, when it is appended again with what comes after it', async () => {
      const { transcripts, again } = await opened();
      const { length } = await transcripts.append(DESK, [entry('a')], 0);
      const draft = await transcripts.append(DESK, [entry('trigger')], length, 'draft');
      expect(ids(draft.fresh)).toEqual(['trigger']);
      expect(await all(transcripts)).toEqual(['a', 'trigger']);
      await transcripts.jot(DESK, [entry('step')]);
      const both = [entry('trigger'), entry('answer')];
      expect(ids((await transcripts.append(DESK, both, length)).fresh)).toEqual(['answer']);
      expect(await all(await again())).toEqual(['a', 'trigger', 'step', 'answer']);
    });

    it('looks for what stands there past the place that it is told, and not before', async () => {
      const { transcripts } = await opened();
      const { length } = await transcripts.append(DESK, [entry('a')], 0);
      expect(ids((await transcripts.append(DESK, [entry('a')], length)).fresh)).toEqual(['a']);
      expect((await transcripts.append(DESK, [entry('a')], length)).fresh).toEqual([]);
    });

    it('keeps the beginning of an entry that is too long, with its length and hash', async () => {
      const { transcripts } = await opened();
      await transcripts.append(DESK, [entry('long', '字"\n'.repeat(60_000))], 0);
      const [kept] = await transcripts.tail(DESK, 1);
      expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(MAX_ENTRY_BYTES);
      expect(kept).toMatchObject({ id: 'long', meta: { cut: { bytes: 300_000 } } });
      expect(kept?.content.startsWith('字"\n字')).toBe(true);
    });

    it('has what was jotted down between what was appended, on disk after a sync', async () => {
      const { transcripts, again } = await opened();
      await transcripts.append(DESK, [entry('a')], 0);
      await transcripts.jot(DESK, [entry('step')]);
      expect(await all(transcripts)).toEqual(['a', 'step']);
      await transcripts.sync(DESK);
      await transcripts.sync(OTHER);
      const restarted = await again();
      await restarted.append(DESK, [entry('b')], 0);
      expect(await all(restarted)).toEqual(['a', 'step', 'b']);
    });
  });

  describe('reading', () => {
    it('goes backwards for as long as the reader wants', async () => {
      const { transcripts } = await opened();
      await transcripts.append(
        DESK,
        ['a', 'b', 'c'].map((id) => entry(id)),
        0,
      );
      const seen: string[] = [];
      for await (const { id } of transcripts.backwards(DESK)) {
        seen.push(id);
        if (id === 'b') break;
      }
      expect(seen).toEqual(['c', 'b']);
      for await (const { id } of transcripts.backwards(OTHER)) seen.push(id);
      expect(seen).toHaveLength(2);
    });

    it('goes forwards from where a line begins, so many lines at a time, and knows the end', async () => {
      const { transcripts } = await opened();
      const none = { entries: [], end: 0, isLast: true, isAnother: false };
      expect(await transcripts.forwards(OTHER, 0, 9)).toBeUndefined();
      await transcripts.append(DESK, [entry('a'), entry('字', '字'.repeat(30_000)), entry('c')], 0);
      const first = (await transcripts.forwards(DESK, 0, 2))!;
      expect(first).toMatchObject({ isLast: false, isAnother: false });
      expect(ids(first.entries)).toEqual(['a']); // the header is a line
      const second = (await transcripts.forwards(DESK, first.end, 9))!;
      expect(ids(second.entries)).toEqual(['字', 'c']);
      expect(second.isLast).toBe(true);
      expect(await transcripts.forwards(DESK, second.end, 9)).toEqual({ ...none, end: second.end });
      await transcripts.append(DESK, [entry('d')], 0);
      expect(ids((await transcripts.forwards(DESK, second.end, 9))!.entries)).toEqual(['d']);
    });

    it('goes nowhere from where no line of the file begins', async () => {
      const { transcripts } = await opened();
      await transcripts.append(DESK, [entry('a')], 0);
      for (const from of [3, 100_000])
        expect(await transcripts.forwards(DESK, from, 9)).toEqual({
          entries: [],
          end: from,
          isLast: true,
          isAnother: true,
        });
    });

    it('pages through from where the last page began', async () => {
      const { transcripts } = await opened();
      const written = Array.from({ length: 30 }, (_, n) => `e${n}`);
      for (const id of written) await transcripts.append(DESK, [entry(id)], 0);
      const seen: string[] = [];
      for (let before: string | undefined; ;) {
        const page = await transcripts.tail(DESK, 4, before);
        if (page.length === 0) break;
        seen.unshift(...ids(page));
        before = page[0]!.id;
      }
      expect(seen).toEqual(written);
      expect(ids(await transcripts.tail(DESK, 2, 'e9'))).toEqual(['e7', 'e8']);
      expect(await transcripts.tail(DESK, 2, 'unknown')).toEqual([]);
    });

    it('gives the last entries, and those before an entry, whatever their lengths', async () => {
      const { transcripts, again } = await opened();
      let written: string[] = [];
      const contents = fc.array(
        fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.string({ unit: 'grapheme' })),
        { maxLength: 6 },
      );
      await fc.assert(
        fc.asyncProperty(contents, fc.nat(20), async (given, limit) => {
          const entries = given.map(([length, text], n) =>
            entry(`${written.length + n}`, text + '漢'.repeat(Math.floor(length / 3))),
          );
          await transcripts.jot(DESK, entries);
          written = [...written, ...ids(entries)];
          const reader = await again();
          expect(ids(await reader.tail(DESK, limit))).toEqual(limit === 0 ? [] : written.slice(-limit));
          const before = written.at(-3);
          if (before === undefined) return;
          const earlier = await reader.tail(DESK, limit, before);
          expect(ids(earlier)).toEqual(limit === 0 ? [] : written.slice(0, -3).slice(-limit));
        }),
        { numRuns: 40 },
      );
    });
  });

  describe('erasing', () => {
    it('takes the words, and leaves every entry in its place: appending goes on as if nothing was', async () => {
      const { transcripts, again } = await opened();
      const { length } = await transcripts.append(DESK, [entry('a', 'SECRET'.repeat(20)), entry('b')], 0);
      await transcripts.append(DESK, [entry('c')], length);
      for (let n = 0; n < 2; n++)
        expect(await transcripts.erase(DESK, new Set(['a', 'elsewhere']))).toEqual([]);
      const restarted = await again();
      const appended = await restarted.append(DESK, [entry('c'), entry('d')], length);
      expect(ids(appended.fresh)).toEqual(['d']);
      const entries = await restarted.tail(DESK, 9);
      expect(entries.map(({ content }) => content)).toEqual(['', 'b', 'c', 'd']);
      expect(entries[0]?.meta?.erased).toBe(true);
    });

    it('takes the words of edits as well, and what answers quote of them, and names the answers', async () => {
      const { transcripts } = await opened();
      const [first, answer] = [messageEntry(DESK, '1'), messageEntry(DESK, '2')];
      await transcripts.append(
        DESK,
        [
          entry(first, 'SECRET'),
          entry('edit', 'SECRET again', { meta: { kind: 'edit', target: first } }),
          entry(answer, 'why?', { meta: { replyTo: { id: '1', text: 'SECRET' } } }),
        ],
        0,
      );
      expect(await transcripts.erase(DESK, new Set([first]))).toEqual([answer]);
      const entries = await transcripts.tail(DESK, 9);
      expect(JSON.stringify(entries)).not.toContain('SECRET');
      expect(entries[2]).toMatchObject({ content: 'why?', meta: { replyTo: { id: '1' } } });
    });

    it('does nothing to a session that there is not', async () => {
      const { transcripts } = await opened();
      expect(await transcripts.erase(OTHER, new Set(['a']))).toEqual([]);
    });
  });

  describe('setting aside', () => {
    it('leaves the session to begin anew, with ids that were used before', async () => {
      const { transcripts, again } = await opened();
      await transcripts.append(
        DESK,
        ['a', 'b', 'c'].map((id) => entry(id)),
        0,
      );
      await transcripts.archive(DESK, '1');
      expect(await transcripts.tail(DESK, 9)).toEqual([]);
      expect(await transcripts.header(DESK)).toBeUndefined();
      await transcripts.open({ ...HEADER, createdAtMs: 9 });
      await transcripts.append(
        DESK,
        ['b', 'd', 'e', 'f'].map((id) => entry(id)),
        0,
      );
      expect(await all(transcripts)).toEqual(['b', 'd', 'e', 'f']);
      expect(ids(await transcripts.tail(DESK, 9, 'e'))).toEqual(['b', 'd']);
      const restarted = await again();
      expect(await all(restarted)).toEqual(['b', 'd', 'e', 'f']);
      expect((await restarted.header(DESK))?.createdAtMs).toBe(9);
    });

    it('does nothing to a session that there is not, and leaves others alone', async () => {
      const { transcripts } = await opened();
      await transcripts.append(DESK, [entry('a')], 0);
      await transcripts.archive(OTHER, '1');
      expect(await all(transcripts)).toEqual(['a']);
    });
  });
}
