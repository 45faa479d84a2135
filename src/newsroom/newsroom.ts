/** The newsroom as a feature: from feeds to stories, wired to the kernel that runs its turns. */
import { dirname } from 'node:path';
import type { Registry } from 'prom-client';
import { programVersion } from '../config/program-files.ts';
import type { Feature } from '../feature/feature.ts';
import type { Kernel, KernelStores } from '../feature/kernel.ts';
import { seesNone } from './ask/desk-here.ts';
import type { DeskReach } from './ask/desk-here.ts';
import { guildsIn } from '../sessions/guilds.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { UndiciFetcher } from '../web-fetch/undici-fetcher.ts';
import { storyTools } from './ask/story-tools.ts';
import { turnSetting } from './ask/turn-setting.ts';
import { storyAssets } from './assets/story-assets.ts';
import { BatchService } from './batches/batch-service.ts';
import { JobFiles } from './batches/job-files.ts';
import { runIdAt } from './batches/run-id.ts';
import { StoryLog } from './batches/story-log.ts';
import { buildStoryDesk } from './commands/story-desk.ts';
import { sameStoryOutput } from './coverage/same-story.ts';
import { buildEditors } from './editing/open-story-service.ts';
import { StoryQueries } from './editing/story-queries.ts';
import { deskChannel, storyChannel } from './edition/edition-channels.ts';
import type { LiveEdition } from './edition/live-edition.ts';
import { FOLLOW_PROFILE } from './follow/follower.ts';
import { openFollower } from './follow/open-follower.ts';
import type { ModelDesk } from '../llm/ask-about.ts';
import { measureFeeds } from './intake/feed-metrics.ts';
import { lastInputs } from './intake/inputs-file.ts';
import { buildIntake } from './intake/open-intake.ts';
import type { NewsPool } from './intake/open-intake.ts';
import { excludedBy } from './intake/select/exclusions.ts';
import { newsroomMethodTable } from './methods/newsroom-method-table.ts';
import type { PlanKind } from './model/candidate.ts';
import type { EditorialActionBook } from './model/editorial-action-book.ts';
import type { VoteBook } from './model/story-vote.ts';
import type { StoryBook } from './model/story-book.ts';
import { workerOutput } from './model/worker-result.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { opSettled, storyDelivery } from './pipeline/story-delivery.ts';
import type { BatchTerms } from './plan/draft-batch.ts';
import { plannerReply } from './plan/planner-reply.ts';
import { plannerTools } from './plan/planner-tools.ts';
import { plannerProfile } from './plan/planner-profile.ts';
import { placeOfStory } from './publish/story-place.ts';
import { lookUp } from './sources/look-up.ts';
import { storySources } from './sources/story-sources.ts';
import { WorkerExtractor } from './sources/worker-extractor.ts';
import { checkerOutput } from './verify/checker-reply.ts';
import { Instructions } from './verify/instructions.ts';
import { mendOutput } from './verify/mend-reply.ts';
import { Board } from './views/board.ts';
import { Charts } from './views/charts.ts';
import type { ChartBook } from './views/charts.ts';
import type { BoardBook } from './views/board.ts';
import { readBoardJobs } from './views/board-jobs.ts';
import { postTool } from './write/posts.ts';

export interface NewsroomDeps {
  readonly kernel: Kernel & { readonly stores: KernelStores & NewsroomStores };
  readonly edition: LiveEdition;
  /** Closed together with the newsroom. */
  readonly pool: NewsPool & { close(): Promise<void> };
  /** Used by clustering to ask models. */
  readonly desk: ModelDesk;
  /** Loopback `host:port`s that the edition itself serves. */
  readonly ownHosts: readonly string[];
  /** The names of the available commands. */
  readonly commands: () => ReadonlySet<string>;
  /** Whether the desk has a connection to this channel. */
  readonly isSetUp: (channel: string) => boolean;
  /** Whether a person, by the platform's id, may be sent direct messages. */
  readonly mayTell: (person: string) => boolean;
  /** Which of the sessions a person can see on the platform. */
  readonly sees?: DeskReach['sees'] | undefined;
  /** Which of the sessions a person can see and may manage jobs at. */
  readonly manages?: DeskReach['sees'] | undefined;
}

