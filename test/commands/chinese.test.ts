import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/feature/command.ts';
import { sayProblem } from '../../src/feature/say-problem.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';
import { ann, morning, news, person } from './as-ann.ts';

async function said(
  house: SmallDesk,
  name: string,
  options: Record<string, unknown> = {},
  more: Partial<CommandContext> = {},
): Promise<string> {
  return (await ann(house, name, options, { locale: 'zh', ...more })).text;
}

describe('to those who read Chinese', () => {
  it('says what was scheduled, and when it runs next', async () => {
    const house = smallDesk();
    expect(await said(house, 'cron add', { ...morning, name: '早報' })).toBe(
      [
        '已在這個對話設定 **早報**：每個平日 07:30（香港時間）。',
        '接下來：1月6日（二）07:30 · 1月7日（三）07:30 · 1月8日（四）07:30',
      ].join('\n'),
    );
    expect(await said(house, 'cron list')).toBe(
      '- **早報**：每個平日 07:30（香港時間）；下次 1月6日（二）07:30',
    );
    expect(await said(house, 'cron show', { job: '早' })).toBe(
      [
        '**早報**（<chat:console:news>）',
        '每個平日 07:30（香港時間）；下次 1月6日（二）07:30',
        '接下來：1月6日（二）07:30 · 1月7日（三）07:30 · 1月8日（四）07:30 · 1月9日（五）07:30 · 1月12日（一）07:30',
        '> Plan the edition.',
        '由 Ann 於 1月5日（一）14:00 建立。',
      ].join('\n'),
    );
    expect(await said(house, 'cron pause', { job: '早報' })).toBe(
      '已暫停 **早報**。可用 /cron resume 恢復。',
    );
    expect(await said(house, 'cron list')).toContain('；已暫停');
    expect(await said(house, 'cron edit', { job: '早報', schedule: '逢星期一 09:00' })).toBe(
      '已修改 **早報**：逢星期一 09:00（香港時間）。這項工作已暫停。',
    );
    expect(await said(house, 'cron resume', { job: '早報' })).toBe(
      '已恢復 **早報**。接下來：1月12日（一）09:00 · 1月19日（一）09:00 · 1月26日（一）09:00',
    );
    await house.close();
  });

  it('tells the history', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', { ...morning, name: '早報' });
    expect(await said(house, 'cron history', { job: '早報' })).toBe('**早報** 還沒有執行過。');
    await house.cron.run('id1', 'force');
    await house.conductor.idle();
    expect(await said(house, 'cron history', { job: '早報' })).toMatch(
      /^\*\*早報\*\*\n- 1月5日（一）14:00（手動）：\*\*完成\*\*，歷時 0 秒.*：早報 is done$/,
    );
    expect(await said(house, 'cron list')).toContain('，上次完成');
    await house.close();
  });

  it('asks before it removes, with both buttons', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', { ...morning, name: '早報' });
    const { text, confirm } = await ann(house, 'cron remove', { job: '早報' }, { locale: 'zh' });
    expect(text).toBe('要移除 **早報** 嗎？之後不會再執行；已發布的內容會保留。');
    expect(confirm).toEqual({
      label: '移除',
      keep: '保留',
      name: 'cron remove',
      options: { job: 'id1', sure: true },
    });
    expect(await said(house, confirm!.name, { ...confirm!.options })).toBe('已移除 **早報**。');
    await house.close();
  });

  it('says that scheduled work is off', async () => {
    const house = smallDesk({ enabled: false });
    expect(await said(house, 'cron add', morning)).toContain('關閉了定時工作');
    expect(await said(house, 'cron list')).toContain('關閉了定時工作');
    expect(await said(house, 'desk status')).toContain('定時工作已關閉（NIGHTDESK_SKIP_CRON）：1 項');
    await house.close();
  });

  it('remembers, tells its state, and begins anew', async () => {
    const house = smallDesk();
    expect(await said(house, 'session status')).toBe('這裡還沒有對話。\n0 項備忘、0 項定時工作。');
    await house.desk.say({ session: news, text: 'hello' }, GATEWAY);
    await house.conductor.idle();
    expect(await said(house, 'session notes')).toBe('沒有備忘。可用 /session remember 新增。');
    expect(await said(house, 'session remember', { text: '不要加密貨幣' })).toBe(
      '已記住：不要加密貨幣（Ann）',
    );
    expect(await said(house, 'session forget', { note: '體育' })).toBe(
      '沒有符合的備忘；現有的有：「不要加密貨幣」。',
    );
    await ann(house, 'cron add', morning);
    expect(await said(house, 'session status')).toBe(
      [
        '**news**',
        '由 1月5日（一）06:00（Europe/London）起有 2 項記錄；從未重新開始。',
        '1 項備忘、1 項定時工作。',
        '接下來：**Morning**，1月6日（二）07:30。',
      ].join('\n'),
    );
    expect(await said(house, 'session forget', { note: '加密' })).toBe('已刪除：不要加密貨幣');
    expect(await said(house, 'session reset')).toContain('這個對話重新開始');
    expect(await said(house, 'session status')).toContain('；重新開始過 1 次');
    await house.close();
  });

  it.each<[string, string, Record<string, unknown>, Partial<CommandContext>]>([
    ['我看不懂「whenever」這個時間。可以這樣寫：每個平日 7:30', 'cron add', { schedule: 'whenever' }, {}],
    ['太頻密了：最少相隔 10 秒。', 'cron add', { schedule: 'every 1s' }, {}],
    ['2020年1月1日星期三 01:00（英國時間）已經過去', 'cron add', { schedule: 'at 2020-01-01 09:00' }, {}],
    ['「99 * * * *」不是有效的 cron 表達式', 'cron add', { schedule: '99 * * * *' }, {}],
    ['「0 0 31 2 *」永遠不會到期。', 'cron add', { schedule: '0 0 31 2 *' }, {}],
    ['沒有「Mars」這個時區。', 'cron add', { tz: 'Mars' }, {}],
    [
      '沒有「nonesuch」這個工作模式；可用的有：reminder、planner_daily。',
      'cron add',
      { profile: 'nonesuch' },
      {},
    ],
    ['定時工作要有看得見的名稱。', 'cron add', { name: '\u200b' }, {}],
    ['名稱太長，最多 200 個字元。', 'cron add', { name: 'x'.repeat(201) }, {}],
    ['訊息是空白的', 'cron add', { message: '\u200b\u2060' }, {}],
    ['訊息太長，最多 8000 個字元。', 'cron add', { message: 'x'.repeat(8_001) }, {}],
    ['/cron add 需要「message」：每次要做甚麼。', 'cron add', { message: '' }, {}],
    ['「quiet」不能是 "maybe"；可用的：true 或 false。', 'cron add', { quiet: 'maybe' }, {}],
    ['/cron add 沒有「where」這個選項', 'cron add', { where: 'here' }, {}],
    [
      'Ann，你不能使用 /cron add：需要編輯的身分組，或管理這個頻道的權限。',
      'cron add',
      {},
      { actor: person() },
    ],
  ])('refuses: %s', async (words, name, options, more) => {
    const house = smallDesk();
    const reply = await ann(house, name, { ...morning, ...options }, { locale: 'zh', ...more });
    expect(reply).toMatchObject({ refused: true, ephemeral: true });
    expect(reply.text).toContain(words);
    expect(await house.cron.list()).toEqual([]);
    await house.close();
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['這裡沒有「晚報」這項工作；現有的有：早報、早報二。', 'cron show', { job: '晚報' }],
    ['「報」可以是幾項工作：早報 (`id1`)、早報二 (`id2`)。請給編號。', 'cron show', { job: '報' }],
    ['沒有要修改的', 'cron edit', { job: '早報' }],
    ['只有按日曆執行的工作才有時區', 'cron edit', { job: '早報二', tz: '香港' }],
    ['沒有第 2 頁，最後一頁是第 1 頁。', 'cron list', { page: 2 }],
    ['「limit」不能是 90；可用的：整數，由 1 起，至 25 止。', 'cron history', { job: '早報', limit: 90 }],
    ['這關乎整個編輯台，需要管理伺服器的權限', 'cron list', { everywhere: true }],
    ['這關乎整個編輯台', 'desk pause', {}],
    ['備忘是空白的', 'session remember', { text: '\u200b' }],
  ])('refuses: %s', async (words, name, options) => {
    const house = smallDesk();
    await ann(house, 'cron add', { ...morning, name: '早報' });
    await ann(house, 'cron add', { ...morning, name: '早報二', schedule: 'every 2h' });
    const reply = await ann(house, name, options, { locale: 'zh' });
    expect(reply).toMatchObject({ refused: true, ephemeral: true });
    expect(reply.text).toContain(words);
    await house.close();
  });

  it('says the same in English where Chinese was not asked for', () => {
    const problem = { kind: 'has_passed', atMs: Date.UTC(2020, 0, 1, 9) } as const;
    expect(sayProblem(problem, 'en', 'Europe/London')).toBe(
      'Wednesday 1 January 2020 at 09:00, London time, has passed; give a time to come.',
    );
    expect(sayProblem({ kind: 'blank_note' }, 'en', 'UTC')).toBe('The note is blank: say what to remember.');
  });

  it('has no English sentence in any answer', async () => {
    const house = smallDesk();
    const actor = person('jobs', 'desk');
    await ann(house, 'cron add', { ...morning, name: '早報', message: '準備早報。' });
    for (const { name, options } of house.commands.list()) {
      const given = Object.fromEntries(
        options.filter(({ required }) => required).map((option) => [option.name, GIVEN[option.name] ?? 'x']),
      );
      const text = await said(house, name, given, { actor });
      expect(text).toMatch(/\p{Script=Han}/u);
      const words = text.replace(/`[^`]*`|\/[a-z]+( [a-z]+)?|\*\*[^*]*\*\*|[A-Za-z]+\/[A-Za-z_]+/g, '');
      expect(words.match(/[a-z]+ [a-z]+/gi) ?? [], `${name}: ${text}`).toEqual([]);
      await ann(house, 'cron add', { ...morning, name: '早報', message: '準備早報。' });
    }
    await house.close();
  });
});

const GIVEN: Readonly<Record<string, string>> = {
  name: '晚報',
  message: '準備晚報。',
  schedule: '每日 18:00',
  job: 'id1',
  text: '不要體育',
  note: '體育',
};
