import { describe, expect, it } from 'vitest';
import { exampleOf, parseTyped as parse } from '../../web/model/command-text.ts';
import { rowsOf } from '../../web/model/conversation-rows.ts';
import { languageOf } from '../../web/model/language.ts';
import { emptyLog, joinNewest, joinOlder, joinOne, withoutConfirmed } from '../../web/model/log.ts';
import { channelKey, treeOf } from '../../web/model/session-tree.ts';
import { approvalAnswer, hasApproval, isKept } from '../../web/model/setup-data.ts';
import type { SetupAnswer, SetupLook } from '../../web/model/setup-data.ts';
import type { Command, Entry, Log, Pending, Schedule, Session } from '../../web/model/shapes.ts';
import { dayName, relative, scheduleWords } from '../../web/model/times.ts';
import { toolWords } from '../../web/model/tool-words.ts';
import { askFinders } from '../../web/state/ask-finders.ts';
import type { Group } from '../../web/state/ask-finders.ts';
import type { Finder, Hit } from '../../web/state/finders.ts';
import { en } from '../../web/words/en.ts';
import { zh } from '../../web/words/zh.ts';

const parseTyped = (commands: readonly object[], text: string) => parse(commands as Command[], text, en.form);

describe('typed commands', () => {
  const commands = [
    { name: 'cron list', options: [{ name: 'all', type: 'boolean' }] },
    {
      name: 'cron add',
      options: [
        { name: 'name', type: 'string', required: true },
        { name: 'message', type: 'string', required: true },
        { name: 'times', type: 'integer' },
      ],
    },
    { name: 'brief', options: [{ name: 'topic', type: 'string', required: true }] },
  ];

  it.each([
    ['/cron list', 'cron list', {}],
    ['/cron list all:yes', 'cron list', { all: true }],
    ['/CRON LIST', 'cron list', {}],
    [
      '/cron add name:"Night: watch" message:look at https://example.org times:3',
      'cron add',
      { name: 'Night: watch', message: 'look at https://example.org', times: 3 },
    ],
    ['/brief steel tariffs', 'brief', { topic: 'steel tariffs' }],
    ['/brief\nsteel\ntariffs', 'brief', { topic: 'steel\ntariffs' }],
    ['/cron  list\u3000all：是', 'cron list', { all: true }],
    [
      '/cron add name:"Night" message:“say name: Ann and times: two” times:3',
      'cron add',
      { name: 'Night', message: 'say name: Ann and times: two', times: 3 },
    ],
    [
      `/cron add name:the editor's message:don't stop name: x`,
      'cron add',
      { name: 'x', message: "don't stop" },
    ],
  ])('%s', (text, name, options) => {
    const typed = parseTyped(commands, text);
    expect(typed?.command.name).toBe(name);
    expect(typed?.options).toEqual(options);
    expect(typed?.problem).toBeUndefined();
  });

  it('says which option is missing or wrong', () => {
    expect(parseTyped(commands, '/cron add name:x')?.problem).toContain('message');
    expect(parseTyped(commands, '/cron add name:x message:y times:soon')?.problem).toContain('whole number');
    expect(parseTyped(commands, '/cron')).toBeUndefined();
  });

  it('keeps everything that was typed beside what is wrong', () => {
    const typed = parseTyped(commands, '/cron add name:x times:soon message:y');
    expect(typed).toMatchObject({ at: 'times', options: { name: 'x', times: 'soon', message: 'y' } });
  });

  const add = {
    name: 'cron add',
    options: [
      { name: 'name', type: 'string', required: true },
      { name: 'message', type: 'string', required: true },
      { name: 'schedule', type: 'string', required: true, description: 'When: "every 2h", "in 20m"' },
      { name: 'quiet', type: 'boolean' },
    ],
  };

  it.each([
    ['every 2 minutes say hello', { schedule: 'every 2 minutes', message: 'say hello' }, 'name'],
    ['every weekday 7:30 look again', { schedule: 'every weekday 7:30', message: 'look again' }, 'name'],
    ['in 20m say hello', { schedule: 'in 20m', message: 'say hello' }, 'name'],
    ['say hello', { message: 'say hello' }, 'name'],
    ['say hello name:x', { name: 'x', message: 'say hello' }, 'schedule'],
    [
      'every 2h say hello name:x',
      { name: 'x', schedule: 'every 2h', message: 'say hello' },
      'schedule', // nothing is missing, but it was a guess
    ],
  ])('puts loose words where they belong: /cron add %s', (words, options, at) => {
    const typed = parseTyped([add], `/cron add ${words}`);
    expect(typed).toMatchObject({ options, at });
    expect(typed?.options).toEqual(options);
    expect(typed?.problem).toBeTruthy();
  });

  it('takes loose words for the only option that is still needed', () => {
    const typed = parseTyped([add], '/cron add say hello name:x schedule:every 2h');
    expect(typed?.options).toEqual({ name: 'x', schedule: 'every 2h', message: 'say hello' });
    expect(typed?.problem).toBeUndefined();
  });

  it('shows an example that it understands itself', () => {
    const example = exampleOf(add as unknown as Command, en.form);
    expect(example).toBe('/cron add name:Morning look message:say hello schedule:every 2h');
    expect(parseTyped([add], example)?.problem).toBeUndefined();
  });
});

