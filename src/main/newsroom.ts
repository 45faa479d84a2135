/** The newsroom: feeds to stories, wired to the kernel that its turns take place in. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Cron } from '../cron/cron.ts';
import { guildsIn } from '../desk/guild-reach.ts';
import { storyTools } from '../newsroom/ask/story-tools.ts';
import { tellStory } from '../newsroom/ask/tell-story.ts';
import { Board } from '../newsroom/views/board.ts';
import { readBoardJobs } from '../newsroom/views/board-jobs.ts';
import type { ModelDesk } from '../newsroom/intake/cluster/ask-json.ts';
import { editorsZone } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import { UndiciFetcher } from '../web-fetch/undici-fetcher.ts';
import { deskChannel, storyChannel } from '../newsroom/edition/edition-channels.ts';
import type { StoryService } from '../newsroom/model/story-service.ts';
import { EventService } from '../newsroom/intake/event-service.ts';
import { Inputs } from '../newsroom/intake/inputs.ts';
import type { LinkSearch } from '../newsroom/intake/inputs.ts';
import { lastInputs, writeInputs } from '../newsroom/intake/inputs-file.ts';
import { JobFiles } from '../newsroom/batches/job-files.ts';
import { StoryLog } from '../newsroom/batches/story-log.ts';
import { workerOutput } from '../newsroom/model/worker-result.ts';
import { Pipeline } from '../newsroom/pipeline/pipeline.ts';
import type { RunTerms } from '../newsroom/plan/draft-run.ts';
import { plannerReply } from '../newsroom/plan/planner-reply.ts';
import { plannerTools } from '../newsroom/plan/planner-tools.ts';
import { preparePlanner } from '../newsroom/plan/prepare-planner.ts';
import { PoolService } from '../newsroom/intake/pool-service.ts';
import { placeOfStory } from '../newsroom/publish/story-place.ts';
import { excludedBy } from '../newsroom/intake/select/exclusions.ts';
import { NewsSearches } from '../newsroom/intake/search/news-searches.ts';
import { lookUp } from '../newsroom/sources/look-up.ts';
import { storyEvents } from '../newsroom/coverage/event-marks.ts';
import { toldStories } from '../newsroom/coverage/told-stories.ts';
import { sameStoryOutput } from '../newsroom/coverage/same-story.ts';
import { checkerOutput } from '../newsroom/verify/checker-reply.ts';
import { Instructions } from '../newsroom/verify/instructions.ts';
import { mendOutput } from '../newsroom/verify/mend-reply.ts';
import { WorkerExtractor } from '../newsroom/sources/worker-extractor.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { Actor } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Turn } from '../sessions/turn.ts';
import { postTool } from '../newsroom/write/posts.ts';
import { SqlitePool } from '../store/pool/sqlite-pool.ts';
import { StoryQueries } from '../newsroom/editing/story-queries.ts';
import { buildEditors } from './story-service.ts';
import { tellGaveUp } from './feed-notice.ts';
import type { Clock } from '../time/clock.ts';
import { dayAndTime } from '../time/zone.ts';
import { channelsOf, isSetUp } from './channels.ts';
import type { Kernel, NewsroomTurns, Setting } from './kernel.ts';
import type { News } from './news.ts';
import { programFiles } from './program-files.ts';
import { runIdAt } from './run-id.ts';
import type { Stores } from './stores.ts';
import { storyAssets } from './story-assets.ts';
import { buildFollower, buildStoryDesk } from './story-desk.ts';
import { opSettled, storyDelivery } from './story-delivery.ts';
import { storySources } from './story-sources.ts';

export interface NewsroomDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stores: Stores;
  readonly news: News;
  readonly edition: Edition;
  /** Loopback `host:port`s that the edition itself serves. */
  readonly ownHosts: readonly string[];
  /** The names of the commands that people have. */
  readonly commands: () => ReadonlySet<string>;
  /** Those of the sessions whose places on a platform somebody can see. */
  readonly sees?: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
  /** When a planner's turn starts next; undefined when none is scheduled. */
  readonly nextPlanAtMs: () => Promise<number | undefined>;
  /** Whom clustering asks. */
  readonly desk: ModelDesk;
}

