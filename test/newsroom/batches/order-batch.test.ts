import { describe, expect, it } from 'vitest';
import type { NewsEvent } from '../../../src/newsroom/model/event.ts';
import { BadOrder, judgeOrder } from '../../../src/newsroom/batches/order-batch.ts';
import type { OrderDeps } from '../../../src/newsroom/batches/order-batch.ts';
import type { PublishedStory } from '../../../src/newsroom/model/story-book.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import { anEdition } from '../an-edition.ts';

const STORY = {
  title: 'A bridge opens',
  primary_url: 'https://one.example/bridge',
  concrete_anchor: '312 m',
};
const edition = anEdition({});
const NOW = Date.UTC(2026, 10, 20, 7);
const judge = (given: unknown, change: Partial<OrderDeps> = {}) =>
  judgeOrder(
    given,
    { runId: 'run-1', desk: sessionKey('console', 'desk'), nowMs: NOW },
    {
      edition,
      promptFor: () => ({ promptId: 'p', validatorId: 'v' }),
      pool: { event: async () => undefined, eventOf: async () => undefined },
      posted: async () => undefined,
      withdrawn: async () => false,
      covered: async () => undefined,
      ...change,
    },
  );

/** Event 7 of a pool: a sports event of three pages. */
const match: NewsEvent = {
  id: 7,
  parentId: null,
  status: 'posted',
  category: 'Sports',
  title: 'The cup final',
  createdAtMs: NOW,
  updatedAtMs: NOW,
  expiresAtMs: NOW,
  reservedUntilMs: null,
  postedAtMs: NOW,
  links: ['one', 'two', 'three'].map((outlet, id) => ({
    id,
    url: `https://${outlet}.example/final`,
    key: `https://${outlet}.example/final`,
    domain: `${outlet}.example`,
    title: 'The cup final ends 3:1',
    description: '',
    foundBy: 'feed:x',
    feedCategory: 'Sports',
    firstSeenAtMs: NOW,
    lastSeenAtMs: NOW,
    eventId: 7,
  })),
};
const pool: OrderDeps['pool'] = {
  event: async (id) => (id === 7 ? match : undefined),
  eventOf: async (url) => (match.links.some(({ key }) => key === url) ? match : undefined),
};
const FINAL = { title: 'Cup final', primary_url: 'https://two.example/final' };