describe('the rows of a conversation', () => {
  it('hides how a memory was summed up, and shows a report as a notice', () => {
    const entry = (id: string, role: string, kind: string) =>
      ({ id, role, ts: 1, content: id, meta: { kind } }) as unknown as Entry;
    const rows = rowsOf(
      [
        entry('a', 'system', 'compaction'),
        entry('b', 'system', 'summary'),
        entry('c', 'assistant', 'report'),
        entry('d', 'assistant', 'closure'),
      ],
      [],
      [],
    );
    expect(rows.map((row) => [row.kind, 'entry' in row ? row.entry.id : undefined])).toEqual([
      ['day', undefined],
      ['notice', 'c'],
      ['message', 'd'],
    ]);
  });

  it('shows edited words in their place, and nothing of what was taken back', () => {
    const entry = (id: string, ts: number, meta: object = {}, content = id) =>
      ({ id, role: 'assistant', ts, content, meta }) as unknown as Entry;
    const rows = rowsOf(
      [
        entry('title', 1, { kind: 'story', thread: 'console:t' }),
        entry('chunk', 2),
        entry('e1', 3, { kind: 'edit', target: 'title' }, 'first'),
        entry('e2', 4, { kind: 'edit', target: 'title' }, 'withdrawn'),
        entry('d1', 5, { kind: 'delete', target: 'chunk' }, ''),
        entry('far', 6, { kind: 'edit', target: 'on an older page' }, 'x'),
      ],
      [],
      [],
    );
    expect(rows.map((row) => ('entry' in row ? row.entry.content : undefined))).toEqual([
      undefined,
      'withdrawn',
    ]);
    expect(rows[1]).toMatchObject({ entry: { meta: { thread: 'console:t', edited: 4 } } });
  });

  it('names tool work in words, and unknown tools by their names', () => {
    expect(toolWords(['look_up', 'write_run', 'look_up', 'x_ray'], en.tools)).toBe(
      'looked up the sources × 2, ordered stories, x_ray',
    );
  });
});

