/** A desk of a Traditional Chinese edition whose only model fails: what the conversation shows. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { LoopbackOpenAi } from '../support/models/loopback-openai.ts';

const MORNING = Date.UTC(2026, 10, 20, 6, 30);

describe('a Chinese desk without a fallback', () => {
  let server: LoopbackOpenAi;
  let desk: Awaited<ReturnType<typeof modelsDesk>>;
  let clock: FakeClock;

  beforeEach(async () => {
    server = await LoopbackOpenAi.start({ models: ['llama3.2'] });
    clock = new FakeClock(MORNING);
  });
  afterEach(async () => {
    await desk.stop();
    await server.close();
  });

  const start = async (models: object = {}) => {
    desk = await modelsDesk({
      clock,
      env: { OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'llama3.2' },
      models: { chains: { default: ['openai'] }, ...models },
      edition: { sample: undefined, feeds: [], schedules: [], language: 'zh-Hant-HK' },
    });
  };
  /** Ask, and let time pass until the turn ends. */
  const ask = async (text: string) => {
    let ended = false;
    const answer = desk.ask(text).finally(() => (ended = true));
    await eventually(async () => {
      await clock.advance(5_000);
      return ended;
    });
    return answer;
  };

  it.each([
    ['answers 429', 'rate_limited', /^語言模型現時太忙，請過 \d+ 分鐘再問我。$/u],
    ['has nothing left to spend', 'quota', /^語言模型今日的用量已經用完，我未能完成這項工作。$/u],
    ['answers 500', 'server_error', /^暫時連接不到語言模型，我未能完成這項工作。$/u],
    ['never answers', 'never_answers', /^時間用盡，我未能完成這項工作。$|^暫時連接不到語言模型/u],
    ['refuses the key', 'wrong_key', /^語言模型的設定有誤，我未能完成這項工作：\S/u],
  ] as const)('says so in Chinese when the model’s server %s', async (_, fault, sentence) => {
    await start();
    server.faults.next(...Array.from({ length: 9 }, () => fault));
    const answer = await ask('今日有甚麼新聞？');
    expect(answer.meta?.status).not.toBe('ok');
    expect(answer.content).toMatch(sentence);
  });

  it('names the ceiling in Chinese', async () => {
    await start({ ceilings: { day: { attempts: 1 } } });
    await ask('一');
    expect((await ask('二')).content).toBe(
      '已達每日 1 次呼叫的上限，所以不再使用語言模型；設定是版面的 models.ceilings.day.attempts。',
    );
  });
});
