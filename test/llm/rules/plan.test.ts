import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { deskRequest, offering, toolResult, user } from './desk-requests.ts';

const TOOLS = offering('inputs', 'write_run');

function candidate(i: number, over: Record<string, unknown> = {}) {
  return {
    i,
    id: i,
    event_id: 100 + i,
    title: `Council number ${i} votes on bridge`,
    description: `The council of town ${i} agreed on £${i}.5 million for a bridge.`,
    suggested_category: 'UK News',
    primary_url: `https://one.example/${i}`,
    supporting_urls: [`https://two.example/${i}`],
    age_minutes: 60,
    link_count: 3,
    domains: ['one.example', 'two.example'],
    parent_event_id: null,
    event_key: `k${i}`,
    semantic_event_key: `s${i}`,
    suggest_flags: [],
    ...over,
  };
}

function inputs(over: Record<string, unknown> = {}) {
  return {
    kind: 'daily',
    preparedAtMs: 0,
    feeds: { of: 2, answered: 1, items: 20, newItems: 2, silent: ['Island Wire'] },
    candidates: [
      candidate(1, { title: 'Ferry strikes pier', age_minutes: 600 }),
      candidate(2, {
        title: 'Minister resigns over tax',
        suggested_category: 'Politics',
        domains: ['a', 'b', 'c', 'd'],
      }),
      candidate(3, { title: 'Old tale told again', age_minutes: 4000 }),
      candidate(4, { title: 'Lone rumour', supporting_urls: [], domains: ['one.example'] }),
    ],
    leftOut: [],
    pick: { atMost: 2 },
    notes: [],
    ...over,
  };
}

const written = { status: 'ok', run_id: 'r1', run_dir: 'jobs/r1', stories: [] };

async function plan(...results: ReturnType<typeof toolResult>[]) {
  return deskModel.reply(deskRequest('plan', { tools: TOOLS, messages: [user('Plan.'), ...results] }));
}

async function record(snapshot: unknown, run: unknown = written) {
  const reply = await plan(toolResult('inputs', snapshot), toolResult('write_run', run));
  return JSON.parse(reply.text) as {
    status: string;
    say: string;
    reason?: string;
    run_dir: string | null;
    stories: { i: number }[];
    left_out: { title: string; why: string }[];
  };
}