describe('what is known of a conversation', () => {
  const entry = (id: number) =>
    ({ id: `e${id}`, ts: id, role: 'user', content: `${id}` }) as unknown as Entry;
  const page = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => entry(from + n));
  const ids = (log: Pick<Log, 'entries'>) => log.entries.map(({ id }) => id);

  it('puts older pages in front and knows the beginning', () => {
    const newest = joinNewest(emptyLog(), page(6, 10), 5);
    expect(newest.complete).toBe(false);
    const all = joinOlder(joinOlder(newest, page(1, 5), 5), [], 5);
    expect(ids(all)).toEqual(ids({ entries: page(1, 10) }));
    expect(all.complete).toBe(true);
  });

  it('keeps an entry that arrived while the page was on its way', () => {
    const log = joinOne(emptyLog(), entry(11));
    expect(ids(joinNewest(log, page(6, 10), 5))).toEqual(ids({ entries: page(6, 11) }));
  });

  it('lets go of what lies beyond a gap after a reconnect', () => {
    const before = joinNewest(emptyLog(), page(1, 5), 5);
    expect(ids(joinNewest(before, page(20, 24), 5))).toEqual(ids({ entries: page(20, 24) }));
    expect(ids(joinNewest(before, page(4, 8), 5))).toEqual(ids({ entries: page(1, 8) }));
  });

  it('confirms the oldest pending message with the same words, once', () => {
    const typed = (clientId: string) =>
      ({ clientId, sessionKey: 'k', text: 'hi', ts: 0 }) as unknown as Pending;
    const left = withoutConfirmed([typed('a'), typed('b')], 'k', { ...entry(1), content: 'hi' });
    expect(left.map(({ clientId }) => clientId)).toEqual(['b']);
    const named = { ...entry(1), content: 'hi', meta: { clientId: 'b' } };
    expect(withoutConfirmed([typed('a'), typed('b')], 'k', named).map(({ clientId }) => clientId)).toEqual([
      'a',
    ]);
  });

  it('keeps a message for which somebody else has the same words', () => {
    const typed = [{ clientId: 'a', sessionKey: 'k', text: 'hi', ts: 0 } as unknown as Pending];
    const theirs = { ...entry(1), content: 'hi', meta: { clientId: 'b' } };
    expect(withoutConfirmed(typed, 'k', theirs)).toEqual(typed);
  });
});

describe('the list of conversations', () => {
  it('puts threads under their channel and leaves other platforms out', () => {
    const session = (key: string, createdAtMs = 0, parent?: string) =>
      ({
        key,
        createdAtMs,
        updatedAtMs: 100 - createdAtMs,
        origin: { chatId: key.split(':')[1], parent },
      }) as unknown as Session;
    const tree = treeOf([
      session('console:b'),
      session('console:a'),
      session('console:old', 1, 'console:a'),
      session('console:new', 2, 'console:a'),
      session('console:orphan', 3, 'console:gone'),
      session('discord:1'),
      session('story:r/s/write'),
      session('main'),
      session('cron:j'),
    ]);
    expect(tree.channels.map(({ session, threads }) => [session.key, threads.map(({ key }) => key)])).toEqual(
      [
        ['console:a', ['console:new', 'console:old']],
        ['console:b', []],
        ['console:orphan', []],
      ],
    );
    expect(tree.system.map(({ key }) => key).sort()).toEqual(['cron:j', 'main']);
  });

  it.each([
    ['World news', 'console:world-news'],
    ['香港 新聞', 'console:香港-新聞'],
    ['../x', 'console:x'],
    ['!!!', undefined],
    ['字'.repeat(60), undefined],
  ])('names a channel %s', (name, key) => {
    expect(channelKey(name)).toBe(key);
  });
});

