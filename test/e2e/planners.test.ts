/**
 * The newsroom from end to end, on the sample edition in both languages: the slot of a planner's job comes, its turn
 * plans, the line writes and posts, and an hour without news is quiet. By the desk model, and by a Gemini over HTTP.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import { measure } from '../../src/newsroom/edition/lengths.ts';
import { cjkLength, readsAsCjk } from '../../src/text/cjk.ts';
import { readJobFiles } from '../crash/home.ts';
import { found } from '../support/desk-process.ts';
import { hasComeToRest, opsIn, storiesIn } from '../support/home-at-rest.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { modelsDesk } from '../support/models-desk.ts';
import { simplifiedIn } from '../support/simplified.ts';
import { newsroomBrain } from '../support/models/gemini-newsroom.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';

type Desk = Awaited<ReturnType<typeof modelsDesk>>;

const at = (hour: number, minute: number) => Date.UTC(2026, 10, 20, hour, minute, 0, 0);

/** A script that quotes the sample's pages has less to say than a reporter. */
const LENGTHS = {
  story: { unit: 'words', min: 40, max: 1_200 },
  rescue: { unit: 'words', min: 40, max: 800 },
  desk: { words: [80, 400], cjk: [200, 1_200] },
};

const ENGLISH = {
  language: 'en' as const,
  lengths: LENGTHS,
  style: { readMoreLabel: 'Read more', notes: [] },
};
const CHINESE = {
  language: 'zh-Hant-HK' as const,
  lengths: {
    ...LENGTHS,
    story: { unit: 'cjk', min: 150, max: 3_000 },
    rescue: { unit: 'cjk', min: 150, max: 2_000 },
  },
  style: { readMoreLabel: '延伸閱讀', notes: [] },
};

const SCHEDULES = [
  { name: 'Daily', profile: 'planner_daily', cron: '0 7,19 * * *', timeoutSeconds: 900 },
  { name: 'Hourly', profile: 'planner_hourly', cron: '30 * * * *', quiet: true, timeoutSeconds: 600 },
];

