/** A newsroom's board on an ordinary evening, with a story of every kind. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const cost = (usd: number, tokens: number, unpriced = 0) => ({ attempts: 2, tokens, usd, unpriced });

export function cannedBoard(now: number) {
  const story = (runId: string, n: number, title: string, more: object) => ({
    id: `${runId}/story_0${n}`,
    runId,
    sessionKey: 'console:desk',
    title,
    category: 'World',
    primaryUrl: `https://example.org/${runId}/${n}`,
    flags: [],
    status: 'PLANNED',
    isDrafted: false,
    ...more,
  });
  const posted = (minutesAgo: number, thread: string, withdrawn = false) => ({
    posted: { atMs: now - minutesAgo * MINUTE, thread, withdrawn },
    status: 'SUCCESS',
    languageModel: true,
  });
  return {
    edition: { title: 'Harbour desk', language: 'en', zone: 'Europe/London', labels: { Finance: '財經' } },
    runs: [
      {
        id: 'r2',
        sessionKey: 'console:desk',
        state: 'open',
        createdAtMs: now - 12 * MINUTE,
        cost: cost(0.094, 41_200),
        stories: [
          story('r2', 1, 'Ferry operator cuts night sailings after inspection', {
            hold: { kind: 'approval' },
            status: 'DISPATCHED',
            isDrafted: true,
            why: 'Two outlets with the regulator’s own notice; nobody has told it locally.',
            removed: ['The fine is the largest in its history.', '<b>當局</b>沒有回應。'],
            cost: cost(0.031, 12_400),
          }),
          story('r2', 2, '立法會通過《海濱條例》修訂，明年一月生效', {
            hold: { kind: 'embargo', by: '詠儀', untilMs: now + 3 * HOUR },
            status: 'DISPATCHED',
            isDrafted: true,
            category: 'Hong Kong',
          }),
          story('r2', 3, 'Central bank holds rates for a fourth month', {
            status: 'DISPATCHED',
            category: 'Finance',
          }),
          story('r2', 4, '<img src=x onerror=alert(1)> River barrier passes its tide test', {
            primaryUrl: 'javascript:alert(2)',
            orderedBy: 'Ada',
          }),
        ],
      },
      {
        id: 'r1',
        sessionKey: 'console:desk',
        state: 'done',
        createdAtMs: now - 190 * MINUTE,
        finishedAtMs: now - 150 * MINUTE,
        cost: cost(0.214, 96_000, 1),
        stories: [
          story('r1', 1, 'Grid operators agree a winter reserve', {
            ...posted(160, 'console:story-grid'),
            cost: cost(0.052, 21_000),
            why: 'Five links from four outlets within two hours.',
          }),
          story('r1', 2, 'Harbour tunnel reopens after inspection', {
            ...posted(158, 'console:story-tunnel'),
            status: 'RESCUED',
            reason: null,
            detail: 'The first draft cited a source that does not exist.',
            languageModel: false,
          }),
          story('r1', 3, 'Chip makers pledge water recycling', {
            ...posted(150, 'console:story-chips', true),
          }),
          story('r1', 4, 'Town hall publishes its flood plan', {
            status: 'SKIPPED',
            reason: 'missing_sources',
          }),
          story('r1', 5, 'Airline adds a third daily flight', {
            status: 'FAILURE',
            reason: 'timeout',
            detail: 'The reporter did not finish within 900 s.',
          }),
        ],
      },
    ],
    inputs: [
      {
        kind: 'daily',
        preparedAtMs: now - 13 * MINUTE,
        pick: { atMost: 5 },
        candidates: [
          candidate(1, 'Ferry operator cuts night sailings after inspection', {
            kind: 'chosen',
            story: 'r2/story_01',
          }),
          candidate(2, 'Stadium roof contract goes to a second tender', {
            kind: 'passed_over',
            why: 'Local, and nothing happens before spring.',
          }),
          candidate(3, '港鐵公布新線走線方案', { kind: 'offered' }),
        ],
        leftOut: [
          left(90, 'Bitcoin climbs past a round number', 'note', 'Ada asked: no more crypto today'),
          left(91, 'Minister visits a school', 'gate', 'one outlet only, and it is not of the first tier'),
        ],
        leftOutCount: 41,
        leftOutBy: { note: 1, gate: 40 },
      },
    ],
    feeds: [
      {
        key: 'grid',
        label: 'Grid operators',
        url: 'https://example.org/grid.xml',
        state: 'failing',
        failuresInARow: 3,
        lastError: 'HTTP 503',
      },
      {
        key: 'wire',
        label: 'Agency wire',
        url: 'https://example.org/wire.xml',
        state: 'well',
        failuresInARow: 0,
        lastSuccessAtMs: now - 13 * MINUTE,
        lastItems: 40,
      },
    ],
    stories: [],
    openRuns: 1,
  };
}

export function candidate(i: number, title: string, fate: object) {
  return {
    i,
    event_id: 100 + i,
    title,
    suggested_category: 'World',
    primary_url: `https://example.org/event/${i}`,
    age_minutes: 30 * i,
    link_count: 6 - (i % 5),
    domains: ['example.org', 'example.com'],
    rank: i,
    score: { total: 3.4 - i / 1000, outlets: 2, links: 1, recency: 0.4 },
    picked_because: 'two outlets, one of the first tier, within the last hour',
    fate,
  };
}

export const left = (event_id: number, title: string, rule: string, reason: string) => ({
  event_id,
  title,
  category: 'World',
  rule,
  reason,
});

/** The commands about stories, as far as the board needs to know them. */
export function storyCommands() {
  const story = { name: 'story', description: 'Which story', type: 'string' };
  const words = (name: string, required: boolean) => ({
    name,
    description: name === 'text' ? 'What is right' : 'Said to the others',
    type: 'string',
    required,
  });
  const command = (name: string, ...options: object[]) => ({
    name: `story ${name}`,
    description: `${name} a story`,
    options: [story, ...options],
  });
  return [
    // As the real one: without what it is about it asks for it.
    {
      name: 'story write',
      description: 'Have a story written',
      options: [words('about', false), words('embargo', false)],
    },
    command('approve'),
    command('hold', words('until', false), words('reason', false)),
    command('kill', words('why', false), { name: 'sure', description: 'At once', type: 'boolean' }),
    command('retry'),
    command('why'),
    command('sources'),
    // So does this one for its text.
    command('correct', words('text', false)),
    command('follow'),
    command('like'),
    command('dislike'),
  ];
}