interface NewsroomStores {
  readonly stories: StoryBook;
  readonly actions: EditorialActionBook;
  readonly board: BoardBook;
  readonly charts: ChartBook;
  readonly votes: VoteBook;
}

export type Newsroom = ReturnType<typeof buildNewsroom>;

/**
 * Build the newsroom. Ordered work starts with the feature's `start`; if that is never called, it waits for a desk.
 */
export function buildNewsroom(given: NewsroomDeps) {
  const log = given.kernel.log.child({ module: 'newsroom' });
  const deps = { ...given, kernel: { ...given.kernel, log } };
  const tools = toolsOf(deps);
  const pipeline = pipelineOf(deps, tools);
  const services = servicesOf(deps, tools, pipeline);
  const feature: Feature = {
    ...broughtBy(deps, tools, services),
    tasks: pipeline.tasks,
    start: () => pipeline.resume(),
    stop: () => pipeline.close(),
    close: async () => {
      await tools.inputs.close();
      await tools.assets.close();
      await tools.extractor.close();
      await Promise.all([tools.fetcher.close(), tools.searchFetcher.close()]);
      await deps.pool.close();
    },
  };
  const { feeds, feedService, feedback, editionFile, events, searches, inputs, fetcher, extractor } = tools;
  const { editors, batches, board, charts } = services;
  const intake = { pool: deps.pool, feeds, searches, inputs, fetcher, extractor };
  const lists = { feeds, feedService, feedback, editionFile, events };
  const { assets } = tools;
  return { feature, intake, ...lists, batches, board, charts, editors, pipeline, assets };
}

type Tools = ReturnType<typeof toolsOf>;
type Services = ReturnType<typeof servicesOf>;

/** What several stages share: web access, job files, the pool and what planners read of it. */
function toolsOf({ kernel, edition, pool, desk, ownHosts }: NewsroomDeps) {
  const { config, clock, stores, prompts } = kernel;
  const version = programVersion();
  const allowPrivate = [...config.fetchAllowPrivate, ...ownHosts];
  const fetcher = new UndiciFetcher({ clock, version, allowPrivate });
  const files = new JobFiles({ root: config.paths.newsroomJobs, files: stores.files });
  const { stories, actions } = stores;
  const promptFor: BatchTerms['promptFor'] = (category) => {
    const promptId = prompts.promptForCategory(category);
    return { promptId, validatorId: prompts.validatorOf(promptId) ?? promptId };
  };
  return {
    fetcher,
    files,
    promptFor,
    extractor: new WorkerExtractor({ clock }),
    assets: storyAssets({ config, clock, edition, fetcher, version, files: stores.files }),
    newBatchId: () => runIdAt(clock.now(), kernel.newId()),
    inputsOf: (kind: PlanKind) => lastInputs(dirname(config.paths.newsPool), kind),
    guildOf: guildsIn(stores.sessions),
    ...buildIntake({
      ...{ kernel, edition, pool, desk, fetcher, votes: stores.votes },
      books: { stories, actions, files },
    }),
  };
}

function pipelineOf(
  deps: NewsroomDeps,
  { fetcher, extractor, files, assets, searches, guildOf }: Tools,
): Pipeline {
  const { kernel, edition, pool } = deps;
  const { config, clock, log, news, stores, prompts, dispatcher, tasks } = kernel;
  return new Pipeline({
    stories: stores.stories,
    files,
    log: withNews(new StoryLog({ root: config.paths.storyLogs, clock }), news),
    ops: stores.ops,
    actions: stores.actions,
    tasks,
    events: pool,
    sources: storySources({ edition, pool, fetcher, extractor, searches, clock, log }),
    assets,
    ask: (inbound) => kernel.conductor.ask(inbound),
    render: (id, values) => prompts.render(id, values),
    instructions: new Instructions(prompts.texts()),
    hasLanguageModel: deps.desk.hasLanguageModel,
    edition,
    clock,
    placeOf: (category, desk) =>
      // A chat can't be posted to without a connection to its platform.
      deps.isSetUp(channelOf(storyChannel(edition, category) ?? desk))
        ? placeOfStory(category, desk, { edition, sessions: stores.sessions, guildOf })
        : Promise.resolve({ session: desk, isForum: false }),
    guildOf,
    mayTell: deps.mayTell,
    commands: deps.commands,
    remembered: (session) => void kernel.flush(session),
    delivered: storyDelivery({ ops: stores.ops, dispatcher, clock }),
    settled: opSettled({ ops: stores.ops, dispatcher, clock }),
    posted: () => dispatcher.poke(),
    report: async (session, { text, summary }) =>
      void news.publish('newsroom', { sessionKey: session, text, summary }),
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
  });
}