describe('an ordered run', () => {
  it('says who makes the messages: a story before the order, the order before the edition', async () => {
    const other = { ...STORY, title: 'A tunnel opens', primary_url: 'https://one.example/tunnel' };
    const stories = [STORY, { ...other, publisher_mode: 'script_posts' }];
    const modes = async (order: object, change: Parameters<typeof anEdition>[0] = {}) =>
      (
        await judge({ trigger: 'manual', stories, ...order }, { edition: anEdition(change) })
      ).plan.stories.map(({ spawn }) => spawn.publisher_mode);
    expect(await modes({})).toEqual(['script_posts', 'script_posts']);
    expect(await modes({ publisher_mode: 'agent_posts' })).toEqual(['agent_posts', 'script_posts']);
    expect(await modes({}, { publisherMode: 'agent_posts' })).toEqual(['agent_posts', 'script_posts']);
    await expect(modes({ publisher_mode: 'nobody' })).rejects.toThrow(/publisher_mode/);
  });

  it('has a job for each story, in the default category where none is named', async () => {
    const { plan, problems } = await judge({ trigger: 'manual', stories: [STORY] });
    expect(problems).toEqual([]);
    expect(plan.run.run).toMatchObject({ run_id: 'run-1', trigger: 'manual' });
    expect(plan.stories[0]?.story).toMatchObject({
      story_id: 'story_01',
      category: edition.defaultCategory,
      event_id: null,
      dedupe_key: 'https://one.example/bridge',
    });
  });

  it('goes on without the stories that are wrong, and names each with its path', async () => {
    const { plan, problems } = await judge({
      trigger: 'manual',
      stories: [
        { ...STORY, category: 'Gardening' },
        { ...STORY, primary_url: 'ftp://one.example' },
        STORY,
        { ...STORY, title: 'Again' },
        { ...STORY, primary_url: 'https://two.example/x', event_id: 7 },
      ],
    });
    expect(plan.stories).toHaveLength(1);
    expect(problems.map(({ path }) => path)).toEqual([
      'stories[0].category',
      'stories[1].primary_url',
      'stories[3].primary_url',
      'stories[4].event_id',
    ]);
  });

  it('reads null as a field that is left out', async () => {
    const nothing = {
      category: null,
      supporting_urls: null,
      concrete_anchor: null,
      dedupe_key: null,
      update_of: null,
    };
    const stories = [{ ...STORY, ...nothing, again: null, publisher_mode: null, flags: null, why: null }];
    const { plan, problems } = await judge({ trigger: 'manual', publisher_mode: null, stories });
    expect(problems).toEqual([]);
    expect(plan.stories).toHaveLength(1);
  });

  it('by any page of an event has its number, its category and its other pages', async () => {
    const { plan } = await judge({ trigger: 'manual', stories: [FINAL] }, { pool });
    expect(plan.stories[0]?.story).toMatchObject({
      event_id: 7,
      category: 'Sports',
      supporting_urls: ['https://one.example/final', 'https://three.example/final'],
      dedupe_key: 'event:7',
    });
    const twice = [FINAL, { ...FINAL, primary_url: 'https://one.example/final' }];
    const { problems } = await judge({ trigger: 'manual', stories: twice }, { pool });
    expect(problems).toEqual([
      { path: 'stories[1].primary_url', message: 'another story is about the same event' },
    ]);
  });

  it('has the category that its words speak of where no event is known', async () => {
    const stories = [{ ...STORY, title: 'Bitcoin falls below 60,000' }];
    const { plan } = await judge({ trigger: 'manual', stories });
    expect(plan.stories[0]?.story.category).toBe('Crypto');
  });

  it('is refused where editors killed it, with the reason, unless it is wanted again', async () => {
    const covered: OrderDeps['covered'] = async () => ({
      kind: 'killed',
      id: 'run-0/story_02',
      title: 'Final',
      atMs: NOW,
      by: 'Ann',
      why: 'legal complaint',
    });
    await expect(judge({ trigger: 'manual', stories: [STORY] }, { covered })).rejects.toThrow(
      /^stories\[0\]\.primary_url: Ann killed it .+legal complaint.+: "again": true$/,
    );
    const { plan } = await judge({ trigger: 'manual', stories: [{ ...STORY, again: true }] }, { covered });
    expect(plan.stories[0]?.story.ordered_by).toBe('write-run');
  });

  it('is refused where it is told already, with the story and its thread', async () => {
    const covered: OrderDeps['covered'] = async ({ story }) =>
      story.primary_url === FINAL.primary_url
        ? {
            kind: 'posted',
            id: 'run-0/story_02',
            title: 'Final: 3:1',
            atMs: NOW,
            thread: sessionKey('discord', '1234567890123456'),
          }
        : undefined;
    const { plan, problems } = await judge({ trigger: 'manual', stories: [FINAL, STORY] }, { pool, covered });
    expect(plan.stories.map(({ story }) => story.title)).toEqual([STORY.title]);
    expect(problems[0]?.path).toBe('stories[0].primary_url');
    expect(problems[0]?.message).toMatch(
      /^posted already: "Final: 3:1" \(.*07:00; <#1234567890123456>, run-0\/story_02\); .*\/story follow.*"update_of": "run-0\/story_02"$/,
    );
    await expect(judge({ trigger: 'manual', stories: [FINAL] }, { pool, covered })).rejects.toThrow(BadOrder);
  });

  it('may be an update of a posted story, into its thread', async () => {
    const story = {
      id: 'run-0/story_02',
      title: 'Final',
      body: 'It ended.',
      primaryUrl: 'https://one.example/final',
    };
    const posted = async (id: string) => (id === story.id ? (story as PublishedStory) : undefined);
    const update = { ...STORY, update_of: story.id };
    const unknown = { ...FINAL, update_of: 'run-9/story_01' };
    const { plan, problems } = await judge({ trigger: 'manual', stories: [update, unknown] }, { posted });
    expect(plan.stories).toMatchObject([
      {
        story: {
          content_type: 'news_update',
          update_of: story.id,
          told: { title: 'Final', body: 'It ended.' },
          supporting_urls: ['https://one.example/final'],
          new_urls: [STORY.primary_url],
        },
        spawn: { prompt_id: 'news_update_v1' },
      },
    ]);
    expect(problems).toEqual([
      { path: 'stories[1].update_of', message: 'there is no posted story run-9/story_01' },
    ]);
  });

  it('is an update of the whole story where an update of it is named, and of none that is withdrawn', async () => {
    const whole = { id: 'run-0/story_02', title: 'Final', body: '', primaryUrl: 'https://one.example/final' };
    const more = { ...whole, id: 'run-5/story_01', title: 'Final: more', updateOf: whole.id };
    const posted = async (id: string) => [whole, more].find((one) => one.id === id) as PublishedStory;
    const order = { trigger: 'manual', stories: [{ ...STORY, update_of: more.id }] };
    const { plan } = await judge(order, { posted });
    expect(plan.stories[0]?.story).toMatchObject({ update_of: whole.id, told: { title: 'Final' } });

    const covered: OrderDeps['covered'] = async () => ({ kind: 'posted', atMs: NOW, ...more });
    await expect(judge({ trigger: 'manual', stories: [STORY] }, { posted, covered })).rejects.toThrow(
      /"update_of": "run-0\/story_02"$/,
    );
    await expect(judge(order, { posted, withdrawn: async (id) => id === whole.id })).rejects.toThrow(
      'stories[0].update_of: run-0/story_02 was withdrawn',
    );
  });

  it('of a schedule needs an anchor and another outlet', async () => {
    const bare = { title: 'A bridge opens', primary_url: 'https://one.example/bridge' };
    await expect(judge({ trigger: 'cron_daily', stories: [bare] })).rejects.toThrow(
      /stories\[0\]\.concrete_anchor: .*stories\[0\]\.supporting_urls: /,
    );
  });

  it.each([[null], ['x'], [{ stories: [STORY] }], [{ trigger: 'sometimes', stories: [] }], [[STORY]]])(
    'that is none is refused: %j',
    async (given) => {
      await expect(judge(given)).rejects.toThrow(BadOrder);
    },
  );

  it('that is a list is refused by its name', async () => {
    await expect(judge([STORY])).rejects.toThrow(/^the order: .*expected object/);
  });
});