describe.each([
  ['English', ENGLISH],
  ['Traditional Chinese', CHINESE],
] as const)('planners of an edition in %s', (name, edition) => {
  const readMore = edition.style.readMoreLabel;
  let clock: FlowingClock;
  let desk: Desk | undefined;
  let gemini: LoopbackGemini | undefined;

  afterEach(async () => {
    await desk?.stop();
    clock.stop();
    await gemini?.close();
    expect(gemini?.complaints ?? []).toEqual([]);
    desk = gemini = undefined;
  });

  const start = async (env: Record<string, string> = {}): Promise<Desk> => {
    clock = new FlowingClock(at(6, 59));
    return (desk = await modelsDesk({ env, clock, edition: { ...edition, schedules: SCHEDULES } }));
  };

  /** Let the slot come; resolves with its row in the ledger when the run, and all that it ordered, has ended. */
  const slot = (there: Desk, hour: number, minute: number): Promise<RunEntry> => {
    clock.set(at(hour, minute));
    return found(async () => {
      const { jobs } = await there.rpc<{ jobs: { id: string }[] }>('cron.list');
      const rows = await Promise.all(
        jobs.map(({ id }) => there.rpc<{ entries: RunEntry[] }>('cron.runs', { id })),
      );
      const run = rows
        .flatMap(({ entries }) => entries)
        .find(({ scheduledForMs, finishedAtMs }) => scheduledForMs === at(hour, minute) && finishedAtMs);
      if (!run || (await there.rpc<{ openRuns: number }>('newsroom.status')).openRuns > 0) return undefined;
      return (await hasComeToRest(there.home, readMore)) ? run : undefined;
    });
  };

  /** What holds for every story that stands in its thread. */
  const checkStories = async (there: Desk, count: number, languageModel: boolean) => {
    const stories = await storiesIn(there.home);
    expect(stories).toHaveLength(count);
    expect(new Set(stories.map(({ title }) => title)).size).toBe(count);
    // What is posted is so in its job file; what is not was told before, by another run.
    const statuses = readJobFiles(there.home).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'SUCCESS')).toHaveLength(count);
    for (const status of statuses) expect(['SUCCESS', 'SKIPPED']).toContain(status);
    const keys = (await opsIn(there.home)).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { id, thread } of stories) {
      const told = (await there.story(id))!;
      expect(told.languageModel).toBe(languageModel);
      // Its sources are stored as they were read, and each of its facts with the passage that bears it out.
      const usable = told.pack.sources.filter((source) => source.usable);
      expect(usable.length).toBeGreaterThanOrEqual(2);
      for (const { sha256, text } of usable) expect([sha256.length, text.length > 0]).toEqual([64, true]);
      expect(told.claims!.length).toBeGreaterThan(0);
      expect(told.claims!.filter(({ verdict }) => verdict === 'doubted')).toEqual([]);
      const inCjk = readsAsCjk(told.body);
      const [min, max] = languageModel
        ? [edition.lengths.story.min, edition.lengths.story.max]
        : edition.lengths.desk[inCjk ? 'cjk' : 'words'];
      const length = measure(told.body, inCjk ? 'cjk' : 'words');
      expect(length).toBeGreaterThanOrEqual(min!);
      expect(length).toBeLessThanOrEqual(max!);
      const text = (await there.history(thread!)).map(({ content }) => content).join('\n');
      expect(text).toContain(`**${readMore}**`);
      if (name !== 'English') expect(simplifiedIn(`${told.title}\n${text}`)).toEqual([]);
      expect(text.includes(WITHOUT_MODEL[edition.language])).toBe(!languageModel);
      if (languageModel && name !== 'English') expect(cjkLength(told.title)).toBeGreaterThanOrEqual(4);
    }
  };

  /** What the desk channel's memory has of a run, and what was posted there. */
  const told = async (there: Desk, { runId }: RunEntry) => {
    const entries = (await there.history('console:desk')).filter((entry) => entry.cron_run_id === runId);
    const ops = (await opsIn(there.home)).filter(({ key }) => key.includes(runId));
    return { closure: entries.find(({ meta }) => meta?.kind === 'closure'), ops };
  };

  const checkDay = async (there: Desk, languageModel: boolean) => {
    const daily = await slot(there, 7, 0);
    expect(daily).toMatchObject({ status: 'ok', trigger: 'schedule', delivery: 'sent', attempts: 1 });
    // Without a language model a story is told in the language of its sources, and few of them are in Chinese.
    const fewest = languageModel || name === 'English' ? 5 : 1;
    const planned = (await storiesIn(there.home)).length;
    const jobs = readJobFiles(there.home).map((job) => JSON.stringify(job));
    expect(planned, [daily.summary, ...jobs].join('\n')).toBeGreaterThanOrEqual(fewest);
    expect(planned).toBeLessThanOrEqual(5);
    await checkStories(there, planned, languageModel);
    expect((await told(there, daily)).closure?.content).toContain(daily.summary);

    const hourly = await slot(there, 7, 30);
    const stories = await storiesIn(there.home);
    expect(['ok', 'quiet']).toContain(hourly.status);
    expect(stories.length - planned).toBeLessThanOrEqual(2);
    await checkStories(there, stories.length, languageModel);

    // Nothing new since: a quiet end, with its reason in transcript and ledger only.
    const quiet = await slot(there, 18, 30);
    expect(quiet).toMatchObject({ status: 'quiet', delivery: 'none' });
    expect(quiet.summary).not.toBe('');
    const { closure, ops } = await told(there, quiet);
    expect(closure?.content).toContain(quiet.summary);
    expect(ops).toEqual([]);
    expect(await storiesIn(there.home)).toHaveLength(stories.length);
    return { daily, hourly, quiet };
  };

  it('plan, write and post by the desk model', async () => {
    await checkDay(await start(), false);
  });

  it('plan by tools and write by structured output over Gemini', async () => {
    gemini = await LoopbackGemini.start();
    gemini.answer(newsroomBrain([5, 1, 0], name === 'English' ? 'en' : 'zh'));
    const there = await start({ GEMINI_API_KEYS: 'a-key', GEMINI_BASE_URL: gemini.baseUrl });
    const { daily, quiet } = await checkDay(there, true);
    expect(daily.summary).toBe('Stories are being written.');
    expect(quiet.summary).toBe('Nothing of this hour qualifies.');
  });
});

const WITHOUT_MODEL = {
  en: 'Written without a language model',
  'zh-Hant-HK': '本文未經語言模型撰寫',
} as const;