describe('the finder', () => {
  const hit = (key: string): Hit => ({ key, icon: 'hash', title: key, open: () => {} });
  const finder = (find: Finder['find']): Finder => ({ heading: (say) => say.chats, find });
  const ask = (finders: readonly Finder[], signal = new AbortController().signal, before: Group[] = []) => {
    const told: string[] = [];
    askFinders(finders, 'q', en.finder, before, signal, (groups) =>
      told.push(
        groups.map(({ hits, state }) => `${state} ${hits.map(({ key }) => key).join('+')}`).join(', '),
      ),
    );
    return told;
  };

  it('shows what is there at once, and what comes later in its place', async () => {
    let answer = (_hits: readonly Hit[]) => {};
    const later = new Promise<readonly Hit[]>((resolve) => (answer = resolve));
    const before = { heading: 'Chats', hits: [hit('of before')], state: 'done' } as const;
    const finders = [finder(() => later), finder((query) => [hit(query)])];
    const told = ask(finders, undefined, [before]);
    expect(told).toEqual(['busy of before, done q']);
    answer([hit('found')]);
    await later;
    expect(told).toEqual(['busy of before, done q', 'done found, done q']);
  });

  it('says what failed beside what did not', async () => {
    const failed = Promise.reject(new Error('no index'));
    const told = ask([finder(() => failed), finder(() => [hit('a')])]);
    await failed.catch(() => {});
    expect(told.at(-1)).toBe('failed , done a');
  });

  it('tells nothing of a query that is another one by now', async () => {
    const control = new AbortController();
    const later = Promise.resolve([hit('late')]);
    const told = ask([finder(() => later)], control.signal);
    control.abort();
    await later;
    expect(told).toEqual(['busy ']);
  });
});

