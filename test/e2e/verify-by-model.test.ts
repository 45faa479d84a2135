/** `nightdesk newsroom verify --model` as a program would run it: a process of its own, and a model's server on loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unfenced } from '../../src/llm/fence.ts';
import { promptOf } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';
import { LoopbackOpenAi } from '../support/models/loopback-openai.ts';
import { allSupported, askedCheck } from '../support/models/scripted-checker.ts';
import type { AskedCheck } from '../support/models/scripted-checker.ts';
import { tempHome } from '../support/temp-home.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/nightdesk.js');

interface Answer {
  readonly id: unknown;
  readonly claims: readonly {
    readonly sentence: number;
    readonly kind: string;
    readonly text: string;
    readonly verdict: string;
    readonly by: string;
    readonly source?: number;
    readonly passage?: string;
  }[];
  readonly checker?: { readonly state: string; readonly because?: string };
}

const ENGLISH = {
  id: 'ferry',
  language: 'en',
  builtAt: '2026-11-18T12:00:00Z',
  title: 'Ferry fares rise in Port Marlow',
  body: 'The council of Port Marlow raised ferry fares by a quarter on Tuesday. [1] Fewer people took the boat afterwards. [1]',
  sources: [
    {
      ...{ n: 1, url: 'https://paper.test/a', title: 'Ferry fares', publishedAt: '2026-11-18T10:00:00Z' },
      text: 'The council of Port Marlow put ferry fares up by 25% on Tuesday.\nMore people took the boat afterwards, the operator said.',
    },
  ],
};
const CHINESE = {
  id: '渡輪',
  language: 'zh-Hant-HK',
  builtAt: '2026-11-18T12:00:00Z',
  title: '長洲渡輪加價',
  body: '離島區議會周二通過長洲渡輪加價兩成半。[1]加價後乘客減少。[1]',
  sources: [
    {
      ...{ n: 1, url: 'https://paper.test/b', title: '渡輪加價', publishedAt: '2026-11-18T10:00:00Z' },
      text: '離島區議會周二通過長洲渡輪加價25%。\n營辦商表示，加價後乘客增加。',
    },
  ],
};
const STORIES = [ENGLISH, CHINESE];
const LAST = {
  ferry: 'More people took the boat afterwards, the operator said.',
  渡輪: '營辦商表示，加價後乘客增加。',
};

let gemini: LoopbackGemini;
beforeEach(async () => {
  gemini = await LoopbackGemini.start();
});
afterEach(() => gemini.close());

/** Answers each check with what is made of it, once it is a check at all. */
function answersWith(of: (check: AskedCheck) => object | string): void {
  gemini.answer((request) => {
    const check = askedCheck(unfenced(promptOf(request)));
    if (!check) throw new Error('a call that is no check');
    const said = of(check);
    return says(typeof said === 'string' ? said : JSON.stringify(said));
  });
}

/** The last sentence is told otherwise by its source; all others stand there. */
function truthful(check: AskedCheck, quote = lastPassage(check)): object {
  const { sentences } = allSupported(check) as { sentences: { i: number }[] };
  const last = sentences.at(-1)?.i;
  return {
    sentences: sentences.map((one) =>
      one.i === last ? { i: last, verdict: 'contradicted', passages: [quote], why: 'more, not fewer' } : one,
    ),
  };
}

const lastPassage = ({ passages }: AskedCheck) =>
  Object.values(LAST).find((text) => [...passages.values()].some((one) => one.includes(text))) ?? '';

const withGemini = () => ({ GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl });

