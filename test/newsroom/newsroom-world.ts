/**
 * A newsroom on real files and a real database, whose workers, pages and outside are played by tests. A world
 * outlives the lines that work in it: close one, build another, as after a restart.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskQueue } from '../../src/async/task-queue.ts';
import { TaskRunner } from '../../src/async/task-runner.ts';
import { deskModel } from '../../src/llm/rules/desk-model.ts';
import type { Candidate, InputsSnapshot } from '../../src/newsroom/model/candidate.ts';
import type { NewsEvent } from '../../src/newsroom/model/event.ts';
import { JobFiles } from '../../src/newsroom/batches/job-files.ts';
import { batchTask } from '../../src/newsroom/model/batch-task.ts';
import type { BatchPlan } from '../../src/newsroom/model/batch-plan.ts';
import type { BatchSummary } from '../../src/newsroom/batches/batch-summary.ts';
import { StoryLog } from '../../src/newsroom/batches/story-log.ts';
import type { Assignment } from '../../src/newsroom/model/assignment.ts';
import { workerOutput } from '../../src/newsroom/model/worker-result.ts';
import { Pipeline } from '../../src/newsroom/pipeline/pipeline.ts';
import type { PipelineDeps } from '../../src/newsroom/pipeline/pipeline-deps.ts';
import { draftBatch } from '../../src/newsroom/plan/draft-batch.ts';
import type { Posting } from '../../src/newsroom/intake/pool/pool.ts';
import { urlKey } from '../../src/newsroom/model/url-key.ts';
import type { Source, SourcePack } from '../../src/newsroom/model/source-pack.ts';
import { guildsIn } from '../../src/sessions/guilds.ts';
import { placeOfStory } from '../../src/newsroom/publish/story-place.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import type { Entry, Origin } from '../../src/sessions/entry.ts';
import { channelOf, chatIdOf, sessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { OpButton, Outbox, Sendable } from '../../src/sessions/op.ts';
import type { AskTurn } from '../../src/sessions/perform.ts';
import type { Inbound, Turn, TurnEnd } from '../../src/sessions/turn.ts';
import { Instructions } from '../../src/newsroom/verify/instructions.ts';
import { wordingOf } from '../../src/newsroom/edition/wording.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import type { Stores } from '../support/stores.ts';
import { anEdition } from './an-edition.ts';

export const DESK = sessionKey('console', 'desk');

const TOPICS = ['library', 'harbour', 'tunnel', 'orchard', 'railway'];

export class NewsroomWorld {
  readonly home = mkdtempSync(join(tmpdir(), 'nightdesk-newsroom-'));
  readonly clock: FakeClock;
  readonly edition: Edition;
  /** Where runs are ordered. */
  readonly desk: SessionKey;
  readonly sql: Stores['sql'];
  readonly stories: Stores['stories'];
  readonly ops: Stores['ops'];
  readonly actions: Stores['actions'];
  readonly tasks: Stores['tasks'];
  readonly sessions: Stores['sessions'];
  readonly book: Stores['book'];
  readonly intake: Stores['intake'];
  readonly placeRemoval: Stores['placeRemoval'];
  readonly files = new JobFiles({ root: join(this.home, 'jobs') });
  readonly log: StoryLog;
  /** Stored ends of workers' turns, and how often each was performed. */
  readonly ends = new Map<string, TurnEnd>();
  readonly performed = new Map<string, number>();
  readonly reports = new Map<string, { text: string; summary: BatchSummary }>();
  readonly postings = new Map<number, Posting>();
  readonly released = new Map<number, string>();
  readonly failures: string[] = [];
  /** Plays the workers; by default the desk model. */
  work: (inbound: Inbound) => Promise<TurnEnd> = byDeskModel;
  pack: (job: Assignment) => SourcePack = (job) => packFor(job);
  packsBuilt = 0;
  readonly #close: () => void;

  /** Its own stores and clock, unless it shares those of a desk. */
  constructor({
    edition = {},
    desk = DESK,
    stores = openStores(this.home),
    clock = new FakeClock(Date.UTC(2026, 10, 20, 7, 0, 0)),
  }: { edition?: Partial<Edition>; desk?: SessionKey; stores?: Stores; clock?: FakeClock } = {}) {
    this.clock = clock;
    this.log = new StoryLog({ root: join(this.home, 'logs'), clock });
    ({
      sql: this.sql,
      stories: this.stories,
      ops: this.ops,
      actions: this.actions,
      tasks: this.tasks,
      sessions: this.sessions,
      book: this.book,
      intake: this.intake,
      placeRemoval: this.placeRemoval,
    } = stores);
    this.#close = stores.close;
    this.edition = anEdition({ sample: true, ...edition });
    this.desk = desk;
  }

  close(): void {
    this.#close();
    rmSync(this.home, { recursive: true });
  }

  /** The worker's turns are as the conductor keeps them: the same id is performed once. */
  readonly ask: AskTurn = async (inbound) => {
    const known = this.ends.get(inbound.id);
    if (known) return known;
    this.performed.set(inbound.id, (this.performed.get(inbound.id) ?? 0) + 1);
    const end = await this.work(inbound);
    this.ends.set(inbound.id, end);
    return end;
  };

  /** What reporters are told. */
  instructions = new Instructions([]);

  readonly events: PipelineDeps['events'] = {
    event: async (id) => anEvent(id),
    eventOf: async (url) => {
      const id = /\/story-(\d+)$/.exec(url)?.[1];
      return id === undefined ? undefined : anEvent(Number(id));
    },
    reserve: async (ids) => [...ids],
    release: async (id, why) => void this.released.set(id, why),
    markPosted: async (id, posting) => void (this.postings.has(id) || this.postings.set(id, posting)),
  };

  house(change: Partial<PipelineDeps> = {}): PipelineDeps {
    return {
      stories: this.stories,
      files: this.files,
      log: this.log,
      ops: this.ops,
      actions: this.actions,
      tasks: { add: async () => {}, poke: () => {}, under: async () => [] },
      events: this.events,
      instructions: this.instructions,
      sources: {
        build: async (job) => {
          this.packsBuilt += 1;
          return this.pack(job);
        },
        lacking: ({ sources }) =>
          sources.filter((source) => source.usable).length >= 2
            ? undefined
            : wordingOf(this.edition.language).missingSources(sources, 'sources'),
      },
      ask: this.ask,
      render: (id, values) => ({
        ref: { id, version: 1, sha256: '' },
        text: JSON.stringify(values),
        variables: values,
      }),
      edition: this.edition,
      clock: this.clock,
      placeOf: (category, desk) =>
        placeOfStory(category, desk, {
          edition: this.edition,
          sessions: this.sessions,
          guildOf: guildsIn(this.sessions),
        }),
      guildOf: guildsIn(this.sessions),
      mayTell: () => true,
      commands: () => new Set(),
      remembered: () => {},
      delivered: async () => ({ kind: 'posted' }),
      settled: async () => {},
      posted: () => {},
      report: async (_, { id, text, summary }) => void this.reports.set(id, { text, summary }),
      failed: (what, error) => void this.failures.push(`${what}: ${String(error)}`),
      ...change,
    };
  }

  line(change: Partial<PipelineDeps> = {}): Line {
    return new Line(this, (tasks) => this.house({ tasks, ...change }));
  }

  /** Order a run of `count` stories, as a planner's turn does. */
  async order(
    runId: string,
    count: number,
    change: (plan: BatchPlan) => BatchPlan = (plan) => plan,
  ): Promise<BatchPlan> {
    await this.opened(this.desk);
    const plan = change(aPlan(runId, count, this.clock.now(), this.edition, this.desk));
    await this.stories.order({ id: runId, session: this.desk, plan, createdAtMs: this.clock.now() });
    return plan;
  }

  /** Open a session, as its platform tells of it. */
  async opened(key: SessionKey, origin: Partial<Origin> = {}): Promise<SessionKey> {
    const known = { channel: channelOf(key), chatId: chatIdOf(key) };
    await this.sessions.open({ key, origin: { ...known, ...origin }, title: chatIdOf(key) }, 0);
    return key;
  }

  /** What waits to be written, or was written, into the transcript of a session. */
  async entries(session: SessionKey): Promise<Entry[]> {
    return ((await this.book.unflushed(session))?.rows ?? []).map(({ entry }) => entry);
  }

  /** Send what is in the outbox. @returns what was sent, in order; ids count from 1000. */
  async sendAll(): Promise<Sendable[]> {
    const sent: Sendable[] = [];
    const outbox: Outbox = {
      settleMs: 0,
      newest: async () => undefined,
      send: async (op) => ({ kind: 'sent', id: String(999 + sent.push(op)) }),
      readBack: async () => ({ kind: 'absent' }),
    };
    const dispatcher = new Dispatcher({
      ops: this.ops,
      outboxes: { console: outbox, discord: outbox, [channelOf(this.desk)]: outbox },
      clock: this.clock,
      landed: () => {},
      lost: (op, { because }) => void this.failures.push(`${op.key}: ${because}`),
      failed: (what, error) => void this.failures.push(`${what}: ${String(error)}`),
    });
    dispatcher.poke();
    await dispatcher.idle();
    return sent;
  }

  async jobs(plan: BatchPlan): Promise<Assignment[]> {
    return [...(await this.files.read(plan)).stories];
  }

  async statuses(plan: BatchPlan): Promise<string[]> {
    return (await this.jobs(plan)).map(({ state }) => state.status);
  }

  /**
   * Let time pass until the line has nothing left to do. The last edit of a message comes two seconds after the one before,
   * and there is one before where time has passed since a story was begun, also while it is sent.
   */
  async finish(line: Pick<Line, 'idle'>): Promise<void> {
    let isIdle = false;
    const idle = line.idle().then(() => (isIdle = true));
    idle.catch(() => {}); // it may be told below that this takes too long
    await eventually(async () => {
      if (!isIdle) await this.clock.advance(100);
      return isIdle;
    }, 'the line is idle');
    await idle;
  }

  /** The message of a batch as it was last written down. */
  async told(run = 'run-1'): Promise<{ text: string; buttons: readonly OpButton[] }> {
    const spec = (await this.ops.under(`batch:${run}/`)).at(-1)?.spec;
    if (!spec || !('text' in spec)) throw new Error(`nothing is said of ${run}`);
    return { text: spec.text, buttons: spec.buttons ?? [] };
  }

  async opKeys(): Promise<string[]> {
    return (await this.ops.under('')).map(({ key }) => key);
  }

  logged(run: string, story: string): string[] {
    const text = readFileSync(join(this.home, 'logs', run, `${story}.jsonl`), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event: string }).event);
  }
}