describe('words', () => {
  it('call the day before yesterday, after one of 23 hours, too', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/London';
    try {
      const now = Date.parse('2026-03-30T00:30:00+01:00');
      const named = (day: string) => dayName(Date.parse(day), now, en);
      expect(named('2026-03-29T12:00:00+01:00')).toBe('Yesterday');
      expect(named('2026-03-28T23:45:00Z')).toContain('28 March');
      expect(named('2026-03-30T00:10:00+01:00')).toBe('Today');
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  const now = Date.UTC(2026, 0, 5, 9);

  it.each([
    [{ kind: 'every', everyMs: 600_000 }, 'Every 10 minutes'],
    [{ kind: 'every', everyMs: 3_600_000 }, 'Every hour'],
    [{ kind: 'every', everyMs: 5_400_000 }, 'Every 90 minutes'],
    [{ kind: 'cron', expr: '0 9 * * 1-5' }, 'Weekdays at 09:00'],
    [{ kind: 'cron', expr: '5 * * * *' }, 'Every hour at :05'],
    [{ kind: 'cron', expr: '*/15 * * * *' }, 'Every 15 minutes'],
    [{ kind: 'cron', expr: '30 8,20 * * *' }, 'Every day at 08:30, 20:30'],
    [{ kind: 'cron', expr: '0 7 * * 1,4' }, 'Mon, Thu at 07:00'],
    [{ kind: 'cron', expr: '0 7 1-7 * 1' }, 'Cron 0 7 1-7 * 1'],
  ])('%o is “%s”', (schedule, words) => {
    expect(scheduleWords(schedule as Schedule, now, en)).toBe(words);
  });

  it.each([
    [45_000, 'in 45 s'],
    [250_000, 'in 4 min 10 s'],
    [12_000_000, 'in 3 h 20 min'],
    [-90_000_000, '1 day 1 h ago'],
  ])('%d ms away is “%s”', (gap, words) => {
    expect(relative(now + gap, now, en)).toBe(words);
  });

  it('are Chinese in the Chinese table', () => {
    const cron = { kind: 'cron', expr: '0 7 * * 1,4' } as Schedule;
    expect(scheduleWords(cron, now, zh)).toBe('逢週一、週四 07:00');
    expect(scheduleWords({ kind: 'every', everyMs: 3_600_000 } as Schedule, now, zh)).toBe('每小時');
    const ending = { ...cron, untilMs: Date.UTC(2026, 11, 4, 12) } as Schedule;
    expect(scheduleWords(ending, now, zh)).toMatch(/^逢週一、週四 07:00，至 12月4日.* 止$/);
    expect(scheduleWords(ending, now, en)).toMatch(/^Mon, Thu at 07:00 until Fri,? 4 Dec/);
    expect(relative(now + 250_000, now, zh)).toBe('4 分鐘 10 秒後');
    expect(toolWords(['look_up', 'look_up', 'jobs'], zh.tools)).toBe('查閱來源 × 2、查看工作');
  });

  it.each([
    ['今晚的海底隧道報道，可否加上運輸署的回應？', 'zh-Hant'],
    ['这个报告说明了时间', 'zh-Hans'],
    ['今日のニュース', 'ja'],
    ['tonight', undefined],
  ])('%s is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe('an answer of the setup', () => {
  const channels = [{ name: 'discord', secret: 'DISCORD_TOKEN' }];
  const look = (draft: SetupLook['draft'], given: string[] = []) => ({ draft, given, channels }) as SetupLook;
  const sample = { from: 'sample', name: 'my-sample', title: 'The Harbour Desk' };
  const feeds = ['https://a.example/feed', 'https://b.example/feed'].map((url) => ({ url, label: url }));
  const model = { provider: 'gemini', settings: { GEMINI_API_KEYS: 'a-key' } };
  const channel = { key: 'discord:1', secret: 'a-token' };
  const schedule = { words: 'every 2h', zone: 'Europe/London' };

  it.each<[string, SetupAnswer, SetupLook['draft'], string[]]>([
    ['the language', { language: 'en' }, { language: 'en' }, []],
    ['an edition', { edition: { from: 'sample', title: sample.title } }, { edition: sample }, []],
    ['an edition that the desk names', { edition: { from: 'sample' } }, { edition: sample }, []],
    [
      'a topic',
      { edition: { topic: ' Wind ' } },
      { edition: { topic: 'Wind', name: 'wind', title: 'Wind' } },
      [],
    ],
    ['feeds', { feeds }, { feeds }, []],
    ['a model', { model }, { model: 'gemini' }, ['GEMINI_API_KEYS']],
    ['a channel', { channel }, { channel: 'discord:1' }, ['DISCORD_TOKEN']],
    ['a schedule', { schedule, approval: false }, { schedule, approval: false }, []],
  ])('is kept where the desk tells of it: %s', (_, given, draft, settings) => {
    expect(isKept(given, look({}), look(draft, settings))).toBe(true);
    expect(isKept(given, look({}), look({}))).toBe(false);
  });

  it.each<[string, SetupAnswer, SetupLook['draft'], string[]]>([
    ['another language', { language: 'en' }, { language: 'zh-Hant-HK' }, []],
    ['the former name', { edition: { from: 'sample', title: 'Another' } }, { edition: sample }, []],
    ['the former name in place of its own', { edition: { from: 'sample' } }, { edition: sample }, []],
    ['one feed more', { feeds: feeds.slice(1) }, { feeds }, []],
    ['a key that may be the former one', { model }, { model: 'gemini' }, ['GEMINI_API_KEYS']],
    ['a token that may be the former one', { channel }, { channel: 'discord:1' }, ['DISCORD_TOKEN']],
    ['half of it', { schedule, approval: true }, { schedule, approval: false }, []],
  ])('is not known to be kept where the desk tells as before: %s', (_, given, draft, settings) => {
    expect(isKept(given, look(draft, settings), look(draft, settings))).toBe(false);
  });

  it('on approval is given where it changes something: an edition may have it for some categories only', () => {
    const editions = [
      { name: 'sample', title: 'Sample', language: 'en', approval: false },
      { name: 'ours', title: 'Ours', language: 'en', approval: true },
    ] as const;
    const on = (from: string, approval?: boolean) => ({
      editions: [...editions],
      draft: { edition: { ...sample, from }, ...(approval !== undefined && { approval }) },
    });
    expect([on('sample'), on('ours'), on('ours', false)].map(hasApproval)).toEqual([false, true, false]);
    expect(approvalAnswer(on('ours'), true)).toEqual({});
    expect(approvalAnswer(on('ours'), false)).toEqual({ approval: false });
    expect(approvalAnswer(on('sample'), false)).toEqual({});
    expect(approvalAnswer(on('ours', false), true)).toEqual({ approval: true });
  });
});
