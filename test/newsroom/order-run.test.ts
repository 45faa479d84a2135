import { describe, expect, it } from 'vitest';
import { BadOrder, judgeOrder } from '../../src/newsroom/order-run.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { anEdition } from './an-edition.ts';

const STORY = {
  title: 'A bridge opens',
  primary_url: 'https://one.example/bridge',
  concrete_anchor: '312 m',
};
const edition = anEdition({});
const judge = (given: unknown) =>
  judgeOrder(
    given,
    { runId: 'run-1', desk: sessionKey('console', 'desk'), nowMs: Date.UTC(2026, 10, 20, 7) },
    {
      edition,
      promptFor: () => ({ promptId: 'p', validatorId: 'v' }),
      event: async () => undefined,
    },
  );

describe('an ordered run', () => {
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
});
