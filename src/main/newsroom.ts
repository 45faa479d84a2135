/** The newsroom as a feature of the desk: feeds to stories, wired to the kernel that its turns take place in. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { guildsIn } from '../desk/guild-reach.ts';
import type { Feature, Setting } from '../feature/feature.ts';
import { newsroomEventMethods } from '../gateway/newsroom-event-methods.ts';
import { newsroomMethods } from '../gateway/newsroom-methods.ts';
import { newsroomPoolMethods } from '../gateway/newsroom-pool-methods.ts';
import { newsroomRunMethods } from '../gateway/newsroom-run-methods.ts';
import { storyTools } from '../newsroom/ask/story-tools.ts';
import { tellStory } from '../newsroom/ask/tell-story.ts';
import { JobFiles } from '../newsroom/batches/job-files.ts';
import { StoryLog } from '../newsroom/batches/story-log.ts';
import { sameStoryOutput } from '../newsroom/coverage/same-story.ts';
import { StoryQueries } from '../newsroom/editing/story-queries.ts';
import { storyChannel } from '../newsroom/edition/edition-channels.ts';
import { editorsZone } from '../newsroom/edition/edition.ts';
import { FOLLOW_PROFILE } from '../newsroom/follow/follower.ts';
import { lastInputs } from '../newsroom/intake/inputs-file.ts';
import { excludedBy } from '../newsroom/intake/select/exclusions.ts';
import type { PlanKind } from '../newsroom/model/candidate.ts';
import { workerOutput } from '../newsroom/model/worker-result.ts';
import { Pipeline } from '../newsroom/pipeline/pipeline.ts';
import type { BatchTerms } from '../newsroom/plan/draft-batch.ts';
import { plannerReply } from '../newsroom/plan/planner-reply.ts';
import { plannerTools } from '../newsroom/plan/planner-tools.ts';
import { preparePlanner } from '../newsroom/plan/prepare-planner.ts';
import { placeOfStory } from '../newsroom/publish/story-place.ts';
import { lookUp } from '../newsroom/sources/look-up.ts';
import { WorkerExtractor } from '../newsroom/sources/worker-extractor.ts';
import { checkerOutput } from '../newsroom/verify/checker-reply.ts';
import { Instructions } from '../newsroom/verify/instructions.ts';
import { mendOutput } from '../newsroom/verify/mend-reply.ts';
import { Board } from '../newsroom/views/board.ts';
import { readBoardJobs } from '../newsroom/views/board-jobs.ts';
import { postTool } from '../newsroom/write/posts.ts';
import type { Actor } from '../sessions/actor.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { dayAndTime } from '../time/zone.ts';
import { UndiciFetcher } from '../web-fetch/undici-fetcher.ts';
import { buildBatchService } from './batch-service.ts';
import { channelsOf, isSetUp } from './channels.ts';
import type { News } from './news.ts';
import { buildIntake } from './newsroom-intake.ts';
import type { IntakeDeps } from './newsroom-intake.ts';
import { programFiles } from './program-files.ts';
import { runIdAt } from './run-id.ts';
import { storyAssets } from './story-assets.ts';
import { opSettled, storyDelivery } from './story-delivery.ts';
import { buildFollower, buildStoryDesk } from './story-desk.ts';
import { buildEditors } from './story-service.ts';
import { storySources } from './story-sources.ts';

export interface NewsroomDeps extends Omit<IntakeDeps, 'fetcher' | 'files'> {
  /** Loopback `host:port`s that the edition itself serves. */
  readonly ownHosts: readonly string[];
  /** The names of the commands that people have. */
  readonly commands: () => ReadonlySet<string>;
  /** Those of the sessions whose places on a platform somebody can see. */
  readonly sees?: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
}

export type Newsroom = ReturnType<typeof buildNewsroom>;