export function buildNewsroom(parts: NewsroomDeps) {
  const { config, clock, stores, edition } = parts;
  const log = parts.log.child({ module: 'newsroom' });
  const { version } = JSON.parse(readFileSync(programFiles.package, 'utf8')) as { version: string };
  const allowPrivate = [...config.fetchAllowPrivate, ...parts.ownHosts];
  const fetcher = new UndiciFetcher({ clock, version, allowPrivate });
  const extractor = new WorkerExtractor({ clock });
  const pool = new SqlitePool({ path: config.paths.newsPool, clock, log });
  const { brave, gdelt } = config.sources;
  const searches = new NewsSearches({ fetcher, clock, states: pool.searchStates, log, brave, gdelt });
  const files = new JobFiles({ root: config.paths.newsroomJobs });
  let posted = () => {};
  const inputs = new Inputs({
    edition,
    pool,
    fetcher,
    clock,
    believed: stores.believed,
    log,
    desk: parts.desk,
    search: linkSearch(searches, pool, edition, clock),
    gaveUp: async (feed, state) => {
      await tellGaveUp(feed, state, { ops: stores.ops, sessions: stores.sessions, edition, clock });
      posted();
    },
    told: (holder) =>
      toldStories(
        (holder as SessionKey | undefined) ?? deskChannel(edition),
        { ...stores, files, clock },
        storyEvents(pool),
      ),
    keep: async (snapshot) => {
      await writeInputs(dirname(config.paths.newsPool), snapshot);
      parts.news.tell('newsroom', { inputs: snapshot.kind });
    },
  });
  const care = new PoolService({
    edition,
    pool,
    inputs,
    clock,
    believed: stores.believed,
    notes: () => stores.notes.list(deskChannel(edition), clock.now()),
    nextPlanAtMs: parts.nextPlanAtMs,
  });
  const events = new EventService({ pool, clock });
  const { stories, deeds } = stores;
  const shelf = new StoryQueries({ stories, deeds, files, edition, now: () => clock.now() });
  const board = new Board({
    edition,
    book: stores.board,
    jobs: (run) => readBoardJobs(config.paths.newsroomJobs, run),
    deeds: stores.deeds,
    lastInputs: (kind) => lastInputs(dirname(config.paths.newsPool), kind),
    feeds: () => care.feeds(),
    tell: (story) => shelf.tell(story),
    clock,
  });
  const guildOf = guildsIn(stores.sessions);
  let pipeline: Pipeline | undefined;
  const assets = storyAssets({ config, clock, edition, fetcher, version });
  const promptIn =
    (kernel: () => Kernel): RunTerms['promptFor'] =>
    (category) => {
      const { prompts } = kernel();
      const promptId = prompts.promptForCategory(category);
      return { promptId, validatorId: prompts.validatorOf(promptId) ?? promptId };
    };

  /** What editors do with stories. */
  const editors = (kernel: () => Kernel): StoryService =>
    buildEditors({
      news: parts.news,
      ...{ clock, stores, edition, files, pool, fetcher, extractor, searches },
      promptFor: promptIn(kernel),
      newRunId: () => runIdAt(clock.now(), kernel().newId()),
      commands: parts.commands,
      pipeline: () => pipeline,
      done: (sessions) => {
        kernel().dispatcher.poke();
        for (const session of sessions) void kernel().flush(session);
      },
    });

  let desk: ReturnType<typeof buildStoryDesk> | undefined;
  /** What people and the agent do with stories: commands and tools, the same for both. */
  const storyDesk = (kernel: () => Kernel, cron: Cron) =>
    (desk ??= buildStoryDesk({
      ...{ stores, clock, edition, events, cron },
      zone: config.zone,
      editors: editors(kernel),
      say: (said, actor) => kernel().desk.say(said, actor),
      lastInputs: (kind) => lastInputs(dirname(config.paths.newsPool), kind),
    }));

  const preparePlan = preparePlanner({ inputs, stories: stores.stories, notes: stores.notes, clock });

  const brought = (kernel: () => Kernel): NewsroomTurns => ({
    outputs: {
      planner_reply: plannerReply,
      worker_result: workerOutput,
      checker_reply: checkerOutput,
      mend_reply: mendOutput,
      same_story_reply: sameStoryOutput,
    },
    ...following(kernel, preparePlan),
    setting: (session) => settingOf(session, { ...parts, edition }),
    tools: (cron) => [
      ...storyDesk(kernel, cron).tools,
      postTool(),
      ...storyTools({
        ...{ stories: stores.stories, deeds: stores.deeds },
        ...{ lookUp, guildOf, edition, zone: config.zone },
        sees: async (actor, sessions) => (await parts.sees?.(actor, sessions)) ?? new Set(),
      }),
      ...plannerTools({
        stories: stores.stories,
        edition,
        notes: stores.notes,
        clock,
        files,
        excludedBy,
        promptFor: promptIn(kernel),
        newRunId: () => runIdAt(clock.now(), kernel().newId()),
        pipeline: { take: (runId) => pipeline?.take(runId) },
      }),
    ],
  });

  /** Turns that follow stories are performed without an agent; those of planners are prepared. */
  const following = (kernel: () => Kernel, preparePlan: NewsroomTurns['prepare']) => {
    const follower = buildFollower({
      ...{ stores, clock, log, edition, pool, inputs, files },
      newRunId: () => runIdAt(clock.now(), kernel().newId()),
      promptFor: promptIn(kernel),
      cron: () => kernel().cron,
      take: (runId) => pipeline?.take(runId),
    });
    return {
      perform: follower.perform,
      prepare: async (turn: Turn, signal: AbortSignal) => {
        await preparePlan(turn, signal);
        await follower.prepare(turn, signal);
      },
    };
  };

  /** Bring the pipeline up, once the kernel stands. */
  const open = (kernel: Kernel): Pipeline => {
    posted = () => kernel.dispatcher.poke();
    pipeline = new Pipeline({
      stories: stores.stories,
      files,
      log: told(new StoryLog({ root: config.paths.storyLogs, clock }), parts.news),
      ops: stores.ops,
      deeds: stores.deeds,
      events: pool,
      sources: storySources({ edition, pool, fetcher, extractor, searches, clock, log }),
      assets,
      ask: (inbound) => kernel.conductor.ask(inbound),
      render: (id, values) => kernel.prompts.render(id, values),
      instructions: new Instructions(kernel.prompts.texts()),
      hasLanguageModel: parts.desk.hasLanguageModel,
      edition,
      clock,
      placeOf: (category, desk) =>
        // Without a connection to its platform, a chat is no place to post to.
        isSetUp(config)(channelOf(storyChannel(edition, category) ?? desk))
          ? placeOfStory(category, desk, { edition, sessions: stores.sessions, guildOf })
          : Promise.resolve({ session: desk, isForum: false }),
      guildOf,
      mayTell: (person) => channelsOf(config).some((channel) => channel.mayTell?.(person, config)),
      commands: parts.commands,
      remembered: (session) => void kernel.flush(session),
      delivered: storyDelivery({ ops: stores.ops, dispatcher: kernel.dispatcher, clock }),
      settled: opSettled({ ops: stores.ops, dispatcher: kernel.dispatcher, clock }),
      posted: () => kernel.dispatcher.poke(),
      report: async (session, { text, summary }) =>
        void parts.news.tell('newsroom', { sessionKey: session, text, summary }),
      failed: (what, error) => log.error({ err: error }, `${what} failed`),
    });
    return pipeline;
  };

  const close = async () => {
    await inputs.close();
    await pipeline?.close();
    await assets.close();
    await extractor.close();
    await fetcher.close();
    await pool.close();
  };
  return { pool, care, events, board, brought, storyDesk, open, close };
}

