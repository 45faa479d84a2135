import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HomeFiles } from '../../../src/async/home-files.ts';
import { AssetCollector } from '../../../src/newsroom/assets/asset-collector.ts';
import { Studio } from '../../../src/newsroom/assets/studio.ts';
import { UndiciFetcher } from '../../../src/web-fetch/undici-fetcher.ts';
import type { MarketSnapshot } from '../../../src/newsroom/model/market-snapshot.ts';
import type { WrittenStory } from '../../../src/newsroom/model/story-assets.ts';
import type { OpFile } from '../../../src/sessions/op.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { eventually, FakeClock } from '../../support/fake-clock.ts';
import { closeAt, weekdays } from '../../support/market/sessions.ts';
import { tempHome } from '../../support/temp-home.ts';
import { anEdition } from '../an-edition.ts';
import { bombPng, photo, SVG_WITH_SCRIPT } from './foreign-pictures.ts';

const PATIENCE_MS = 600_000;
const LIVE = new AbortController().signal;
const market: MarketSnapshot = {
  takenAtMs: Date.UTC(2026, 5, 2, 9),
  quotes: [
    {
      symbol: '^spx',
      label: 'S&P 500',
      currency: 'points',
      last: 5_330.12,
      previousClose: 5_300.12,
      change: 30,
      changePercent: 0.57,
      asOfMs: Date.UTC(2026, 5, 1, 20, 0),
      day: '2026-06-01',
      session: 'latest session',
      closes: weekdays('2026-05-29', 60).map((day, n) => ({ day, close: closeAt(n) })),
      source: 'Stooq',
      sourceUrl: 'https://stooq.com/q/?s=%5Espx',
    },
  ],
};

