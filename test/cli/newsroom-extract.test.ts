import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { startSample } from '../../src/newsroom/sample/start-sample.ts';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const sentence =
  'The council said on Monday that the bridge would stay closed until engineers have finished their work, which may take several weeks.';
const page = (title: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="author" content="Ann Lee">
   <meta property="article:published_time" content="2026-06-02T10:00:00+01:00"><meta property="og:image" content="/lead.jpg"></head>
   <body><article><h1>${title}</h1>${`<p>${sentence}</p>`.repeat(5)}</article></body></html>`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});
const extract = (
  args: readonly string[],
  around: { lines?: string[]; env?: Record<string, string>; home?: string } = {},
) => run(['newsroom', 'extract', ...args], { home: tempHome(), clock: systemClock, ...around });

describe('nightdesk newsroom extract --jsonl', () => {
  it('answers line by line, in order, whatever becomes of a page', async () => {
    const url = 'https://paper.test/news/1';
    const lines = [
      JSON.stringify({ id: 1, url, html: page('First') }),
      JSON.stringify({ id: 'empty', url, html: '' }),
      'no json at all',
      JSON.stringify({ id: 'none', url }),
      JSON.stringify({ id: 'pdf', url, bodyBase64: base64('%PDF-1.7'), contentType: 'text/html' }),
      JSON.stringify({ id: 'deep', url, html: '<div>'.repeat(20_000) }),
      JSON.stringify({
        id: 'last',
        url,
        bodyBase64: base64(page('Last')),
        contentType: 'text/html; charset=utf-8',
      }),
    ];
    const { code, out } = await extract(['--jsonl'], { lines });
    expect(code).toBe(0);
    const answers = out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers.map(({ id }) => id)).toEqual([1, 'empty', null, 'none', 'pdf', 'deep', 'last']);
    expect(answers[0]).toMatchObject({
      title: 'First',
      text: Array(5).fill(sentence).join('\n'),
      byline: 'Ann Lee',
      publishedAt: '2026-06-02T09:00:00.000Z',
      image: 'https://paper.test/lead.jpg',
      extractor: 'readability-linkedom',
    });
    expect(answers[0]).not.toHaveProperty('error');
    expect(answers.slice(1, 6).map(({ error }) => String(error).split(':')[0])).toEqual([
      'empty',
      'line 3',
      'bad_line',
      'pdf',
      'too_complex',
    ]);
    expect(answers[6]).toMatchObject({ title: 'Last', extractor: 'readability-linkedom' });
  });
});

it('takes null for what a line of --jsonl does not have, as programs write it', async () => {
  const body = { html: null, bodyBase64: base64(page('Bytes')) };
  const lines = [
    { id: 1, url: null, contentType: null, ...body },
    { id: 2, url: null, html: page('Text'), bodyBase64: null, contentType: null },
  ];
  const { out } = await extract(['--jsonl'], { lines: lines.map((line) => JSON.stringify(line)) });
  const answers = out.split('\n').map((line) => JSON.parse(line) as { title: string; error?: string });
  expect(answers.map(({ title, error }) => error ?? title)).toEqual(['Bytes', 'Text']);
});

describe('nightdesk newsroom extract URL|FILE', () => {
  it('prints the article of a page on the web', async () => {
    const server = createServer((_, answer) =>
      answer.setHeader('content-type', 'text/html').end(page('On the web')),
    );
    await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
    ending.push(() => server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, out, err } = await extract([`http://${host}/a`], { env: { FETCH_ALLOW_PRIVATE: host } });
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('On the web\nAnn Lee · 2026-06-02T09:00:00.000Z · quality');
    expect(out).toContain(sentence);
  });

  it('reads a link of the sample edition, while its desk serves it and after', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'data'));
    const config = { paths: { data: join(home, 'data') } } as Config;
    const sample = (await startSample({ sample: true }, config, systemClock))!;
    const front = `http://harbour-gazette.localhost:${sample.port}/`;
    const html = await new Promise<string>((told) =>
      get({ port: sample.port, headers: { host: new URL(front).host } }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () => told(text));
      }),
    );
    const link = new URL(/href="([^"]*\/\d{4}\/\d\d\/\d\d\/[^"]+)"/.exec(html)![1]!, front).href;
    const served = await extract([link], { home });
    expect([served.err, served.code]).toEqual(['', 0]);
    await sample.close();
    const alone = await extract([link], { home });
    expect([alone.err, alone.code, alone.out]).toEqual(['', 0, served.out]);
    // A page of this machine that is none of the sample's stays shut.
    const other = await extract([`http://harbour-gazette.localhost:${sample.port + 1}/`], { home });
    expect(other.err).toContain('private_address');
  });

  it('prints the article of a file, as JSON when asked', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'page.html'), page('From a file'));
    const { code, out } = await extract(['page.html', '--json'], { home });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ title: 'From a file', extractor: 'readability-linkedom' });
  });

  it('fails, and says why, where there is no article or no page', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'empty.html'), '');
    expect(await extract(['empty.html'], { home })).toMatchObject({ code: 1, err: 'nightdesk: empty' });
    const missing = await extract(['missing.html'], { home });
    expect(missing.code).toBe(1);
    expect(missing.err).toContain('missing.html');
    expect((await extract([], { home })).code).toBe(2);
  });
});

it('has its second parser also where Node requires no ES modules, as 20.18 does', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--no-experimental-require-module', '--eval', "require('jsdom')"],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