export type Newsroom = ReturnType<typeof buildNewsroom>;

/** A story's log whose steps are news too. */
function told(log: StoryLog, news: News): Pick<StoryLog, 'note'> {
  return {
    note: async (runId, storyId, event, fields) => {
      await log.note(runId, storyId, event, fields);
      if (event !== 'monitor_poll') news.tell('newsroom', { runId, storyId, event });
    },
  };
}

/** The edition's queries of a kind of run, what they find going into the pool. */
function linkSearch(
  searches: NewsSearches,
  pool: Pick<SqlitePool, 'addLinks'>,
  { queries: { brave, gdelt } }: Edition,
  clock: Clock,
): LinkSearch {
  return ({ kind, provider, signal }) =>
    searches.searchForLinks({
      kind,
      edition: {
        queries: { ...(provider !== 'gdelt' && { brave }), ...(provider !== 'brave' && { gdelt }) },
      },
      keep: async (links) => (await pool.addLinks(links, clock.now())).added,
      signal,
    });
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
      STORY: story ? tellStory(story, { zone, edition }, await stores.deeds.of(story.id)) : 'none',
    },
    material: {
      now: new Date(nowMs).toISOString(),
      ...(story && { thread: { title: story.title, job: story.job, why: story.why } }),
    },
  };
}
