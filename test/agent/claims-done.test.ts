import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { claimsDone } from '../../src/agent/claims-done.ts';
import { tool } from '../../src/sessions/tool.ts';
import { message, slot } from '../support/inbound.ts';
import { call, scriptedModel } from '../support/scripted-model.ts';
import { turn } from './a-turn.ts';

const ASKED = 'can you schedule a daily summary for 18:00?';
const SCHEDULED = "I've scheduled the daily summary for 18:00 every day.";
const NOTHING = '(Nothing was changed by this message.)';

describe('an answer says that something was done', () => {
  it.each([
    [SCHEDULED, ASKED],
    [
      "Sure! I've set up a reminder for every weekday at 7:30.",
      'remind us every weekday at 7:30 to check the diary',
    ],
    [
      'I have now paused the planner until Friday. Let me know if you need anything else.',
      'pause the planner',
    ],
    ["I've gone ahead and removed the diary reminder.", 'please remove the diary reminder'],
    ['I just approved the tunnel story.', 'approve the tunnel story'],
    ['Done! The summary will run every day at 18:00.', ASKED],
    ['Done.', 'pause the planner'],
    ['All set — your reminder is now active.', 'remind me at 9 to call'],
    ["Okay, I checked the schedule and I've moved the brief reminder to 9:00.", 'move the brief to 9'],
    ['好的，已經幫你設定每日18:00的摘要。', '每日六點做摘要'],
    ['我已為大家暫停選題，直到星期五。', '暫停選題'],
  ])('%s', (text, said) => {
    expect(claimsDone(text, said)).toBe(true);
  });

  it.each([
    ['The mayor said: "I have cancelled the parade."', 'what did the mayor say, and pause nothing'],
    ["I've scheduled it for 18:00, yes.", 'did you schedule the summary?'],
    ['The council has set up a fund, the Gazette reports.', 'tell me about the fund and be short'],
    ["I've shortened the second sentence: The tunnel shut for five hours.", 'make it shorter'],
    ["I've removed the last sentence: The tunnel reopened at noon.", 'drop the last sentence'],
    ['I can schedule that. When should it run?', 'schedule a summary'],
    ["I haven't scheduled anything yet: at what time?", 'schedule a summary'],
    ['The story is waiting for approval.', 'show me the tunnel story'],
    ['已安排三百名居民入住臨時庇護站。', '講多啲'],
    ['來源說隧道已經關閉五小時。', '講下隧道嗰單'],
    ['政府已經取消計劃，《燈塔新聞》報道。', '寫一句撮要'],
  ])('or not: %s', (text, said) => {
    expect(claimsDone(text, said)).toBe(false);
  });
});

describe('a model that says that it did what no tool did', () => {
  it('is asked once more, and may do it then', async () => {
    const model = scriptedModel(SCHEDULED, [call('add', { n: 1 })], SCHEDULED);
    const { end, added } = await turn(model, message('m1', ASKED));
    expect(end).toMatchObject({ status: 'ok', summary: SCHEDULED });
    expect(added).toEqual([1]);
    expect(model.requests[1]!.messages.at(-1)!.text).toContain('no tool of yours did anything');
  });

  it('is corrected below its answer where it says so again, also after a refusal', async () => {
    for (const lines of [[], [[call('add', { n: -1 })]]]) {
      const { end } = await turn(scriptedModel(...lines, SCHEDULED, SCHEDULED), message('m1', ASKED));
      expect(end).toMatchObject({ status: 'ok', summary: `${SCHEDULED}\n\n${NOTHING}` });
    }
  });

  it('is not believed after a tool that asked back', async () => {
    const asking = tool({
      name: 'drop',
      description: 'Drop a number.',
      args: z.strictObject({}),
      run: async () => ({ ask: 'Drop it?', todo: 'Nothing is done yet.' }),
    });
    const removed = "I've removed the daily reminder.";
    const model = scriptedModel([call('drop', {})], removed, removed);
    const more = { allowed: { drop: 2 }, more: [asking] };
    const { end } = await turn(model, message('m1', 'remove the daily reminder'), more);
    expect(end.summary).toBe(`${removed}\n\n${NOTHING}`);
  });

  it('is believed after a tool that changed something, and in a scheduled run', async () => {
    const done = await turn(scriptedModel([call('add', { n: 1 })], SCHEDULED), message('m1', ASKED));
    expect(done.end.summary).toBe(SCHEDULED);
    expect((await turn(scriptedModel(SCHEDULED), slot('diary', 5))).end.summary).toBe(SCHEDULED);
  });
});
