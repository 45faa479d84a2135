import { afterEach, describe, expect, it } from 'vitest';
import { pageTimeIsOver } from '../../../src/newsroom/sources/page-time.ts';
import { WorkerExtractor } from '../../../src/newsroom/sources/worker-extractor.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { FakeClock, settle } from '../../support/fake-clock.ts';

type WorkerExtractorDeps = ConstructorParameters<typeof WorkerExtractor>[0];

const made: WorkerExtractor[] = [];
afterEach(async () => {
  for (const it of made.splice(0)) await it.close();
});
function extractor(parts: Partial<WorkerExtractorDeps> = {}): WorkerExtractor {
  const it = new WorkerExtractor({ clock: systemClock, ...parts });
  made.push(it);
  return it;
}

const sentence =
  'The council said on Monday that the bridge would stay closed until engineers have finished their work.';
const pageOf = (title: string) =>
  `<!doctype html><html lang="en-GB"><head><title>${title}</title></head><body><article>${`<p>${sentence}</p>`.repeat(4)}</article></body></html>`;
const article = pageOf('Bridge closed');

describe('WorkerExtractor', () => {
  it('reads pages in a worker that starts with the first and ends after being idle', async () => {
    const clock = new FakeClock();
    const it = extractor({ clock, idleMs: 20_000 });
    expect(it.running).toBe(false);
    const [one, two] = await Promise.all([
      it.extract(article, 'https://p.test/1'),
      it.extract(article, 'https://p.test/2'),
    ]);
    expect(one.title).toBe('Bridge closed');
    expect(two).toEqual(one);
    expect(it.running).toBe(true);
    await clock.advance(19_999);
    expect(it.running).toBe(true);
    await clock.advance(1);
    expect(it.running).toBe(false);
    expect((await it.extract(article, 'https://p.test/3')).title).toBe('Bridge closed');
  });

  it('ends a page that takes too long, and reads the next one', async () => {
    const clock = new FakeClock();
    const it = extractor({ clock, pageMs: 5_000, workers: 1, processorMs: () => clock.elapsed() });
    await it.extract(article, 'https://p.test/first');
    const slow = it.extract(article.repeat(2_000), 'https://p.test/slow');
    const next = it.extract(article, 'https://p.test/next');
    await settle();
    const ended = expect(slow).rejects.toMatchObject({ code: 'timeout' });
    await clock.advance(5_000);
    await ended;
    expect((await next).title).toBe('Bridge closed');
  });

  it("doesn't end a page while the machine has no time for it", async () => {
    const clock = new FakeClock();
    let used = 0;
    const it = extractor({ clock, pageMs: 5_000, workers: 1, processorMs: () => used });
    await it.extract(article, 'https://p.test/first');
    const slow = it.extract(pageOf('Slow').repeat(200), 'https://p.test/slow');
    await settle();
    used = 4_999;
    await clock.advance(59_000);
    expect((await slow).title).toBe('Slow');
  });

  it.each([
    { processor: 'as much of the processor', usedMs: 5_000, clockMs: 5_000 },
    { processor: 'next to nothing of the processor, within a minute', usedMs: 10, clockMs: 60_000 },
  ])('ends a page that never ends when it has used $processor', async ({ usedMs, clockMs }) => {
    const clock = new FakeClock();
    const isOver = new AbortController();
    let used = 100_000;
    const terms = { clock, pageMs: 5_000, processorMs: () => used };
    const over = pageTimeIsOver(terms, isOver.signal).then(() => clock.elapsed());
    used += usedMs;
    await clock.advance(120_000);
    expect(await over).toBe(clockMs);
  });

  it("doesn't count a worker's start to its page", async () => {
    const clock = new FakeClock();
    const it = extractor({ clock, pageMs: 5_000, workers: 1 });
    const first = it.extract(article, 'https://p.test/first');
    await settle();
    await clock.advance(5_000);
    expect((await first).title).toBe('Bridge closed');
  });

  it('survives a page that eats the memory of the worker', async () => {
    const it = extractor({ heapMb: 32, workers: 1 });
    const huge = it.extract(
      `<p>${'<b>word</b> '.repeat(39_000)}${'word '.repeat(300_000)}`,
      'https://p.test/huge',
    );
    const next = it.extract(article, 'https://p.test/next').then(({ title }) => title);
    await expect(huge).rejects.toMatchObject({ code: 'out_of_memory' });
    await expect(next).resolves.toBe('Bridge closed');
  });

  it('refuses what waits when it is closed', async () => {
    const it = extractor();
    const refused = expect(it.extract(article, 'https://p.test/')).rejects.toMatchObject({ code: 'closed' });
    await settle(2);
    await it.close();
    await refused;
  });

  it('answers many pages from two workers, each with its own article', async () => {
    const it = extractor({ workers: 2 });
    const titles = Array.from({ length: 30 }, (_, n) => `Story ${n}`);
    const found = await Promise.all(titles.map((title) => it.extract(pageOf(title), 'https://p.test/a')));
    expect(found.map(({ title }) => title)).toEqual(titles);
    expect(it.width).toBe(2);
  });

  it('starts a second worker only for many pages: a start costs as much as reading some', async () => {
    const it = extractor({ workers: 2 });
    const read = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) => it.extract(pageOf(`Story ${n}`), 'https://p.test/a')),
      );
    await read(5);
    expect(it.started).toBe(1);
    await read(30);
    expect(it.started).toBe(2);
  });

  it('decodes bytes in the worker: by the header, or by what the page declares', async () => {
    const it = extractor({ workers: 1 });
    const big5 = Buffer.concat([
      Buffer.from('<html><head><meta charset="big5"><title>'),
      Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]), // 中文
      Buffer.from(`</title></head><body><p>${sentence.repeat(3)}</p></body></html>`),
    ]);
    expect((await it.extract({ bytes: big5 }, 'https://p.test/a')).title).toBe('中文');
    const bytes = Buffer.from(pageOf('Plain'));
    const other = await it.extract({ bytes, contentType: 'text/html; charset=nonsense' }, 'https://p.test/b');
    expect(other.title).toBe('Plain');
  });
});
