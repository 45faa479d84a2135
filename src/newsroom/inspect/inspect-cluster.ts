/**
 * `nightdesk newsroom cluster`: clusters links into events as the pipeline does, without the pool.
 *
 * Answers come in the order of the lines. Without a model, each link is answered before the next line is read. With
 * one, links wait until enough ambiguous ones for a prompt have collected or the lines end.
 */
import { ClusterAsker } from '../intake/cluster/ask-cluster.ts';
import type { ModelDesk } from '../../llm/ask-about.ts';
import { Clusterer } from '../intake/cluster/clusterer.ts';
import { decideInBatches, type Outcome } from '../intake/cluster/decide-in-batches.ts';
import { coreSettings } from '../intake/cluster/known-events.ts';
import type { NewsItem } from '../intake/cluster/news-item.ts';
import { PromptBudget } from '../../llm/prompt-budget.ts';
import { canonicalCategory, type Edition } from '../edition/edition.ts';
import type { Clock } from '../../time/clock.ts';
import { ClusterLineReader, type AskedLine, type DateWarning } from './read-cluster-line.ts';

interface ClusterAnswer {
  readonly id: unknown;
  readonly eventId: number;
  readonly action: 'new_event' | 'assign' | 'development';
  /** The probability by rule that the link is about the most similar event, 0 to 1. */
  readonly score: number;
  readonly ambiguous: boolean;
  readonly parentEventId?: number;
  /** Why it is never clustered: `roundup`, `multi_topic`. */
  readonly reason?: string;
  /** What decided about an ambiguous link, if anything was asked. */
  readonly decidedBy?: string;
  /** The problem with its date, if it has no usable one. */
  readonly warning?: DateWarning;
}

export interface ClusterInspection {
  /** Answer every line, in order; resolves after the last answer. Rejects when reading the lines fails. */
  answer(lines: AsyncIterable<AskedLine>, say: (answer: object) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Without models, the rules decide alone. */
export function clusterInspection(inspecting: Inspecting): Pick<ClusterInspection, 'answer'> {
  return { answer: (lines, say) => answerAll(lines, say, inspecting) };
}

interface Inspecting {
  readonly edition: Edition;
  readonly clock: Clock;
  readonly desk: ModelDesk | undefined;
}

async function answerAll(
  lines: AsyncIterable<AskedLine>,
  say: (answer: object) => Promise<void>,
  { edition, clock, desk }: Inspecting,
): Promise<void> {
  const clusterer = new Clusterer(coreSettings(edition.clustering));
  const asker = desk && askerOf(desk, clusterer, edition);
  const reader = new ClusterLineReader(clock);
  const turns = new InTurn(say);
  let events = 0;
  const nextEvent = () => ++events;
  const items = async function* (): AsyncGenerator<NewsItem> {
    for await (const line of lines) {
      const read = reader.read(line);
      if ('error' in read) await turns.sayLater(read);
      else {
        turns.expect(read);
        yield read.item;
      }
    }
  };
  const outcomes = decideInBatches({
    clusterer,
    links: items(),
    newEventId: nextEvent,
    perPrompt: edition.clustering.linksPerPrompt,
    ...(asker && { ask: asker.ask }),
  });
  for await (const outcome of outcomes) {
    const decidedBy = asker?.answerFor(outcome.item.linkId)?.record.decidedBy;
    await turns.say({ ...answerOf(outcome, nextEvent), ...(decidedBy !== undefined && { decidedBy }) });
  }
}

/**
 * Keeps answers in the order of the lines: unreadable lines are answered at once, links only when they are decided.
 */
class InTurn {
  readonly #say: (answer: object) => Promise<void>;
  /** Lines without an answer: links, and answers that wait for the links before them. */
  readonly #waiting: (
    { readonly answer: object } | { readonly id: unknown; readonly warning?: DateWarning }
  )[] = [];

  constructor(say: (answer: object) => Promise<void>) {
    this.#say = say;
  }

  expect({ id, warning }: { readonly id: unknown; readonly warning?: DateWarning }): void {
    this.#waiting.push({ id, ...(warning && { warning }) });
  }

  /** The answer of a line that isn't a link. */
  async sayLater(answer: object): Promise<void> {
    this.#waiting.push({ answer });
    await this.#sayReady();
  }

  /** The answer of the oldest undecided link. */
  async say(answer: object): Promise<void> {
    const { id, warning } = this.#waiting.shift() as { readonly id: unknown; readonly warning?: DateWarning };
    await this.#say({ id, ...answer, ...(warning && { warning }) });
    await this.#sayReady();
  }

  async #sayReady(): Promise<void> {
    for (let next = this.#waiting[0]; next !== undefined && 'answer' in next; next = this.#waiting[0]) {
      this.#waiting.shift();
      await this.#say(next.answer);
    }
  }
}

function answerOf(
  { action, decision, eventId }: Outcome<NewsItem>,
  fresh: () => number,
): Omit<ClusterAnswer, 'id'> {
  const told = { score: Math.round(decision.score * 10_000) / 10_000, ambiguous: decision.ambiguous };
  switch (action.action) {
    case 'skip':
      return { eventId: fresh(), action: 'new_event', ...told, reason: action.reason };
    case 'join':
      return { eventId: action.eventId, action: 'assign', ...told };
    case 'development':
      return { eventId: eventId!, action: 'development', ...told, parentEventId: action.parentId };
    case 'new_event':
      return { eventId: eventId!, action: 'new_event', ...told };
  }
}

function askerOf(desk: ModelDesk, clusterer: Clusterer, edition: Edition): ClusterAsker {
  return new ClusterAsker({
    desk,
    // `--model` asks for every ambiguous link; the edition's ceilings still apply.
    budget: new PromptBudget(Number.POSITIVE_INFINITY),
    clusterer,
    isPosted: () => false,
    summaryOf: () => undefined,
    categories: edition.categories.map(({ name }) => name),
    categoryNamed: (name) => canonicalCategory(edition, name),
    signal: new AbortController().signal,
  });
}
