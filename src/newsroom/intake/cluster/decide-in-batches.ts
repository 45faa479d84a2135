/**
 * Decides links, asking a second opinion on ambiguous ones in batches.
 *
 * Clear links are decided at once. Ambiguous ones are placed provisionally by rule, and a question is kept. When a
 * prompt is full, or the links end, the questions are asked together. Then every link since the first question is
 * taken out and decided again, in order, with the answers known: a link that only joined a misplaced one finds its
 * own place.
 *
 * - A decision depends only on earlier links and their answers; outcomes come in the order of the links.
 * - A link is asked about once, and again only if the other answers of its prompt clearly move it elsewhere by rule.
 *   Without a usable answer the rule's decision stands.
 * - After three failures in a row nothing more is asked.
 * - An event that a link started keeps its number when the link is decided again.
 */
import type { Clusterer } from './clusterer.ts';
import type { ClusterAction, ClusterDecision } from './decision.ts';
import type { ClusterItem } from './features.ts';

export interface BandQuestion<T extends ClusterItem = ClusterItem> {
  readonly item: T;
  /** The rule's decision with its candidates, one of which an answer may name. */
  readonly decision: ClusterDecision;
}

export type BandAnswer = Exclude<ClusterAction, { readonly action: 'skip' }>;

/**
 * One prompt: an answer per question, in order; undefined where there is none. Rejects when the whole prompt failed.
 */
export type AskBatch<T extends ClusterItem = ClusterItem> = (
  questions: readonly BandQuestion<T>[],
) => Promise<readonly (BandAnswer | undefined)[]>;

export interface Outcome<T extends ClusterItem = ClusterItem> {
  readonly item: T;
  /** The rule's decision, with scores and candidates. */
  readonly decision: ClusterDecision;
  /** The final decision: the accepted answer, else the rule's. */
  readonly action: ClusterAction;
  /** The link's event; null for a skipped link. */
  readonly eventId: number | null;
  readonly asked: 'no' | 'answered' | 'unanswered';
}

export interface BatchWork<T extends ClusterItem> {
  readonly clusterer: Clusterer;
  readonly links: Iterable<T> | AsyncIterable<T>;
  /** Without it every decision is the rule's. */
  readonly ask?: AskBatch<T> | undefined;
  /** Questions in a prompt. */
  readonly perPrompt?: number;
  /** Numbers a new event. */
  readonly newEventId: () => number;
  readonly signal?: AbortSignal | undefined;
}

const PER_PROMPT = 30;
const FAILURES_IN_A_ROW = 3;
/**
 * An answer is doubted when the link is at least this similar to another event, and at most this similar to its own.
 * 0.4 and 0.3 or 0.6 and 0.2 do about as well.
 */
const DOUBT = { elsewhere: 0.6, here: 0.3 };

/** Decide each link, in order. Throws only the signal's reason, and whatever `links` throws. */
export async function* decideInBatches<T extends ClusterItem>(
  work: BatchWork<T>,
): AsyncGenerator<Outcome<T>> {
  const batches = new Batches(work);
  for await (const item of work.links) {
    work.signal?.throwIfAborted();
    batches.take(item);
    while (batches.isFull) await batches.askAndReplay();
    yield* batches.settled();
    if (!batches.isOpen) work.clusterer.expire();
  }
  while (batches.isOpen) await batches.askAndReplay();
  yield* batches.settled();
}

/** An answer, or the information that there will be none. */
type KeptAnswer = BandAnswer | 'none';

class Batches<T extends ClusterItem> {
  readonly #work: BatchWork<T>;
  readonly #answers = new Map<T, KeptAnswer>();
  /** The event that a link started, however often it was decided; and the reverse. */
  readonly #begun = new Map<T, number>();
  readonly #founders = new Map<number, T>();
  /** The current places of the tail's links. */
  readonly #places = new Map<T, number | null>();
  readonly #askedTwice = new WeakSet<T>();
  /** Provisional outcomes since the first open question, in order. */
  #tail: Outcome<T>[] = [];
  #settled: Outcome<T>[] = [];
  #failures = 0;

  constructor(work: BatchWork<T>) {
    this.#work = work;
  }

