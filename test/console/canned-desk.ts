/** What a desk might say on an ordinary evening: canned sessions, entries, jobs and commands for the console's tests. */
import type { FakeDesk } from '../support/fake-gateway.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function cannedDesk(now: number): FakeDesk {
  let n = 0;
  const at = (minutesAgo: number) => ({ v: 1, id: `e${++n}`, ts: now - minutesAgo * MINUTE });
  const ada = { author: { id: 'u1', name: 'Ada' } };
  const wing = { author: { id: 'u2', name: '詠儀' } };

  const older = Array.from({ length: 120 }, (_, index) => ({
    ...at(3000 - index * 4),
    role: index % 3 === 1 ? 'assistant' : 'user',
    content: `Earlier line ${index + 1} of the night log.`,
    ...(index % 3 === 1 ? {} : ada),
  }));

  const entries = {
    'console:desk': [
      ...older,
      {
        ...at(190),
        role: 'user',
        content:
          'Scheduled cron job triggered: morning plan\n\nPlan the daily edition from the prepared inputs.',
        _cron_turn: true,
        cron_job_id: 'j1',
        cron_job_name: 'morning plan',
        cron_run_id: `j1:${now - 190 * MINUTE}`,
        cron_prompt_ref: { id: 'cron.agent_turn.reminder', version: 1, sha256: 'ab' },
      },
      {
        ...at(190),
        role: 'assistant',
        content: '',
        meta: {
          kind: 'step',
          toolCalls: [{ id: 'c1', name: 'newsroom_inputs', args: { edition: 'daily' } }],
        },
      },
      {
        ...at(190),
        role: 'tool',
        content: '{"candidates": 14, "recent": 6}',
        meta: { kind: 'step', toolCallId: 'c1', toolName: 'newsroom_inputs' },
      },
      {
        ...at(189),
        role: 'assistant',
        content:
          'The morning edition has **three stories**, chosen from 14 candidates:\n\n1. *Grid operators agree a winter reserve*, two sources\n2. *Harbour tunnel reopens after inspection*, three sources\n3. *Chip makers pledge water recycling*, two sources\n\n> Left out: crypto, as Ada asked on Monday.\n\nThey will be in their threads by <t:1767600000:t>.',
        meta: { kind: 'closure', status: 'ok' },
      },
      {
        ...at(160),
        role: 'assistant',
        content:
          '**Grid operators agree a winter reserve**\nFour neighbouring operators will share 2.4 GW of standby power from December. <https://example.org/grid/reserve>',
        meta: { kind: 'story', thread: 'console:story-grid' },
      },
      { ...at(42), role: 'user', content: 'Is the 2.4 GW figure in *both* sources?', ...ada },
      {
        ...at(41),
        role: 'assistant',
        content: '',
        meta: { toolCalls: [{ id: 'c2', name: 'look_up', args: { story: 'grid', claim: '2.4 GW' } }] },
      },
      {
        ...at(41),
        role: 'tool',
        content: 'operator statement, paragraph 2: "a joint reserve of 2.4 gigawatts"',
        meta: { toolCallId: 'c2', toolName: 'look_up' },
      },
      {
        ...at(41),
        role: 'assistant',
        content:
          'Yes. The [operators’ statement](https://example.org/grid/statement) says `2.4 gigawatts`, and the agency report says “about 2.4 GW”. Quoted as they stand:\n\n```text\nstatement  a joint reserve of 2.4 gigawatts\nagency     about 2.4 GW of standby capacity\n```',
      },
      {
        ...at(40),
        role: 'user',
        content: 'Good. <script>alert("x")</script> is what their page had in its title, by the way.',
        ...ada,
      },
      { ...at(38), role: 'system', content: 'Ada asked the desk to remember: no more crypto today.' },
    ],
    'console:hong-kong': [
      { ...at(300), role: 'user', content: '今晚的海底隧道報道，可否加上運輸署的回應？', ...wing },
      {
        ...at(299),
        role: 'assistant',
        content:
          '已經加上。運輸署表示，隧道於**上午六時**重開，三條行車線全部恢復通車。[1]\n\n- 檢查歷時九小時\n- 發現兩處滲水，已經修補\n- 下次檢查定於三月，詳情見 https://example.org/tunnel/notice。',
      },
    ],
    'console:story-grid': [
      {
        ...at(160),
        role: 'assistant',
        content:
          'Four neighbouring grid operators agreed on Monday to share **2.4 GW** of standby power from December. [1]\n\nThe reserve replaces three bilateral deals that lapse this winter. [2]\n\n-# Written without a language model · sources: [1] [2]',
        meta: { kind: 'story' },
      },
      { ...at(150), role: 'user', content: 'Who pays for it?', ...wing },
      {
        ...at(149),
        role: 'assistant',
        content: 'The sources do not say. I can follow this and report when one does.',
      },
    ],
    'console:story-tunnel': [
      { ...at(100), role: 'assistant', content: 'The harbour tunnel reopened at six.' },
    ],
    'console:world': [],
    main: [{ ...at(500), role: 'system', content: 'System: the desk started.' }],
    'cron:j9': [{ ...at(700), role: 'assistant', content: 'Nothing to report.' }],
  };

  const session = (key: string, title: string, minutesAgo: number, parent?: string) => ({
    key,
    title,
    origin: {
      channel: key.split(':')[0] ?? '',
      chatId: key.split(':')[1] ?? '',
      ...(parent ? { parent } : {}),
    },
    generation: 1,
    createdAtMs: now - 5000 * MINUTE,
    updatedAtMs: now - minutesAgo * MINUTE,
  });

  return {
    sessions: [
      session('console:desk', 'desk', 38),
      session('console:story-grid', 'Grid operators agree a winter reserve', 149, 'console:desk'),
      session('console:story-tunnel', 'Harbour tunnel reopens after inspection', 100, 'console:desk'),
      session('console:hong-kong', '香港新聞', 299),
      session('console:world', 'world', 400),
      session('discord:1122334455', 'newsroom on Discord', 3),
      session('main', 'Desk log', 500),
      session('cron:j9', 'weekly housekeeping', 700),
    ],
    entries,
    jobs: [
      {
        id: 'j1',
        sessionKey: 'console:desk',
        name: 'morning plan',
        enabled: true,
        createdBy: { kind: 'person', name: 'Ada' },
        schedule: { kind: 'cron', expr: '0 9 * * 1-5', tz: 'Europe/London' },
        payload: { kind: 'agentTurn', message: 'Plan the daily edition from the prepared inputs.' },
        state: { nextRunAtMs: now + 7 * MINUTE + 20_000, lastRunAtMs: now - 190 * MINUTE, lastStatus: 'ok' },
      },
      {
        id: 'j2',
        sessionKey: 'console:desk',
        name: 'hourly watch',
        enabled: true,
        createdBy: { kind: 'system' },
        schedule: { kind: 'every', everyMs: HOUR },
        payload: { kind: 'agentTurn', message: 'Look for developments of the stories in the threads.' },
        state: { deferredSince: now - 4 * MINUTE, lastRunAtMs: now - 64 * MINUTE, lastStatus: 'quiet' },
      },
      {
        id: 'j3',
        sessionKey: 'console:desk',
        name: '晚間摘要',
        enabled: false,
        createdBy: { kind: 'person', name: '詠儀' },
        schedule: { kind: 'cron', expr: '30 22 * * *', tz: 'Asia/Hong_Kong' },
        payload: { kind: 'agentTurn', message: '用三句話總結今天的報道。' },
        state: {
          lastRunAtMs: now - 26 * HOUR,
          lastStatus: 'failed',
          lastError: 'No provider could serve the turn.',
        },
      },
    ],
    notes: [
      {
        id: 'n1',
        sessionKey: 'console:desk',
        text: 'No more crypto today',
        by: 'Ada',
        untilMs: now + 9 * HOUR,
      },
      { id: 'n2', sessionKey: 'console:desk', text: '標題不要用驚嘆號', by: '詠儀' },
    ],
    commands: [
      {
        name: 'cron add',
        description: 'Add a job to this conversation',
        options: [
          { name: 'name', description: 'What to call it', type: 'string', required: true },
          { name: 'schedule', description: 'When: “every 2h”, “0 9 * * *”', type: 'string', required: true },
          { name: 'message', description: 'What the desk should do', type: 'string', required: true },
          { name: 'quiet', description: 'Say nothing when there is nothing', type: 'boolean' },
        ],
      },
      {
        name: 'cron list',
        description: 'The jobs of this conversation',
        options: [{ name: 'all', description: 'Paused ones too', type: 'boolean' }],
      },
      {
        name: 'cron remove',
        description: 'Remove a job',
        options: [{ name: 'id', description: 'Its id', type: 'string', required: true }],
      },
      {
        name: 'brief',
        description: 'Search, write and review a brief on a topic',
        options: [
          { name: 'topic', description: 'What about', type: 'string', required: true },
          { name: 'sources', description: 'How many at most', type: 'integer' },
          {
            name: 'language',
            description: 'Written in',
            type: 'string',
            choices: [
              { name: 'English', value: 'en' },
              { name: '繁體中文', value: 'zh-Hant' },
            ],
          },
        ],
      },
      { name: 'desk status', description: 'Who serves, spending, feeds, next runs', options: [] },
      { name: 'desk pause', description: 'Stop scheduled work everywhere', options: [] },
      { name: 'help', description: 'What the desk can do', options: [] },
    ],
    status: {
      paused: false,
      model: { provider: 'desk', model: 'desk', languageModel: false },
      nextWakeAtMs: now + 7 * MINUTE + 20_000,
      edition: 'sample',
      feeds: [
        { key: 'wire', label: 'Agency wire', result: 'fetched', items: 40, newItems: 6 },
        { key: 'harbour', label: 'Harbour Gazette', result: 'not_modified', items: 22, newItems: 0 },
        { key: 'grid', label: 'Grid operators', result: 'failed', error: 'HTTP 503' },
      ],
    },
  };
}