/** What edges and turns use of the newsroom. */
function servicesOf(deps: NewsroomDeps, tools: Tools, pipeline: Pipeline) {
  const { kernel, edition, pool, commands, isSetUp } = deps;
  const { config, clock, news, stores, prompts, dispatcher, tasks } = kernel;
  const { stories, actions } = stores;
  const { files, feeds, events, inputs, inputsOf, promptFor, newBatchId } = tools;
  const orders = { files, pool, edition, promptFor, newBatchId, tasks };
  const editors = buildEditors({
    ...{ ...tools, ...orders, clock, news, stories, actions, commands, pipeline },
    done: (sessions) => {
      dispatcher.poke();
      for (const session of sessions) void kernel.flush(session);
    },
  });
  const queries = new StoryQueries({ stories, actions, files, edition, clock });
  return {
    editors,
    storyDesk: buildStoryDesk({
      ...{ kernel, stories, actions, edition, events, editors, feedback: tools.feedback },
      ...{ zone: config.zone, sees: deps.sees ?? seesNone, manages: deps.manages ?? seesNone },
      lastInputs: inputsOf,
    }),
    follower: openFollower({
      ...{ ...orders, kernel, stories, actions },
      refresh: () => inputs.updateFeeds(),
    }),
    batches: new BatchService({
      ...{ ...orders, stories, actions, clock, isSetUp },
      sessions: stores.sessions,
      knowsPrompt: (id) => prompts.validatorOf(id) !== undefined,
    }),
    charts: new Charts({
      ...{ edition, pool, clock },
      book: stores.charts,
      board: stores.board,
      jobs: (batch) => readBoardJobs(files, batch),
    }),
    board: new Board({
      ...{ edition, actions, clock, votes: stores.votes },
      book: stores.board,
      jobs: (batch) => readBoardJobs(files, batch),
      lastInputs: inputsOf,
      feeds: () => feeds.feeds(),
      record: (story) => queries.record(story),
    }),
  };
}

function broughtBy(
  { kernel, edition, sees }: NewsroomDeps,
  { files, inputs, feeds, feedService, feedback, events, guildOf, promptFor, newBatchId }: Tools,
  { storyDesk, follower, batches, board, charts, editors }: Services,
) {
  const { config, clock, stores } = kernel;
  const { stories, actions, notes } = stores;
  const planning = (kind: PlanKind) => plannerProfile(kind, { inputs, stories, notes, clock });
  return {
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
        ...{ stories, actions, lookUp, guildOf, edition, zone: config.zone, sees: sees ?? seesNone },
      }),
      ...plannerTools({
        ...{ stories, edition, notes, clock, files, excludedBy, promptFor, newBatchId },
        tasks: kernel.tasks,
      }),
    ],
    commands: storyDesk.commands,
    methods: newsroomMethodTable({
      board: async () => board,
      charts: async () => charts,
      editors: async () => editors,
      events: async () => events,
      pool: async () => feeds,
      feedService: async () => feedService,
      feedback: async () => feedback,
      edition,
      runs: async () => batches,
      deskChannel: deskChannel(edition),
      clock,
    }),
    measure: (registry: Registry) => measureFeeds(registry, feeds),
    setting: (session: SessionKey) => turnSetting(session, { stories, actions, notes, clock, edition }),
  };
}

/** A story's log whose steps are also published as news. */
function withNews(log: StoryLog, news: Kernel['news']): Pick<StoryLog, 'note'> {
  return {
    note: async (runId, storyId, event, fields) => {
      await log.note(runId, storyId, event, fields);
      if (event !== 'monitor_poll') news.publish('newsroom', { runId, storyId, event });
    },
  };
}