  get #questions(): Outcome<T>[] {
    return this.#tail.filter((it) => this.#isQuestion(it));
  }

  get isFull(): boolean {
    return this.#questions.length >= (this.#work.perPrompt ?? PER_PROMPT);
  }

  get isOpen(): boolean {
    return this.#tail.length > 0;
  }

  /** Outcomes that can't change any more, in order. */
  *settled(): Generator<Outcome<T>> {
    const settled = this.#settled;
    this.#settled = [];
    for (const outcome of settled) {
      this.#leave(outcome.item);
      yield outcome;
    }
  }

  take(item: T): void {
    const outcome = this.#decide(item);
    if (this.#tail.length === 0 && !this.#isQuestion(outcome)) this.#settled.push(outcome);
    else this.#tail.push(outcome);
  }

  /** Ask the open questions, then decide everything since again. */
  async askAndReplay(): Promise<void> {
    await this.#ask(this.#questions);
    this.#replay(this.#tail);
    const doubted = this.#answered.filter((outcome) => this.#isDoubted(outcome));
    if (doubted.length === 0) return;
    for (const { item } of doubted) {
      this.#answers.delete(item);
      this.#askedTwice.add(item);
    }
    this.#replay([...this.#settled.splice(0), ...this.#tail]);
  }

  #replay(outcomes: readonly Outcome<T>[]): void {
    this.#tail = [];
    for (const outcome of outcomes.toReversed()) this.#undo(outcome);
    for (const { item } of outcomes) this.take(item);
  }

  /** Outcomes that are answered and not returned yet. */
  get #answered(): Outcome<T>[] {
    return [...this.#settled, ...this.#tail].filter(({ asked }) => asked === 'answered');
  }

  /** Whether all other links, including later ones, favour another event than the answer. */
  #isDoubted({ item, eventId }: Outcome<T>): boolean {
    if (eventId === null || this.#askedTwice.has(item)) return false;
    const { clusterer } = this.#work;
    clusterer.remove(item);
    const { candidates } = clusterer.decide(item);
    clusterer.place(item, eventId);
    const scoreOf = (is: (id: number) => boolean) => candidates.find((it) => is(it.eventId))?.score ?? 0;
    return (
      scoreOf((id) => id !== eventId) >= DOUBT.elsewhere && scoreOf((id) => id === eventId) <= DOUBT.here
    );
  }

  async #ask(questions: readonly Outcome<T>[]): Promise<void> {
    const { ask, signal } = this.#work;
    const answers: readonly (BandAnswer | undefined)[] = await (
      ask?.(questions.map(({ item, decision }) => ({ item, decision }))) ?? Promise.resolve([])
    ).then(
      (heard) => {
        this.#failures = 0;
        return heard;
      },
      () => {
        signal?.throwIfAborted();
        this.#failures += 1;
        return [];
      },
    );
    signal?.throwIfAborted();
    for (const [n, { item, decision }] of questions.entries()) {
      const answer = answers[n];
      this.#answers.set(item, answer !== undefined && isAmongCandidates(answer, decision) ? answer : 'none');
    }
  }

  #isQuestion({ item, decision }: Outcome<T>): boolean {
    const asks = this.#work.ask !== undefined && this.#failures < FAILURES_IN_A_ROW;
    return asks && decision.ambiguous && decision.candidates.length > 0 && !this.#answers.has(item);
  }

  #decide(item: T): Outcome<T> {
    const { clusterer } = this.#work;
    const decision = clusterer.decide(item);
    const heard = this.#answers.get(item);
    const answer = heard === undefined || heard === 'none' ? undefined : this.#stillPossible(heard);
    const action = answer ?? decision;
    const eventId = this.#place(item, action);
    this.#places.set(item, eventId);
    return {
      item,
      decision,
      action,
      eventId,
      asked: heard === undefined ? 'no' : answer === undefined ? 'unanswered' : 'answered',
    };
  }

  /**
   * An event that a provisional link started may be gone when an answer names it; then it means that link's current
   * event.
   */
  #stillPossible(answer: BandAnswer): BandAnswer | undefined {
    if (answer.action === 'new_event') return answer;
    const named = answer.action === 'join' ? answer.eventId : answer.parentId;
    if (this.#work.clusterer.has(named)) return answer;
    const founder = this.#founders.get(named);
    const now = founder === undefined ? undefined : this.#places.get(founder);
    return now === undefined || now === null ? undefined : { action: 'join', eventId: now };
  }

  #place(item: T, action: ClusterAction): number | null {
    const { clusterer, newEventId } = this.#work;
    if (action.action === 'skip') return null;
    if (action.action === 'join') {
      clusterer.place(item, action.eventId);
      return action.eventId;
    }
    const eventId = this.#begun.get(item) ?? newEventId();
    this.#begun.set(item, eventId);
    this.#founders.set(eventId, item);
    clusterer.begin(eventId, action.action === 'development' ? action.parentId : null);
    clusterer.place(item, eventId);
    return eventId;
  }

  /** Forget a settled link. */
  #leave(item: T): void {
    const begun = this.#begun.get(item);
    if (begun !== undefined) this.#founders.delete(begun);
    this.#begun.delete(item);
    this.#answers.delete(item);
    this.#places.delete(item);
  }

  #undo({ item, action, eventId }: Outcome<T>): void {
    if (eventId === null) return;
    this.#work.clusterer.remove(item);
    if (action.action !== 'join') this.#work.clusterer.forget(eventId);
  }
}

function isAmongCandidates(answer: BandAnswer, { candidates }: ClusterDecision): boolean {
  if (answer.action === 'new_event') return true;
  const named = answer.action === 'join' ? answer.eventId : answer.parentId;
  return candidates.some(({ eventId }) => eventId === named);
}
