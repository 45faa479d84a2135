import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

interface Answer {
  readonly id: unknown;
  readonly error?: string;
  readonly claims: readonly Readonly<Record<string, unknown>>[];
}

const TEXT =
  'The ferry Silver Heron left Port Marlow at 9.30am on Tuesday with 214 passengers.\nRepairs will cost £2.6m, harbour master Idris Penhallow said.';
const story = (change: object = {}) => ({
  id: 'ferry',
  language: 'en',
  builtAt: '2026-11-18T12:00:00Z',
  title: 'Ferry with 214 on board hits pier',
  body: 'Crash\nThe ferry from Port Marlow had 214 passengers. [1] Repairs will cost £2.9m. [1]',
  sources: [
    {
      n: 1,
      url: 'https://paper.test/a',
      title: 'Ferry hits pier',
      publishedAt: '2026-11-18T10:00:00Z',
      text: TEXT,
    },
  ],
  ...change,
});
const verify = (args: readonly string[], around: { lines?: string[]; home?: string } = {}) =>
  run(['newsroom', 'verify', ...args], { home: tempHome(), clock: systemClock, ...around });
const answersTo = async (lines: readonly unknown[]) => {
  const { code, out } = await verify(['--jsonl'], {
    lines: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
  });
  expect(code).toBe(0);
  return out.split('\n').map((line) => JSON.parse(line) as Answer);
};

describe('nightdesk newsroom verify --jsonl', () => {
  it('says of each claim where it stands: the title is sentence 0, and a heading is one of the body', async () => {
    const [answer] = await answersTo([story()]);
    const passage = TEXT.split('\n')[0];
    expect(answer).toEqual({
      id: 'ferry',
      claims: [
        { kind: 'number', text: '214', sentence: 0, by: 'rules', verdict: 'supported', source: 1, passage },
        { kind: 'number', text: '214', sentence: 2, by: 'rules', verdict: 'supported', source: 1, passage },
        {
          kind: 'name',
          text: 'Port Marlow',
          sentence: 2,
          by: 'rules',
          verdict: 'supported',
          source: 1,
          passage: 'Port Marlow',
        },
        { kind: 'number', text: '£2.9m', sentence: 3, by: 'rules', verdict: 'doubted' },
      ],
    });
  });

  it('takes null for what a line does not have, as programs write it', async () => {
    const bare = { n: null, url: null, title: null, publishedAt: null, text: TEXT };
    const [full, answer] = await answersTo([
      story({ title: '' }),
      story({ language: null, title: null, sources: [bare] }),
    ]);
    expect(answer).toEqual(full);
  });

  it('tells clock times from dates', async () => {
    const [answer] = await answersTo([
      story({ title: '', body: 'It left at 9.30am on Tuesday. [1] It sank at 10.30am, they say. [1]' }),
    ]);
    expect(answer?.claims.map(({ kind, text, verdict }) => [kind, text, verdict])).toEqual([
      ['time', '9.30am', 'supported'],
      ['date', 'Tuesday', 'supported'],
      ['time', '10.30am', 'doubted'],
    ]);
  });

  it('answers line by line, in order; a bad line has an error, and the next goes on', async () => {
    const answers = await answersTo([
      story({ id: 1 }),
      'no json',
      story({ id: 'dateless', builtAt: 'soon' }),
      { id: 'empty' },
      story({ id: 'twice', sources: [1, 1].map((n) => ({ n, url: '', title: '', text: TEXT })) }),
      // Times in milliseconds, sources without a number, a title or a date, and no language.
      story({
        id: 'last',
        builtAt: Date.UTC(2026, 10, 18),
        language: undefined,
        sources: [{ url: '', text: TEXT }],
      }),
    ]);
    expect(answers.map(({ id }) => id)).toEqual([1, null, 'dateless', 'empty', 'twice', 'last']);
    expect(answers.map(({ error }) => error?.split(': ').slice(0, 2).join(': '))).toEqual([
      undefined,
      'line 2: bad_json',
      'bad_request: builtAt',
      'bad_request: builtAt',
      'bad_request: sources',
      undefined,
    ]);
    expect(answers.at(-1)?.claims).toHaveLength(4);
  });

  it('quotes Simplified sources as they were read', async () => {
    const [answer] = await answersTo([
      {
        id: 'zh',
        language: 'zh-Hant-HK',
        builtAt: '2026-11-18T12:00:00Z',
        title: '渡輪撞碼頭',
        body: '船上有214名乘客。[1]',
        sources: [{ n: 1, url: 'https://paper.test/zh', title: '渡轮', text: '渡轮载有214名乘客。' }],
      },
    ]);
    expect(answer?.claims).toMatchObject([
      { text: '214', verdict: 'supported', source: 1, passage: '渡轮载有214名乘客。' },
    ]);
  });
});

describe('nightdesk newsroom verify FILE', () => {
  it('prints what is borne out and what is doubted, a line each', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'story.json'), JSON.stringify(story()));
    const { code, out } = await verify(['story.json'], { home });
    expect(code).toBe(0);
    expect(out).toContain('  0  supported      number     214  [1] The ferry Silver Heron left');
    expect(out).toContain('  3  doubted        number     £2.9m');
  });

  it.each([
    [['nothing.json'], 1, 'no_file'],
    [[], 2, 'name a file'],
    [['--jsonl', '--model'], 1, 'no language model is configured'],
  ] as const)('refuses %j, and says why', async (args, expected, why) => {
    const { code, err } = await verify([...args], { lines: [] });
    expect(code).toBe(expected);
    expect(err).toContain(why);
  });
});
