/** How the steps of a newsletter ask models and look texts up, through the parts that a desk has. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Prompts } from '../../src/agent/prompts.ts';
import { ModelError, type ChatModel, type ModelReply, type ModelRequest } from '../../src/llm/chat-model.ts';
import { stepPorts } from '../../src/newsletter/newsroom-ports.ts';
import { programFiles } from '../../src/config/program-files.ts';
import type { LetterQuestion } from '../../src/newsletter/steps/deps.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { scriptedModel } from '../support/scripted-model.ts';

const NOW = Date.UTC(2026, 10, 20, 7);
const question = (over: Partial<LetterQuestion> = {}): LetterQuestion => ({
  profile: 'newsletter_final',
  input: { sections: [] },
  answer: z.object({ title: z.string(), intro: z.string() }),
  signal: new AbortController().signal,
  ...over,
});

function depsWith(
  model: ChatModel,
  { edition = {}, clock = new FakeClock(NOW) }: { edition?: Partial<Edition>; clock?: FakeClock } = {},
) {
  const unused = {} as never;
  const whole = anEdition(edition);
  return stepPorts({
    ...{ edition: whole, clock, pool: unused, inputs: unused, fetcher: unused, extractor: unused },
    prompts: Prompts.read([programFiles.prompts], whole.language),
    models: { model, serves: () => true },
    session: 'newsletter_20261120',
  });
}

describe('asking a model for a newsletter', () => {
  it('asks under its profile, for JSON, and says for which newsletter', async () => {
    const model = scriptedModel('{"title": "T", "intro": "I"}');
    const { model: letter } = depsWith(model);
    expect(await letter.ask(question())).toEqual({
      kind: 'answered',
      value: { title: 'T', intro: 'I' },
      model: 'script-1',
    });
    expect(model.requests[0]).toMatchObject({
      task: 'newsletter',
      tools: [],
      limits: { maxOutputTokens: 2_048, temperature: 0.4 },
      output: { name: 'newsletter_final', schema: { type: 'object', required: ['title', 'intro'] } },
      about: { session: 'newsletter_20261120' },
    });
    expect(model.requests[0]!.system).toContain('newsletter of Test');
    expect(model.requests[0]!.system).toContain('Fri 20 Nov, 07:00 (Europe/London)');
  });

  it.each<[string, Partial<ModelReply> | string | Error]>([
    ['is out of reach', new ModelError('unavailable', 'It is out of reach.')],
    ['refuses', { finish: 'blocked' }],
    ['is cut off', { text: '{"title": "T", "intr', finish: 'length' }],
    ['writes two answers', '{"title": "A"} or {"title": "B"}'],
    [
      'is the desk model',
      { text: '{}', servedBy: { provider: 'desk', model: 'desk-1', languageModel: false } },
    ],
  ])('fails where it %s', async (_, said) => {
    const { model } = depsWith(scriptedModel(said));
    expect(await model.ask(question())).toEqual({ kind: 'failed' });
  });

  it('throws what is no fault of a model, and the reason of its signal', async () => {
    const broken = depsWith(scriptedModel(new TypeError('a bug')));
    await expect(broken.model.ask(question())).rejects.toThrow(TypeError);
    const reason = new Error('the desk closes');
    const stop = new AbortController();
    const stopped = depsWith(
      scriptedModel(() => {
        stop.abort(reason);
        return new ModelError('unavailable', 'It was stopped.');
      }),
    );
    await expect(stopped.model.ask(question({ signal: stop.signal }))).rejects.toBe(reason);
  });

  it('gives up when the profile’s time is over, and leaves no wait behind', async () => {
    const clock = new FakeClock(NOW);
    const silent: ChatModel = {
      reply: ({ signal }: ModelRequest) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    };
    const asked = depsWith(silent, { clock }).model.ask(question());
    await clock.advance(180_000);
    expect(await asked).toEqual({ kind: 'failed' });
    await depsWith(scriptedModel('{}'), { clock }).model.ask(question());
    expect(clock.waiters).toBe(0);
  });

  it('may try as often as the profile says, and no more', async () => {
    let attempts = 0;
    const greedy: ChatModel = {
      reply: async ({ spending }) => {
        for (;;) {
          spending?.attempt();
          attempts += 1;
        }
      },
    };
    expect(await depsWith(greedy).model.ask(question())).toMatchObject({ kind: 'failed' });
    expect(attempts).toBe(2);
  });

  it('reads Simplified Chinese as Hong Kong writes it', async () => {
    const { model } = depsWith(scriptedModel('{"title": "渡轮加价", "intro": "离岛区议会通过。"}'), {
      edition: { language: 'zh-Hant-HK' },
    });
    expect(await model.ask(question())).toMatchObject({
      value: { title: '渡輪加價', intro: '離島區議會通過。' },
    });
  });
});

describe('looking texts up for a newsletter', () => {
  const source = (text: string, n = 1) => ({
    url: `https://paper.test/${n}`,
    title: `Page ${n}`,
    text,
    publisher: 'The Paper',
  });
  const { checks } = depsWith(scriptedModel());

  it('tells which sentences are doubted and why, as they stand there, and adds citations that were missing', async () => {
    const sources = [
      source('The council voted 31 to 12 on Thursday.'),
      source('The vote costs £240,000 a year, the mayor said.', 2),
    ];
    const body =
      'The council voted 31 to 12 on Thursday. [1] The vote costs £240,000 a year. [1] It costs £990,000. [2]';
    const checked = await checks.check({ title: 'Council votes 99 to 12', body }, sources);
    expect(checked.body).toBe(
      'The council voted 31 to 12 on Thursday. [1] The vote costs £240,000 a year. [1][2] It costs £990,000. [2]',
    );
    expect(checked.doubts).toEqual([
      { sentence: 'It costs £990,000. [2]', why: ['no source has the number "£990,000"'] },
    ]);
    expect(checked.title).toEqual(['no source has the number "99"']);
  });

  it('reads sources once, however many texts are held to them', async () => {
    let reads = 0;
    const sources = [
      {
        ...source(''),
        get text() {
          reads += 1;
          return 'The council voted 31 to 12 on Thursday.';
        },
      },
    ];
    for (const votes of [31, 99]) {
      const { doubts } = await checks.check({ title: '', body: `It voted ${votes} to 12. [1]` }, sources);
      expect(doubts).toHaveLength(votes === 31 ? 0 : 1);
    }
    expect(reads).toBe(1);
  });

  it('says why in the language of the edition', async () => {
    const { checks: chinese } = depsWith(scriptedModel(), { edition: { language: 'zh-Hant-HK' } });
    const { doubts } = await chinese.check({ title: '', body: '渡輪加價65%。[1]' }, [
      source('渡輪加價25%。'),
    ]);
    expect(doubts).toEqual([{ sentence: '渡輪加價65%。[1]', why: ['來源沒有數字「65%」'] }]);
  });
});