/** Long before a test's own time-out, which says nothing of what it waited for. */
const IDLE_WITHIN_MS = 300_000;

/** A pipeline with its queue of tasks, which starts with the first work. */
export class Line {
  readonly tasks: TaskQueue;
  readonly #world: Pick<NewsroomWorld, 'clock'>;
  readonly #pipeline: Pipeline;
  #adding: Promise<unknown> = Promise.resolve();

  constructor(
    world: Pick<NewsroomWorld, 'clock' | 'tasks' | 'failures'>,
    house: (tasks: TaskQueue) => PipelineDeps,
  ) {
    this.#world = world;
    this.tasks = new TaskRunner({
      book: world.tasks,
      handlers: () => this.#pipeline.tasks,
      clock: world.clock,
      failed: (what, error) => deps.failed(what, error),
    });
    const deps = house(this.tasks);
    this.#pipeline = new Pipeline(deps);
  }

  /** Work on an ordered run. */
  take(run: string): void {
    this.#adding = this.tasks.add(batchTask(run, this.#world.clock.now()));
    void this.tasks.start();
  }

  retrying: Pipeline['retrying'] = (...order) => this.#pipeline.retrying(...order);

  async resume(): Promise<void> {
    await this.#pipeline.resume();
    await this.tasks.start();
  }