/** Each story a line; a process that has ended before this resolves. */
async function verify(env: Record<string, string>, stories: readonly object[] = STORIES) {
  const child = spawn(process.execPath, [PROGRAM, 'newsroom', 'verify', '--jsonl', '--model'], {
    env: { PATH: process.env['PATH'], NIGHTDESK_HOME: tempHome(), ...env },
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  child.stdin.on('error', () => {}); // it may have ended before it read them
  child.stdin.end(stories.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const [code] = (await once(child, 'close')) as [number];
  const answers = out
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer);
  return { code, answers, err: err.join('') };
}

const lastOf = ({ claims }: Answer) =>
  claims.filter(({ kind, sentence }) => kind === 'entailment' && sentence === 2);

describe('nightdesk newsroom verify --model', () => {
  it('has each story checked by one call, in English and in Chinese, with passages word for word', async () => {
    answersWith((check) => truthful(check));
    const { code, answers, err } = await verify(withGemini());
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(gemini.asked).toHaveLength(2);
    expect(gemini.complaints).toEqual([]);
    expect(answers.map(({ id }) => id)).toEqual(['ferry', '渡輪']);
    for (const [at, answer] of answers.entries()) {
      const { text } = STORIES[at]!.sources[0]!;
      expect(answer.checker).toBeUndefined();
      expect(lastOf(answer)).toMatchObject([
        { verdict: 'contradicted', by: 'checker', source: 1, passage: Object.values(LAST)[at]!.slice(0, -1) },
      ]);
      for (const { sentence, verdict, passage } of answer.claims) {
        if (passage !== undefined) expect(text).toContain(passage);
        if (sentence < 2) expect([sentence, verdict]).toEqual([sentence, 'supported']);
      }
    }
  });

  it('takes no passage that does not stand in the source for a proof', async () => {
    answersWith((check) => ({
      sentences: check.sentences.map(({ i }) => ({
        i,
        verdict: 'supported',
        passages: ['Every word of this is made up. 全屬虛構。'],
      })),
    }));
    const { code, answers } = await verify(withGemini());
    expect(code).toBe(0);
    for (const answer of answers) {
      expect(answer.claims.some(({ by, verdict }) => by === 'checker' && verdict === 'supported')).toBe(
        false,
      );
      expect(JSON.stringify(answer)).not.toContain('made up');
    }
  });

  it.each([
    ['an answer that is no JSON', () => answersWith(() => 'I think that it is all fine.')],
    ['JSON that breaks off', () => answersWith(() => '{"sentences": [{"i": 0, "verdict":')],
    ['JSON of another form', () => answersWith(() => ({ verdicts: [] }))],
    [
      'HTTP 500',
      () =>
        gemini.failWith(
          ...Array.from({ length: 20 }, () => {
            return { kind: 'error', code: 500, status: 'INTERNAL', message: 'it broke' } as const;
          }),
        ),
    ],
  ])('leaves a story to the rules after %s, and says so', async (_, fails) => {
    fails();
    const { code, answers } = await verify(withGemini(), [ENGLISH]);
    expect(code).toBe(0);
    expect(answers).toMatchObject([{ id: 'ferry', checker: { state: 'failed' } }]);
    expect(answers[0]!.checker!.because).toMatch(/\w/);
    expect(answers[0]!.claims.length).toBeGreaterThan(0);
    expect(answers[0]!.claims.every(({ by }) => by === 'rules')).toBe(true);
  });

  it('warns of it where a file is checked for people', async () => {
    answersWith(() => 'I think that it is all fine.');
    const home = tempHome();
    writeFileSync(join(home, 'story.json'), JSON.stringify(ENGLISH));
    const child = spawn(
      process.execPath,
      [PROGRAM, 'newsroom', 'verify', join(home, 'story.json'), '--model'],
      { env: { PATH: process.env['PATH'], NIGHTDESK_HOME: home, ...withGemini() } },
    );
    const err: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(err.join('')).toContain('checked by the rules alone');
  });

  it('asks an OpenAI-compatible server where that is what is configured', async () => {
    const openai = await LoopbackOpenAi.start({ key: 'a-key' });
    openai.answer(({ body }) => {
      const prompt = body.messages
        .map(({ content }) => (typeof content === 'string' ? content : ''))
        .join('\n');
      return { text: JSON.stringify(truthful(askedCheck(unfenced(prompt))!)) };
    });
    const env = { OPENAI_BASE_URL: openai.baseUrl, OPENAI_API_KEY: 'a-key', OPENAI_MODEL: 'small-model' };
    const { code, answers, err } = await verify(env);
    await openai.close();
    expect([code, err]).toEqual([0, '']);
    expect(openai.violations).toEqual([]);
    expect(openai.asked).toHaveLength(2);
    for (const answer of answers) expect(lastOf(answer)).toMatchObject([{ verdict: 'contradicted' }]);
  });

  it('names the settings that are missing where no model is configured, and answers nothing', async () => {
    const { code, answers, err } = await verify({});
    expect(code).toBe(1);
    expect(answers).toEqual([]);
    expect(err).toMatch(/GEMINI_API_KEYS/);
    expect(err).toMatch(/OPENAI_BASE_URL/);
    expect(err).toMatch(/--model/);
  });
});