const answers = new Map<string, RequestListener>();
const asked: string[] = [];
let server: Server;
let fetcher: UndiciFetcher;
let studio: Studio;
let host: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // No time of ours passes: a busy machine may take as long as it likes.
  fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '0',
    allowPrivate: [host],
    totalMs: PATIENCE_MS,
    idleMs: PATIENCE_MS,
  });
  studio = new Studio({ clock: new FakeClock() });
  const picture =
    (bytes: Uint8Array, type: string): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(bytes);
  answers.set('/photo.jpg', picture(await photo().jpeg().toBuffer(), 'image/jpeg'));
  answers.set('/moved.jpg', (_request, response) =>
    response.writeHead(302, { location: '/photo.jpg' }).end(),
  );
  answers.set('/page.png', picture(Buffer.from('<!doctype html><p>Log in'), 'image/png'));
  answers.set('/script.svg', picture(SVG_WITH_SCRIPT, 'image/svg+xml'));
  answers.set('/bomb.png', picture(bombPng(65_535, 65_535), 'image/png'));
  answers.set('/endless.png', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', more);
    more();
  });
  answers.set('/silent.png', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.write(bombPng(800, 600).subarray(0, 20));
  });
});
afterAll(async () => {
  studio.close();
  await fetcher.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

let folder: string;
beforeEach(() => {
  folder = join(tempHome(), 'run', 'pictures');
  asked.length = 0;
});

const body = `Northquay froze the assets of 32,000 customers on Monday, worth $410m. [1][2]

The regulator gave it 72 hours to report what had happened to their money. [1]

Withdrawals will stay closed until Friday, its chief executive told customers in a letter. [2]`;

function story(change: Partial<WrittenStory> = {}): WrittenStory {
  return {
    storyId: 'story_01',
    category: 'Crypto',
    title: 'Northquay freezes the assets of 32,000 customers',
    body,
    sources: [source('The First', '/photo.jpg'), source('The Second')],
    folder,
    ...change,
  };
}
function source(outlet: string, image?: string, usable = true): WrittenStory['sources'][number] {
  const address = image === undefined || image.startsWith('http') ? image : `http://${host}${image}`;
  return {
    url: `https://${outlet}.test/a`,
    outlet,
    usable,
    ...(address !== undefined && { image: address }),
  };
}
function collector(parts: Partial<ConstructorParameters<typeof AssetCollector>[0]> = {}): AssetCollector {
  const files = new HomeFiles({ home: '/' });
  return new AssetCollector({
    clock: new FakeClock(),
    edition: anEdition(),
    fetcher,
    studio,
    files,
    ...parts,
  });
}
const kinds = (pictures: readonly { kind: string }[]) => pictures.map(({ kind }) => kind);

describe('the pictures of a story', () => {
  it('are files with fixed names: the chart first, then the hero', async () => {
    const { pictures, failures } = await collector().afterWriting(story({ market }), LIVE);
    expect(failures).toEqual([]);
    expect(pictures).toMatchObject([
      { kind: 'chart', name: 'story_01_chart.png', width: 1_200, height: 675, credit: 'Stooq' },
      { kind: 'og_image', name: 'story_01_og_image.jpg', width: 1_000, height: 600, credit: 'The First' },
    ]);
    for (const { path, width, height, bytes, sha256, alt } of pictures) {
      const file = readFileSync(path);
      expect(await sharp(file).metadata()).toMatchObject({ width, height });
      expect(file.length).toBe(bytes);
      expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
      expect(alt).not.toBe('');
    }
    expect(pictures[0]!.alt).toBe(
      'Line chart of S&P 500, 60 daily closes: last 5,330.12 points, +30.00 (+0.57%) from 5,300.12 points, as of 21:00 on 1 June 2026.',
    );
    expect(readdirSync(folder).toSorted()).toEqual(['story_01_chart.png', 'story_01_og_image.jpg']);
    const files: readonly OpFile[] = pictures;
    expect(files).toHaveLength(2);
  });

  it('are the same when they are made again', async () => {
    const once = await collector().afterWriting(story({ market }), LIVE);
    const again = await collector().afterWriting(story({ market }), LIVE);
    expect(again).toEqual(once);
  });

  it('have a card as the hero where the writer proposed points that the story bears out', async () => {
    const cardPrompt = [
      '- Assets of 32,000 customers frozen, worth $410m [1]',
      '- Regulator gives 72 hours to report',
      '- Losses may reach $900m',
      '- A dramatic photograph of a vault at night, cinematic light',
    ].join('\n');
    const { pictures } = await collector().afterWriting(story({ cardPrompt }), LIVE);
    expect(pictures).toMatchObject([
      { kind: 'card', name: 'story_01_card.png', credit: 'The First, The Second' },
    ]);
    expect(pictures[0]!.alt.split('\n')).toEqual([
      'Crypto: Northquay freezes the assets of 32,000 customers',
      'Assets of 32,000 customers frozen, worth $410m',
      'Regulator gives 72 hours to report',
    ]);
    expect(asked).toEqual([]);
  });

  it('have an infographic where figures were proposed and no points', async () => {
    const infographicPrompt =
      '32,000: customers with frozen assets\n$410m — worth of the assets\n$900m: losses';
    const { pictures } = await collector().afterWriting(story({ infographicPrompt }), LIVE);
    expect(kinds(pictures)).toEqual(['infographic']);
    expect(pictures[0]!.alt).toContain('$410m worth of the assets');
    expect(pictures[0]!.alt).not.toContain('900');
  });

  it("have a card of the story's own sentences where nothing else can be had", async () => {
    const { pictures, failures } = await collector().afterWriting(
      story({ sources: [source('The First')] }),
      LIVE,
    );
    expect(failures).toEqual([]);
    expect(kinds(pictures)).toEqual(['card']);
    expect(pictures[0]!.alt).toContain(
      'Northquay froze the assets of 32,000 customers on Monday, worth $410m.',
    );
    expect(pictures[0]!.alt).not.toMatch(/\[\d\]/);
  });

  it.each([
    ['/page.png', 'not_a_picture'],
    ['/script.svg', 'not_a_picture'],
    ['/bomb.png', 'too_many_pixels'],
    ['/endless.png', 'unreachable'],
    ['/gone.png', 'unreachable'],
    ['file:///etc/passwd', 'unreachable'],
    ['http://10.0.0.1/photo.jpg', 'unreachable'],
  ])('go on with the next source when %s is no picture: %s', async (image, error) => {
    const bad =
      image.startsWith('/') || image.startsWith('http') ? source('Bad', image) : { ...source('Bad'), image };
    const { pictures, failures } = await collector().afterWriting(
      story({ sources: [bad, source('Good', '/moved.jpg')] }),
      LIVE,
    );
    expect(failures).toMatchObject([{ kind: 'og_image', of: bad.image, error }]);
    expect(pictures).toMatchObject([{ kind: 'og_image', credit: 'Good' }]);
  });

  it('are not asked of sources that could not be used, nor of more than three', async () => {
    const sources = [
      source('Unusable', '/photo.jpg', false),
      ...['/1', '/2', '/2', '/3', '/4'].map((path) => source('Used', path)),
    ];
    const { failures } = await collector().afterWriting(story({ sources }), LIVE);
    expect(asked).toEqual(['/1', '/2', '/3']);
    expect(failures).toHaveLength(3);
  });

  it('fail with a name where letters are missing, and a photo takes their place', async () => {
    const wanted = story({
      title: '한국 선거: 32,000',
      cardPrompt: 'The regulator gave it 72 hours to report',
    });
    const { pictures, failures } = await collector().afterWriting(wanted, LIVE);
    expect(failures).toMatchObject([{ kind: 'card', error: 'missing_glyph' }]);
    expect(kinds(pictures)).toEqual(['og_image']);
  });

  it("fail with a name where the folder can't be written", async () => {
    const file = join(tempHome(), 'file');
    writeFileSync(file, '');
    const { pictures, failures } = await collector().afterWriting(story({ folder: file, market }), LIVE);
    expect(pictures).toEqual([]);
    expect(new Set(failures.map(({ error }) => error))).toEqual(new Set(['not_written']));
  });

  it('wait for nobody longer than the budget, and keep what is there by then', async () => {
    const clock = new FakeClock();
    const making = collector({ clock }).afterWriting(
      story({ market, sources: [source('Silent', '/silent.png')] }),
      LIVE,
    );
    await eventually(() => asked.length === 1);
    await eventually(() => existsSync(join(folder, 'story_01_chart.png')), 'the chart is there');
    await clock.advance(30_000);
    const { pictures, failures } = await making;
    expect(kinds(pictures)).toEqual(['chart']);
    expect(failures).toContainEqual(expect.objectContaining({ kind: 'og_image', error: 'out_of_time' }));
    expect(clock.waiters).toBe(0);
  });

  it('reject only with the reason of their signal', async () => {
    const stop = new AbortController();
    const making = collector().afterWriting(
      story({ sources: [source('Silent', '/silent.png')] }),
      stop.signal,
    );
    await eventually(() => asked.length === 1);
    stop.abort(new Error('the line closes'));
    await expect(making).rejects.toThrow('the line closes');
  });
});