  /** No time passes meanwhile: where the line may wait for its clock, a test takes `NewsroomWorld.finish`. */
  async idle(): Promise<void> {
    await this.#adding;
    const over = new AbortController();
    const tooLong = delay(IDLE_WITHIN_MS, undefined, { signal: over.signal }).then(
      () => {
        throw new Error(`the line is never idle: ${this.#world.clock.waiters} wait for the clock to move`);
      },
      () => {}, // it was idle before
    );
    await Promise.race([this.tasks.idle(), tooLong]).finally(() => over.abort());
  }

  async close(): Promise<void> {
    await Promise.all([this.tasks.stop(), this.#pipeline.close()]);
  }
}

export function aPlan(
  runId: string,
  count: number,
  nowMs: number,
  edition = anEdition({ sample: true }),
  desk = DESK,
): BatchPlan {
  const chosen = aSnapshot(nowMs, count).candidates.map((candidate) => ({
    candidate,
    pick: {
      i: candidate.i,
      title: candidate.title,
      category: candidate.suggested_category,
      concrete_anchor: `${candidate.i * 100 + 11} volunteers`,
      flags: [],
      why: 'fresh',
    },
    supportingUrls: candidate.supporting_urls.slice(0, 2),
  }));
  return draftBatch(chosen, {
    runId,
    trigger: 'cron_daily',
    desk,
    edition,
    nowMs,
    promptFor: () => ({
      promptId: 'news_reporter_script_default_v1',
      validatorId: 'news_reporter_script_v1',
    }),
    passedOver: [],
  });
}

export function aSnapshot(nowMs: number, count: number): InputsSnapshot {
  return {
    kind: 'daily',
    preparedAtMs: nowMs,
    feeds: [{ key: 'first', label: 'First', result: 'ok', items: count, newItems: count }],
    candidates: Array.from({ length: count }, (_, at) => aCandidate(at + 1)),
    leftOut: [],
    pick: { atMost: 5 },
  };
}

export function aCandidate(i: number, change: Partial<Candidate> = {}): Candidate {
  const topic = TOPICS[(i - 1) % TOPICS.length]!;
  return {
    i,
    id: i,
    event_id: i,
    title: `Volunteers reopen the old ${topic} of Larkmoor`,
    description: `${i * 100 + 11} volunteers reopened the old ${topic}.`,
    suggested_category: 'Global News',
    primary_url: primaryUrl(i),
    supporting_urls: [`https://second.test/story-${i}`, `https://third.test/story-${i}`],
    age_minutes: 30,
    link_count: 3,
    domains: ['first.test', 'second.test', 'third.test'],
    parent_event_id: null,
    event_key: `event:${i}`,
    semantic_event_key: `event:${i}`,
    suggest_flags: ['breaking'],
    rank: i,
    score: { total: 10, outlets: 6, links: 2, recency: 2 },
    picked_because: `place ${i}`,
    ...change,
  };
}

function primaryUrl(event: number): string {
  return `https://first.test/story-${event}`;
}

export function anEvent(id: number): NewsEvent {
  const url = primaryUrl(id);
  const at = Date.UTC(2026, 10, 20, 6, 0, 0);
  const link = {
    id,
    url,
    key: urlKey(url)!,
    domain: 'first.test',
    title: '',
    description: '',
    foundBy: 'feed:first',
  };
  return {
    id,
    parentId: null,
    status: 'active',
    category: 'Global News',
    title: `Event ${id}`,
    createdAtMs: at,
    updatedAtMs: at,
    expiresAtMs: at + 48 * 3_600_000,
    reservedUntilMs: null,
    postedAtMs: null,
    links: [{ ...link, firstSeenAtMs: at, lastSeenAtMs: at, eventId: id }],
  };
}

/** Three usable sources that tell of the story in different words, long enough to quote. */
export function packFor(job: Assignment): SourcePack {
  const { story } = job;
  const topic = TOPICS.find((word) => story.title.includes(word)) ?? 'mill';
  const anchor = story.concrete_anchor;
  const texts = [
    `The old ${topic} of Larkmoor reopened on Thursday after ${anchor} had repaired it over two winters. ` +
      `Larkmoor Borough Council gave £48,000 towards the materials and a further £6,200 for fire doors.\n` +
      `“Nobody believed that we would finish before the snow,” said Marion Tull, who led the work.\n` +
      `The building had stood empty since 2009, when its last tenant left.`,
    `Residents queued from eight in the morning to see the ${topic}, which will be open four days a week.\n` +
      `Council leader Dev Anand said that the borough would pay for heating until March 2027.\n` +
      `A survey in May counted 340 loose slates and two cracked beams, all of which have been replaced.`,
    `Engineers from Calder Works checked the roof on Monday and found it sound.\n` +
      `The volunteers plan a second appeal in spring to raise £15,000 for a lift.\n` +
      `School classes from Larkmoor and nearby Penfold have booked visits for the first six weeks.`,
  ];
  const urls = [story.primary_url, ...story.supporting_urls];
  return {
    builtAtMs: 1,
    sources: urls.map((url, at) => aSource(at + 1, url, texts[at] ?? '')),
  };
}

export function aSource(n: number, url: string, text: string, change: Partial<Source> = {}): Source {
  const domain = new URL(url).hostname;
  return {
    n,
    url,
    domain,
    outlet: `Outlet ${n}`,
    title: `Report ${n}`,
    language: 'en',
    text,
    sha256: '',
    usable: true,
    ...change,
  };
}

/** Perform a worker's turn as the agent would, by the desk model. */
export async function byDeskModel(inbound: Inbound): Promise<TurnEnd> {
  const reply = await deskModel.reply({
    task: 'write',
    system: '',
    messages: [{ role: 'user', text: inbound.prompt?.text ?? '' }],
    tools: [],
    limits: { maxOutputTokens: 1_000 },
    signal: new AbortController().signal,
    material: inbound.material,
  });
  return { ...ended(JSON.parse(reply.text)), servedBy: reply.servedBy };
}

/** A turn's end with a worker's result as its value. */
export function ended(result: unknown): TurnEnd {
  return workerOutput.end(workerOutput.schema.parse(result), {} as Turn);
}