describe('a planning turn without a language model', () => {
  it('reads the inputs first', async () => {
    const reply = await plan();
    expect(reply).toMatchObject({
      finish: 'tools',
      toolCalls: [{ name: 'inputs', args: {} }],
      usage: { input: 0, output: 0 },
    });
  });

  it('hands its picks to write_run, best first, with anchors from the description', async () => {
    const reply = await plan(toolResult('inputs', inputs()));
    expect(reply.toolCalls[0]).toMatchObject({
      name: 'write_run',
      args: {
        stories: [
          { i: 2, title: 'Minister resigns over tax', category: 'Politics', concrete_anchor: '£2.5 million' },
          { i: 1, concrete_anchor: '£1.5 million' },
        ],
        passed_over: expect.arrayContaining([
          { i: 3, why: expect.any(String) as string },
          { i: 4, why: expect.any(String) as string },
        ]) as unknown,
      },
    });
  });

  it.each([
    ['en', ['zh', 'mixed'], 'it needs a language model: it is told in Chinese only'],
    ['zh-Hant-HK', ['en'], '需要語言模型：只有英文報道'],
  ])('leaves to a language model what nobody tells in %s', async (language, languages, why) => {
    const own = language === 'en' ? 'en' : 'zh';
    const candidates = [
      candidate(1, { title: 'Ferry strikes pier', languages }),
      candidate(2, { title: 'Minister resigns over tax', languages: [own, ...languages] }),
      candidate(3, { title: 'Observatory warns of storm', languages: ['unknown'] }),
    ];
    const result = await record(inputs({ language, candidates }));
    expect(result.stories.map(({ i }) => i).sort()).toEqual([2, 3]);
    expect(result.left_out).toEqual([{ title: 'Ferry strikes pier', why }]);
  });

  it('says in Chinese why it picks and why not, where the stories are Chinese', async () => {
    const language = 'zh-Hant-HK';
    const chinese = { languages: ['zh'], suggested_category: 'Politics' };
    const candidates = [
      candidate(1, { ...chinese, title: '立法會通過撥款24億元建醫院' }),
      candidate(2, { ...chinese, title: '渡輪撞碼頭12人受傷', age_minutes: 4_000 }),
      candidate(3, { ...chinese, title: '小販管理條例修訂諮詢3個月', domains: ['one.example'] }),
      candidate(4, { ...chinese, title: '立法會通過撥款24億元起醫院' }),
      candidate(5, { ...chinese, title: '天文台周五考慮發8號風球' }),
      candidate(6, { ...chinese, title: '法院下月判決7人上訴' }),
      candidate(7, { ...chinese, title: '學校周一起停課14日' }),
    ];
    const asked = await plan(toolResult('inputs', inputs({ language, candidates, pick: { atMost: 5 } })));
    const run = asked.toolCalls?.[0]?.args as { stories: { why: string }[]; passed_over: { why: string }[] };
    const whys = [...run.stories, ...run.passed_over].map(({ why }) => why);
    expect(whys).toHaveLength(7);
    for (const why of whys) expect(why).not.toMatch(/[a-z]{3}/i);
    const nothing = await record(inputs({ language, candidates: [] }));
    expect(nothing).toMatchObject({
      reason: '沒有候選',
      say: expect.stringMatching(/^今次沒有可發的報道/) as string,
    });
    const refused = await record(inputs({ language, candidates }), { status: 'error', message: '磁碟已滿' });
    expect(refused).toMatchObject({ reason: '訂稿未獲接納：磁碟已滿' });
    expect(refused.say).not.toMatch(/[a-z]{3}/i);
  });

  it('reports what it planned and what it passed over', async () => {
    const result = await record(inputs());
    expect(result).toMatchObject({ status: 'planned', run_dir: 'jobs/r1', say: 'Writing 2 stories.' });
    expect(result.stories.map(({ i }) => i)).toEqual([2, 1]);
    expect(result.left_out.map(({ title }) => title)).toContain('Old tale told again');
  });

  it("quotes the editor's note that left something out", async () => {
    const out = {
      event_id: 9,
      title: 'Exchange halts withdrawals',
      category: 'Crypto',
      reason: 'excluded',
      noteId: 'n1',
    };
    const notes = [{ text: 'no more crypto today', by: 'Ann' }];
    expect((await record(inputs({ leftOut: [out], notes }))).say).toBe(
      'Writing 2 stories. Left out \'Exchange halts withdrawals\' (Crypto): Ann asked "no more crypto today".',
    );
    const many = [out, { ...out, event_id: 10 }, { ...out, event_id: 11 }];
    expect((await record(inputs({ leftOut: many, notes }))).say).toContain('Left out 3 Crypto: Ann asked');
  });

  it('says which sources answered when there is nothing to post', async () => {
    const result = await record(inputs({ candidates: [] }));
    expect(result).toMatchObject({ status: 'no_post', run_dir: null, reason: 'no candidates' });
    expect(result.say).toBe(
      'No story this time: 1 of 2 sources answered (no answer from Island Wire), with 20 items, 2 of them new.',
    );
  });

  it('says so when the run was refused or the inputs can not be read', async () => {
    const refused = await record(inputs(), { status: 'error', message: 'disk full' });
    expect(refused).toMatchObject({ status: 'no_post' });
    expect(refused.say).toContain('disk full');
    const broken = await plan({ role: 'tool', callId: 'c', name: 'inputs', text: 'oops' });
    expect(JSON.parse(broken.text)).toMatchObject({ status: 'no_post' });
  });

  it('takes nothing older than six hours in hourly runs, and says so', async () => {
    const candidates = [
      candidate(1, { title: 'Ferry strikes pier', age_minutes: 361 }),
      candidate(2, { title: 'Minister resigns over tax', age_minutes: 360 }),
    ];
    expect((await record(inputs({ kind: 'hourly', candidates }))).stories.map(({ i }) => i)).toEqual([2]);
    const old = await record(inputs({ kind: 'hourly', candidates: candidates.slice(0, 1) }));
    expect(old).toMatchObject({
      status: 'no_post',
      reason: 'no_qualifying_breaking_or_developing_story',
      left_out: [{ why: 'older than six hours' }],
    });
    expect((await record(inputs({ kind: 'daily', candidates }))).stories).toHaveLength(2);
  });

  it('takes shares, crypto and metals in hourly runs only where nothing else qualifies, and says so', async () => {
    const fresh = { age_minutes: 5, domains: ['a', 'b', 'c', 'd'] };
    const crypto = { title: 'Bitcoin falls 9% in an hour', suggested_category: 'Crypto', ...fresh };
    const metals = { title: 'Gold passes $4,000', suggested_category: 'Precious Metals', ...fresh };
    const finance = [candidate(1, crypto), candidate(2, metals)];
    const all = [...finance, candidate(3, { title: 'Ferry strikes pier', age_minutes: 300 })];
    const hourly = (candidates: object[]) => record(inputs({ kind: 'hourly', candidates }));
    const numbers = ({ stories }: { stories: { i: number }[] }) => stories.map(({ i }) => i);
    const told = await hourly(all);
    expect(numbers(told)).toEqual([3]);
    expect(told.left_out).toContainEqual({
      title: crypto.title,
      why: 'finance only where nothing else qualifies',
    });
    expect(numbers(await hourly(finance))).toEqual([1, 2]);
    expect(numbers(await record(inputs({ candidates: all })))).toContain(1);
  });

  it('prefers a second category in hourly runs', async () => {
    const candidates = [
      candidate(1, { title: 'Ferry strikes pier' }),
      candidate(2, { title: 'Trams to return' }),
      candidate(3, { title: 'Album tops charts', suggested_category: 'Entertainment', age_minutes: 200 }),
    ];
    expect((await record(inputs({ kind: 'hourly', candidates }))).stories.map(({ i }) => i)).toEqual([1, 3]);
  });

  it('speaks Chinese when the candidates do', async () => {
    const candidates = [
      candidate(1, { title: '海底隧道水管爆裂', description: '12人受傷送院，隧道封閉五小時。' }),
    ];
    expect((await record(inputs({ candidates }))).say).toBe('正在撰寫1篇報道。');
  });
});
