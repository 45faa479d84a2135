import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { World } from '../../src/cli/world.ts';
import { systemClock } from '../../src/time/clock.ts';
import { eventually } from '../support/fake-clock.ts';
import { clusterAnswer } from '../support/models/gemini-cluster.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const clock = systemClock;
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

const link = (id: string | number, title: string, publishedAt: unknown = '2026-06-02T08:00:00Z') =>
  JSON.stringify({ id, url: `https://p.test/${id}`, title, description: '', publishedAt });
const LINKS = [
  link('a', 'Drone closes Hong Kong airport runway for 47 minutes'),
  link(2, 'Council sets budget for libraries'),
  link('c', 'Hong Kong airport runway closed for 47 minutes by drone'),
];

const nightdesk = (args: readonly string[], lines: readonly string[], more: Record<string, unknown> = {}) =>
  run(['newsroom', 'cluster', ...args], { home: tempHome(), clock, lines, ...more });
const answers = (out: string) => out.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);

describe('nightdesk newsroom cluster', () => {
  it('answers a line for each line, in order, by the names of the contract', async () => {
    const { out, code } = await nightdesk(['--jsonl'], LINKS);
    expect(code).toBe(0);
    const [first, second, third] = answers(out);
    expect(first).toEqual({ id: 'a', eventId: 1, action: 'new_event', score: 0, ambiguous: false });
    expect(second).toMatchObject({ id: 2, eventId: 2, action: 'new_event' });
    expect(third).toMatchObject({ id: 'c', eventId: 1, action: 'assign' });
    expect(third!['score']).toBeGreaterThan(0.4);
  });

  it('takes null for an address that a line does not have, as programs write it', async () => {
    const { out } = await nightdesk(['--jsonl'], [LINKS[0]!.replace(/"url":"[^"]*"/u, '"url":null')]);
    expect(answers(out)).toEqual([{ id: 'a', eventId: 1, action: 'new_event', score: 0, ambiguous: false }]);
  });

  it('answers each line before the next one comes, without touching the pool', async () => {
    const home = tempHome();
    const input = new PassThrough();
    const out: string[] = [];
    const world: World = {
      env: { NIGHTDESK_HOME: home, LOG_LEVEL: 'silent' },
      cwd: home,
      input,
      output: process.stdout,
      atTerminal: false,
      out: (text) => void out.push(text),
      drained: async () => {},
      warn: (text) => void out.push(text),
      onSignal: () => () => {},
      onStrayError: () => () => {},
      exit: () => {},
      launch: () => 0,
    };
    const done = runProgram(['newsroom', 'cluster', '--jsonl'], world, clock);
    for (const [n, line] of [...LINKS, 'nonsense', link(5, 'Chess club wins third title')].entries()) {
      input.write(`${line}\n`);
      await eventually(() => out.length === n + 1, `an answer to line ${n + 1}`);
    }
    input.end();
    expect(await done).toBe(0);
    expect(out).toHaveLength(5);
    expect(existsSync(join(home, 'data', 'newsroom', 'news_pool.sqlite3'))).toBe(false);
  });

  it('names what is wrong with a line, and goes on', async () => {
    const { out, code } = await nightdesk(
      ['--jsonl'],
      [
        'nonsense',
        '[1]',
        JSON.stringify({ id: 'x', url: 'https://p.test/x', publishedAt: '2026-06-02T08:00:00Z' }),
        link('long', 'Storm '.repeat(2_000)),
        link('none', 'Storm Vera floods Carrow', null),
        link('bad', 'Storm Vera floods Carrow again', 'soon'),
        link('ahead', 'Storm Vera leaves Carrow', '2999-01-01T00:00:00Z'),
        link('seconds', 'Storm Vera nears Carrow', 1_780_000_000),
        link('round', 'Morning briefing: five things to know'),
      ],
    );
    expect(code).toBe(0);
    expect(answers(out)).toMatchObject([
      { id: null, error: 'line 1: bad_json: not a JSON object' },
      { id: null, error: 'line 2: bad_json: not a JSON object' },
      { id: 'x', error: expect.stringMatching(/^bad_request: title: /) as string },
      { id: 'long', action: 'new_event' },
      { id: 'none', warning: 'no_date' },
      { id: 'bad', warning: 'bad_date' },
      { id: 'ahead', warning: 'date_in_future' },
      { id: 'seconds' },
      { id: 'round', action: 'new_event', reason: 'roundup' },
    ]);
  });

  it('answers blank lines too, skips them in a file that people look at, and keeps large ids', async () => {
    const large = link('large', 'Storm Vera floods Carrow').replace('"large"', '12345678901234567890');
    const { out } = await nightdesk(['--jsonl'], ['', large, ' ']);
    expect(out.split('\n').map((line) => line.slice(0, 40))).toEqual([
      expect.stringContaining('{"id":null,"error":"line 1: bad_json'),
      expect.stringContaining('{"id":12345678901234567890,"eventId":1,'),
      expect.stringContaining('{"id":null,"error":"line 3: bad_json'),
    ]);
    expect(await nightdesk([], ['', large, ''])).toMatchObject({ code: 0, err: '' });
  });

  it('takes its settings from the edition', async () => {
    const home = tempHome();
    const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
    const write = (clustering: object) =>
      writeFileSync(join(home, 'mine.json'), JSON.stringify({ ...sample, clustering }));
    const env = { NIGHTDESK_EDITION: join(home, 'mine.json') };
    write({ threshold: 1, band: 0 });
    const apart = await nightdesk(['--jsonl'], LINKS, { home, env });
    expect(new Set(answers(apart.out).map(({ eventId }) => eventId)).size).toBe(3);
    write({ treshold: 1 });
    const wrong = await nightdesk(['--jsonl'], LINKS, { home, env });
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('clustering') as string });
  });

  it('asks a model only with --model, and answers in order all the same', async () => {
    const gemini = await LoopbackGemini.start();
    ending.push(() => gemini.close());
    gemini.answer((request) => clusterAnswer(request)!);
    const home = tempHome();
    const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
    const clustering = { threshold: 0.5, band: 0.5 };
    writeFileSync(join(home, 'mine.json'), JSON.stringify({ ...sample, clustering }));
    const env = {
      NIGHTDESK_EDITION: join(home, 'mine.json'),
      GEMINI_API_KEYS: 'a-key',
      GEMINI_BASE_URL: gemini.baseUrl,
    };
    const lines = [...LINKS, 'nonsense', link('e', 'Airport runway in Hong Kong opens after drone scare')];
    await nightdesk(['--jsonl'], lines, { home, env });
    expect(gemini.requests).toEqual([]);
    const { out, err } = await nightdesk(['--jsonl', '--model'], lines, { home, env });
    expect(err).toBe('');
    expect(answers(out).map(({ id }) => id)).toEqual(['a', 2, 'c', null, 'e']);
    expect(gemini.asked).toHaveLength(1);
    expect(answers(out).filter(({ decidedBy }) => decidedBy === 'model')).not.toEqual([]);
    expect(gemini.complaints).toEqual([]);
  });

  it('shows a file’s links by their events, in words and as JSON', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'links.jsonl'), LINKS.join('\n'));
    const words = await nightdesk(['links.jsonl'], [], { home });
    expect(words.out).toBe(
      'event 1\n  Drone closes Hong Kong airport runway for 47 minutes\n' +
        '  Hong Kong airport runway closed for 47 minutes by drone\nevent 2\n  Council sets budget for libraries',
    );
    const json = JSON.parse((await nightdesk(['links.jsonl', '--json'], [], { home })).out) as object;
    expect(json).toMatchObject({
      events: [{ eventId: 1, links: [{ id: 'a' }, { id: 'c' }] }, { eventId: 2 }],
    });
    expect(await nightdesk([], ['nonsense'])).toMatchObject({ code: 1 });
  });
});
