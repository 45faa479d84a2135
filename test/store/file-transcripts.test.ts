import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry, Header } from '../../src/sessions/entry.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { tempHome } from '../support/temp-home.ts';

const key = parseSessionKey('console:desk');
const header: Header = {
  v: 1,
  header: true,
  key,
  createdAtMs: 1,
  origin: { channel: 'console', chatId: 'desk' },
};
const entry = (id: string, content = id): Entry => ({ v: 1, id, ts: 1, role: 'user', content });

async function opened() {
  const folder = tempHome();
  const damages: string[] = [];
  const open = async () => {
    const transcripts = new FileTranscripts(folder, (damage) => damages.push(damage.what));
    await transcripts.open(header);
    return transcripts;
  };
  const file = join(folder, 'console%3Adesk.jsonl');
  return { transcripts: await open(), open, file, damages, folder };
}

describe('transcripts in files', () => {
  it('begin with their header and keep entries in order', async () => {
    const { transcripts, file } = await opened();
    await transcripts.append(key, [entry('a'), entry('b')], 0);
    await transcripts.append(key, [entry('c')], 0);
    const lines = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry & Header);
    expect(lines[0]).toMatchObject({ header: true, key: 'console:desk', createdAtMs: 1 });
    expect(lines.slice(1).map((line) => line.id)).toEqual(['a', 'b', 'c']);
    expect(await transcripts.header(key)).toEqual(header);
  });

  it('cut off a torn last line when they are opened, and report it', async () => {
    const { transcripts, open, file, damages } = await opened();
    await transcripts.append(key, [entry('a')], 0);
    appendFileSync(file, '{"v":1,"id":"torn","ts":1,"ro');
    const reopened = await open();
    await reopened.append(key, [entry('b')], 0);
    expect((await reopened.tail(key, 9)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(damages).toEqual(['the last line was torn (29 bytes) and was cut off']);
  });

  it('cut off a torn last line also when a step is the first to be written after the crash', async () => {
    const { transcripts, file, damages, folder } = await opened();
    await transcripts.append(key, [entry('a')], 0);
    appendFileSync(file, '{"v":1,"id":"torn","ts":1,"ro');
    const restarted = new FileTranscripts(folder, (damage) => damages.push(damage.what));
    await restarted.jot(key, [entry('b')]);
    expect((await restarted.tail(key, 9)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(damages).toEqual(['the last line was torn (29 bytes) and was cut off']);
  });

  it('pass over a damaged line in the middle, leave it there, and report it', async () => {
    const { transcripts, file, damages } = await opened();
    await transcripts.append(key, [entry('a')], 0);
    appendFileSync(file, 'not json\n');
    await transcripts.append(key, [entry('b')], 0);
    expect((await transcripts.tail(key, 9)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(damages).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toContain('not json');
  });

  it('tell 100,000 damaged lines once, and never read them again', async () => {
    const { transcripts, file, damages } = await opened();
    await transcripts.append(key, [entry('a')], 0);
    const from = statSync(file).size;
    appendFileSync(file, 'no entry\n'.repeat(100_000));
    const to = statSync(file).size;
    await transcripts.append(key, [entry('b')], to);
    const ids = async () => (await transcripts.tail(key, 9)).map(({ id }) => id);
    expect(await ids()).toEqual(['a', 'b']);
    expect(damages).toEqual([`100000 lines between byte ${from} and byte ${to} are no entries`]);
    // Whatever stands there now isn't looked at.
    const words = Buffer.from(`${JSON.stringify(entry('c'))}\n`);
    const fd = openSync(file, 'r+');
    writeSync(fd, words, 0, words.length, to - words.length);
    closeSync(fd);
    expect(await ids()).toEqual(['a', 'b']);
    expect(damages).toHaveLength(1);
  });

  it('pass over a line of a quarter of a gigabyte without holding it', async () => {
    const { transcripts, file, damages, open } = await opened();
    await transcripts.append(key, [entry('a')], 0);
    const from = statSync(file).size;
    truncateSync(file, from + 256 * 1024 * 1024);
    appendFileSync(file, '\n');
    const to = statSync(file).size;
    const before = process.memoryUsage().arrayBuffers;
    await transcripts.append(key, [entry('b')], from);
    expect((await transcripts.tail(key, 9)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(128 * 1024 * 1024);
    expect(damages).toEqual([`the line at byte ${from} is no entry`]);
    await transcripts.erase(key, new Set(['a']));
    expect((await transcripts.tail(key, 9)).map(({ id }) => id)).toEqual(['a', 'b']);
    truncateSync(file, to - 1);
    await open();
    expect(statSync(file).size).toBe(from);
  });

  it('of a session that begins anew are not read by what was known of the file before', async () => {
    const { transcripts, open, file, damages } = await opened();
    await transcripts.append(key, [entry('a'), entry('b')], 0);
    appendFileSync(file, 'no entry\n');
    await transcripts.append(key, [entry('c')], 0);
    const reading = transcripts.backwards(key)[Symbol.asyncIterator]();
    await reading.next();
    await transcripts.archive(key, '1');
    for (let read = await reading.next(); read.done !== true; read = await reading.next());
    await transcripts.open(header);
    await transcripts.append(key, [entry('b'), entry('d'), entry('e'), entry('f')], 0);
    expect((await transcripts.tail(key, 9)).map(({ id }) => id)).toEqual(['b', 'd', 'e', 'f']);
    expect((await transcripts.tail(key, 9, 'e')).map(({ id }) => id)).toEqual(['b', 'd']);
    expect((await (await open()).tail(key, 9)).map(({ id }) => id)).toEqual(['b', 'd', 'e', 'f']);
    expect(damages).toHaveLength(1);
  });

  it('are paged through from where the last page began, also past damaged lines', async () => {
    const { transcripts, file, damages } = await opened();
    const ids = Array.from({ length: 30 }, (_, n) => `e${n}`);
    for (const id of ids) {
      await transcripts.append(key, [entry(id)], 0);
      if (Number(id.slice(1)) % 7 === 0) appendFileSync(file, 'no entry\n');
    }
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const page = await transcripts.tail(key, 4, before);
      if (page.length === 0) break;
      seen.unshift(...page.map(({ id }) => id));
      before = page[0]!.id;
    }
    expect(seen).toEqual(ids);
    expect((await transcripts.tail(key, 2, 'e9')).map(({ id }) => id)).toEqual(['e7', 'e8']);
    expect(await transcripts.tail(key, 2, 'unknown')).toEqual([]);
    expect(damages).toHaveLength(5);
  });

  it('survive a file whose only line was torn', async () => {
    const { open, file, folder } = await opened();
    writeFileSync(file, '{"v":1,"hea');
    const transcripts = await open();
    await transcripts.append(key, [entry('a')], 0);
    expect(await transcripts.header(key)).toEqual(header);
    expect((await transcripts.tail(key, 5)).map(({ id }) => id)).toEqual(['a']);
    expect(readdirSync(folder)).toEqual(['console%3Adesk.jsonl']);
  });

  it('lose words that were taken back, and no place in the file: appending goes on as if nothing was', async () => {
    const { transcripts, open, file, folder, damages } = await opened();
    const { length } = await transcripts.append(key, [entry('a', 'SECRET'), entry('b')], 0);
    await transcripts.append(key, [entry('c')], length);
    appendFileSync(file, 'not json\n');
    expect(await transcripts.erase(key, new Set(['a', 'elsewhere']))).toEqual([]);
    const again = await (await open()).append(key, [entry('c'), entry('d')], length);
    expect(again.fresh.map(({ id }) => id)).toEqual(['d']);
    expect((await transcripts.tail(key, 9)).map(({ content }) => content)).toEqual(['', 'b', 'c', 'd']);
    expect(readFileSync(file, 'utf8')).toContain('\nnot json\n');
    expect(readFileSync(file, 'utf8')).not.toContain('SECRET');
    expect(readdirSync(folder)).toEqual(['console%3Adesk.jsonl']);
    expect(new Set(damages)).toEqual(new Set([expect.stringContaining('is no entry') as string]));
  });
});