/** What is ordered is written from the feature's `start` on; where that is never called, it waits for a desk. */
export function buildNewsroom(given: NewsroomDeps) {
  const { config, clock, stores, edition, kernel } = given;
  const deps = { ...given, log: given.log.child({ module: 'newsroom' }) };
  const { version } = JSON.parse(readFileSync(programFiles.package, 'utf8')) as { version: string };
  const allowPrivate = [...config.fetchAllowPrivate, ...deps.ownHosts];
  const fetcher = new UndiciFetcher({ clock, version, allowPrivate });
  const extractor = new WorkerExtractor({ clock });
  const files = new JobFiles({ root: config.paths.newsroomJobs });
  const assets = storyAssets({ config, clock, edition, fetcher, version });
  const { pool, searches, inputs, feeds, events } = buildIntake({ ...deps, fetcher, files });
  const inputsOf = (kind: PlanKind) => lastInputs(dirname(config.paths.newsPool), kind);
  const guildOf = guildsIn(stores.sessions);
  const newBatchId = () => runIdAt(clock.now(), kernel.newId());
  const { prompts, dispatcher } = kernel;
  const promptFor: BatchTerms['promptFor'] = (category) => {
    const promptId = prompts.promptForCategory(category);
    return { promptId, validatorId: prompts.validatorOf(promptId) ?? promptId };
  };

  const { stories, actions } = stores;
  const pipeline = new Pipeline({
    stories,
    files,
    log: told(new StoryLog({ root: config.paths.storyLogs, clock }), deps.news),
    ops: stores.ops,
    actions,
    events: pool,
    sources: storySources({ ...deps, pool, fetcher, extractor, searches }),
    assets,
    ask: (inbound) => kernel.conductor.ask(inbound),
    render: (id, values) => prompts.render(id, values),
    instructions: new Instructions(prompts.texts()),
    hasLanguageModel: deps.desk.hasLanguageModel,
    edition,
    clock,
    placeOf: (category, desk) =>
      // Without a connection to its platform, a chat is no place to post to.
      isSetUp(config)(channelOf(storyChannel(edition, category) ?? desk))
        ? placeOfStory(category, desk, { edition, sessions: stores.sessions, guildOf })
        : Promise.resolve({ session: desk, isForum: false }),
    guildOf,
    mayTell: (person) => channelsOf(config).some((channel) => channel.mayTell?.(person, config)),
    commands: deps.commands,
    remembered: (session) => void kernel.flush(session),
    delivered: storyDelivery({ ops: stores.ops, dispatcher, clock }),
    settled: opSettled({ ops: stores.ops, dispatcher, clock }),
    posted: () => dispatcher.poke(),
    report: async (session, { text, summary }) =>
      void deps.news.tell('newsroom', { sessionKey: session, text, summary }),
    failed: (what, error) => deps.log.error({ err: error }, `${what} failed`),
  });
  let isStarted = false;
  /** Before the start, what is ordered stays in the book, where the start finds it. */
  const started: Pick<Pipeline, 'take' | 'nudge' | 'retrying'> = {
    take: (batch) => isStarted && pipeline.take(batch),
    nudge: (batch, story) => isStarted && pipeline.nudge(batch, story),
    retrying: (...order) => pipeline.retrying(...order),
  };

  const editors = buildEditors({
    ...{ ...deps, files, pool, fetcher, extractor, searches, promptFor, newBatchId },
    pipeline: started,
    done: (sessions) => {
      dispatcher.poke();
      for (const session of sessions) void kernel.flush(session);
    },
  });
  const storyDesk = buildStoryDesk({
    ...{ stores, clock, edition, events, editors },
    cron: kernel.cron,
    zone: config.zone,
    say: (said, actor) => kernel.desk.say(said, actor),
    lastInputs: inputsOf,
  });
  const follower = buildFollower({
    ...{ ...deps, pool, inputs, files, newBatchId, promptFor },
    cron: kernel.cron,
    take: started.take,
  });
  const batches = buildBatchService({ ...deps, pool, pipeline: started });
  const queries = new StoryQueries({ stories, actions, files, edition, now: () => clock.now() });
  const board = new Board({
    edition,
    book: stores.board,
    jobs: (batch) => readBoardJobs(config.paths.newsroomJobs, batch),
    actions,
    lastInputs: inputsOf,
    feeds: () => feeds.feeds(),
    tell: (story) => queries.tell(story),
    clock,
  });
  const planning = (kind: PlanKind) => ({
    prepare: preparePlanner(kind, { inputs, stories, notes: stores.notes, clock }),
  });

  const feature: Feature = {
    name: 'newsroom',
    profiles: {
      planner_daily: planning('daily'),
      planner_hourly: planning('hourly'),
      [FOLLOW_PROFILE]: { prepare: follower.prepare, perform: follower.perform },
    },
    outputs: {
      planner_reply: plannerReply,
      worker_result: workerOutput,
      checker_reply: checkerOutput,
      mend_reply: mendOutput,
      same_story_reply: sameStoryOutput,
    },
    tools: [
      ...storyDesk.tools,
      postTool(),
      ...storyTools({
        ...{ stories, actions, lookUp, guildOf, edition, zone: config.zone },
        sees: async (actor, sessions) => (await deps.sees?.(actor, sessions)) ?? new Set(),
      }),
      ...plannerTools({
        ...{ stories, edition, notes: stores.notes, clock, files, excludedBy, promptFor, newBatchId },
        pipeline: started,
      }),
    ],
    commands: storyDesk.commands,
    methods: {
      ...newsroomMethods({ board }),
      ...newsroomEventMethods({ events: async () => events }),
      ...newsroomPoolMethods({ pool: async () => feeds }),
      ...newsroomRunMethods({ runs: async () => batches }),
    },
    setting: (session) => settingOf(session, deps),
    start: async () => {
      isStarted = true;
      await pipeline.resume();
    },
    stop: () => pipeline.close(),
    close: async () => {
      await inputs.close();
      await assets.close();
      await extractor.close();
      await fetcher.close();
      await pool.close();
    },
  };
  return { feature, feeds, events, batches, pipeline, pool, inputs, searches, fetcher, extractor };
}

/** A story's log whose steps are news too. */
function told(log: StoryLog, news: News): Pick<StoryLog, 'note'> {
  return {
    note: async (runId, storyId, event, fields) => {
      await log.note(runId, storyId, event, fields);
      if (event !== 'monitor_poll') news.tell('newsroom', { runId, storyId, event });
    },
  };
}

/** What every turn of a session is told: the desk, the time, what was asked for, the story of a thread. */
async function settingOf(
  session: SessionKey,
  { stores, clock, edition }: Pick<NewsroomDeps, 'stores' | 'clock' | 'edition'>,
): Promise<Setting> {
  const nowMs = clock.now();
  const zone = editorsZone(edition);
  const notes = await stores.notes.list(session, nowMs);
  const story = await stores.stories.ofThread(session);
  return {
    values: {
      DESK_TITLE: edition.title,
      LANGUAGE: edition.language === 'en' ? 'English' : 'Traditional Chinese (Hong Kong)',
      NOW: `${dayAndTime(nowMs, zone)} (${zone})`,
      CHANNEL: chatIdOf(session) || session,
      NOTES: notes.map(({ text, by }) => `- ${text} (${by})`).join('\n') || 'none',
      STORY: story ? tellStory(story, { zone, edition }, await stores.actions.of(story.id)) : 'none',
    },
    material: {
      ...(story && { thread: { title: story.title, job: story.job, why: story.why } }),
    },
  };
}
