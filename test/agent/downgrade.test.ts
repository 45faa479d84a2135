import { describe, expect, it } from 'vitest';
import type { ModelReply, Passed } from '../../src/llm/chat-model.ts';
import { Downgrades } from '../../src/agent/downgrade.ts';
import type { Inbound, TurnEnd } from '../../src/sessions/turn.ts';
import { request } from '../llm/a-router.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const DESK = { provider: 'desk', model: 'desk-1', languageModel: false };
const LLM = { provider: 'openai', model: 'local', languageModel: true };
const OUT: Passed = { provider: 'gemini', code: 'unavailable', because: 'Gemini is out of reach.' };
const WRONG: Passed = { provider: 'gemini', code: 'misconfigured', because: 'The key is wrong.' };

/** How a turn ends whose model gave these replies. */
async function ending(
  replies: Partial<ModelReply>[],
  {
    inbound = message('m1', 'hello'),
    language = 'en' as 'en' | 'zh-Hant-HK',
    end = {} as Partial<TurnEnd>,
  } = {},
) {
  const downgrades = new Downgrades(language);
  const model = downgrades.watch(scriptedModel(...replies));
  const stores = openStores(tempHome());
  const stage = conduct(
    stores,
    new FakeClock(),
    downgrades.naming(async (pass) => {
      const about = { turn: pass.started.turn.id };
      let last: ModelReply | undefined;
      for (const _ of replies) last = await model.reply(request({ about }));
      const { text: summary, servedBy } = last!;
      await pass.settle({ status: 'ok', summary, servedBy, ...end });
    }),
  );
  const { run } = inbound as Inbound;
  if (run) await stores.jobs.add(writtenJob(run.jobId, 5));
  await stage.conductor.submit(inbound);
  await stage.conductor.idle();
  const found = await stores.book.find(inbound.id);
  if (found?.state !== 'closed') throw new Error('the turn did not close');
  return found.end;
}

describe("a turn's end", () => {
  it('says once that the desk model answered in place of a language model, however often it was asked', async () => {
    const passed = [OUT];
    const end = await ending([
      { text: '', servedBy: DESK, passed },
      { text: 'A quote.', servedBy: DESK, passed },
    ]);
    expect(end.summary).toBe('A quote.\n\n*(Without a language model this time: Gemini is out of reach.)*');
    expect(end.passed).toEqual(passed);
  });

  it('says it in the language of the edition', async () => {
    const end = await ending([{ text: '答案。', servedBy: DESK, passed: [OUT] }], { language: 'zh-Hant-HK' });
    expect(end.summary).toBe('答案。\n\n*（這次沒有用語言模型：Gemini is out of reach.）*');
  });

  it('says nothing where the desk model was meant, or another language model served', async () => {
    expect(await ending([{ text: 'A quote.', servedBy: DESK }])).toEqual({
      status: 'ok',
      summary: 'A quote.',
      servedBy: DESK,
    });
    const end = await ending([{ text: 'Yes.', servedBy: LLM, passed: [WRONG] }]);
    expect(end).toMatchObject({ summary: 'Yes.', passed: [WRONG] });
  });

  it("of a job's run says what is set up wrongly, whoever served", async () => {
    const end = await ending([{ text: 'Done.', servedBy: LLM, passed: [WRONG] }], {
      inbound: slot('job1', 5),
    });
    expect(end.summary).toBe('Done.\n\n*(The key is wrong.)*');
  });

  it('leaves quiet ends alone, and does not repeat what was said already', async () => {
    const passed = [OUT];
    const quiet = await ending([{ text: 'Nothing.', servedBy: DESK, passed }], { end: { status: 'quiet' } });
    expect(quiet).toMatchObject({ summary: 'Nothing.', passed });
    const said = { text: 'I could not: Gemini is out of reach.', servedBy: DESK, passed };
    expect((await ending([said])).summary).toBe(said.text);
  });
});
