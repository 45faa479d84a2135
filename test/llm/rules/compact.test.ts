import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { deskRequest } from './desk-requests.ts';

const at = 'Fri 20 Nov, 07:30';
const ann = (text: string) => ({ at, by: 'person', name: 'Ann', text });
const desk = (text: string) => ({ at, by: 'desk', text });
const ran = (name: string, text: string) => ({ at, by: 'run', name, text });

async function summed(...conversation: object[]): Promise<string[]> {
  const { text } = await deskModel.reply(deskRequest('compact', { material: { conversation } }));
  return text.split('\n');
}

describe('a conversation, summed up by the desk model', () => {
  it('says what was asked and answered, what is open, what was requested and what was posted', async () => {
    const lines = await summed(
      ann('hello'),
      desk('Hello.'),
      ann('no more crypto today'),
      desk('Noted (n1): planned runs leave out crypto.'),
      { at, by: 'trigger', name: 'Sample planner', text: 'Scheduled cron job triggered: Sample planner' },
      ran('Sample planner', 'Writing 3 stories. Two were left out because of the note on crypto.'),
      ann('Who is the captain?'),
      desk(
        'From the sources of this story:\n\n> Captain Rosa Whitlock was on the bridge.\n— Wire, <https://w>',
      ),
      ann('When will the ferry sail again?'),
      desk("The sources of this story don't say."),
      ann('The harbour master calls the ferry line at nine and wants our questions before.'),
      { at, by: 'remark', text: '[2 scheduled runs of "Diary" had nothing to post]' },
    );
    expect(lines).toEqual([
      'Asked of the desk:',
      `- Ann (${at}): "no more crypto today"`,
      'Asked and answered:',
      `- Ann (${at}): "Who is the captain?" → From the sources of this story: Captain Rosa Whitlock was on the bridge.`,
      'Still open:',
      `- Ann (${at}): "When will the ferry sail again?"`,
      'Posted:',
      `- (Sample planner, ${at}) Writing 3 stories. Two were left out because of the note on crypto.`,
      'Also said:',
      `- Ann (${at}): "The harbour master calls the ferry line at nine and wants our questions before."`,
    ]);
  });

  it('tells what was posted many times once', async () => {
    const posted = Array.from({ length: 9 }, () =>
      ran('Diary', 'Reminder: check the diary for tomorrow morning.'),
    );
    expect(await summed(...posted)).toEqual([
      'Posted:',
      `- (Diary, ${at}, 9×) Reminder: check the diary for tomorrow morning.`,
    ]);
  });

  it('carries over the newest lines of an earlier summary, whoever wrote it', async () => {
    const lines = Array.from({ length: 12 }, (_, n) => `- point ${n}`);
    const earlier = { at, by: 'summary', text: ['Still open:', ...lines].join('\n') };
    expect(await summed(earlier)).toEqual(['Earlier:', ...lines.slice(-8)]);
    const prose = { at, by: 'summary', text: 'Ann wants the ferry story early. Bo checks the names.' };
    expect(await summed(prose)).toEqual([
      'Earlier:',
      '- Ann wants the ferry story early.',
      '- Bo checks the names.',
    ]);
  });

  it('stays short, however long the conversation was', async () => {
    const talk = Array.from({ length: 200 }, (_, n) => [
      ann(`Is ferry number ${n} of ${'the long line '.repeat(30)} late?`),
      desk(n % 2 ? 'It is late, says the harbour of the island.' : "The sources of this story don't say."),
      ann(`Ferry ${n} belongs on the front page, says editor number ${n * 7}. ${'And more. '.repeat(50)}`),
      desk('Yes.'),
      ran('Diary', `Reminder ${n}: check the diary.`),
    ]).flat();
    const lines = await summed(...talk);
    expect(lines.length).toBeLessThanOrEqual(44);
    expect(lines.join('\n').length).toBeLessThan(9_000);
    expect(lines.join('\n')).toContain('Reminder 199');
  });

  it('is said in Chinese when people wrote Chinese', async () => {
    const lines = await summed(ann('船長係邊個？'), desk('這篇報道的來源沒有提及。'));
    expect(lines).toEqual(['未有答案：', `- Ann (${at}): "船長係邊個？"`]);
  });

  it('is empty when nothing was said that is worth keeping', async () => {
    expect(await summed(ann('hello'), desk('Hello.'))).toEqual(['']);
  });

  it('keeps requests, notes and what was answered with its numbers through long talk in two languages', async () => {
    const talk = Array.from({ length: 60 }, (_, n) => [
      ann(
        n % 2
          ? `The weather on day ${n} was fine for a walk along the pier.`
          : `第${n}日天氣不錯，適合在碼頭散步。`,
      ),
      desk(n % 2 ? 'Noted.' : '收到。'),
    ]).flat();
    const lines = await summed(
      ann('no more crypto today'),
      desk('Noted: planned runs leave out Crypto.'),
      ann('記住星期五休息'),
      desk('記住了：「星期五休息」。'),
      ...talk,
      ann('How much will the pier cost to repair?'),
      desk('From the sources of this story: the repair will cost £2.6 million and take six weeks.'),
      ann('remember that Bo signs off the 21:30 story'),
      desk('Noted.'),
    );
    const text = lines.join('\n');
    for (const kept of ['no more crypto today', '星期五休息', '£2.6 million', 'Bo signs off the 21:30 story'])
      expect(text).toContain(kept);
    const again = await summed({ at, by: 'summary', text }, ...talk);
    for (const kept of ['no more crypto today', '星期五休息', '21:30'])
      expect(again.join('\n')).toContain(kept);
  });
});
