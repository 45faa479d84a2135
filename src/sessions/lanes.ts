/**
 * Lanes: one turn at a time in a memory, many memories at once.
 *
 * - People go first, in the order they came; then scheduled turns, strictly in theirs. A scheduled turn that has
 *   waited past its patience goes before people, at the next gap.
 * - Running scheduled turns hold one of `slots`; a lane whose next turn finds none free lets its people by.
 * - Free slots go to the lane whose scheduled turn has waited longest.
 * - A turn that fails tells nobody here: the lane moves on. An empty lane is forgotten.
 *
 * A turn that awaits another turn of its own lane waits for itself, forever: no tool may do that.
 */
import type { SessionKey } from './key.ts';
import type { Turn } from './turn.ts';

interface Lane {
  running: Turn | undefined;
  people: Turn[];
  scheduled: Turn[];
  /** Its first scheduled turn, where it stands in line for a slot. */
  inLine: Turn | undefined;
}

export interface LanesDeps {
  /** Runs one turn to its end. Never rejects. */
  readonly run: (turn: Turn) => Promise<void>;
  /** On the clock that nobody sets. */
  readonly elapsed: () => number;
  /** Scheduled turns at once, over all lanes. */
  readonly slots: number;
}

export class Lanes {
  readonly #deps: LanesDeps;
  readonly #lanes = new Map<SessionKey, Lane>();
  readonly #waiting = new Map<string, Turn>();
  /** Since when each waits. */
  readonly #since = new Map<string, number>();
  /** First turns of idle lanes that found no slot free, in order; one that has left its lane since is passed over. */
  readonly #forSlot: Turn[] = [];
  #slotsTaken = 0;
  #closed = false;

  constructor(deps: LanesDeps) {
    this.#deps = deps;
  }

  /**
   * @param sinceMs since when it waits, on the clock that nobody sets
   * @returns false when the turn has to wait because its memory is busy.
   */
  enter(turn: Turn, sinceMs = this.#deps.elapsed()): boolean {
    const lane = this.#lanes.get(turn.lane) ?? { running: undefined, people: [], scheduled: [], inLine: undefined };
    this.#lanes.set(turn.lane, lane);
    const idle = isEmpty(lane);
    insert(queueOf(lane, turn), turn);
    this.#waiting.set(turn.id, turn);
    this.#since.set(turn.id, sinceMs);
    this.#advance(lane);
    return idle;
  }

  /** Take a waiting turn out of its lane. @returns whether it was waiting there. */
  withdraw(turn: string): boolean {
    const waiting = this.#waiting.get(turn);
    const lane = waiting && this.#lanes.get(waiting.lane);
    if (!lane) return false;
    this.#take(lane, waiting);
    this.#advance(lane);
    this.#forget(waiting.lane, lane);
    return true;
  }

  running(lane: SessionKey): Turn | undefined {
    return this.#lanes.get(lane)?.running;
  }

  /** Whether a scheduled turn has waited past its patience here. */
  hasOverdue(lane: SessionKey): boolean {
    return this.#lanes.get(lane)?.scheduled.some((turn) => this.#isOverdue(turn)) ?? false;
  }

  isIdle(lane: SessionKey): boolean {
    return !this.#lanes.has(lane);
  }

  get size(): number {
    return this.#lanes.size;
  }

  /** Start nothing more; what waits stays waiting, in the book. */
  close(): void {
    this.#closed = true;
  }

  #advance(lane: Lane): void {
    if (this.#closed || lane.running !== undefined) return;
    const turn = this.#next(lane);
    if (!turn) return this.#standInLine(lane);
    this.#take(lane, turn);
    lane.running = turn;
    if (holdsSlot(turn)) this.#slotsTaken += 1;
    void this.#deps.run(turn).finally(() => this.#left(lane, turn));
  }

  #take(lane: Lane, turn: Turn): void {
    const queue = queueOf(lane, turn);
    queue.splice(queue.indexOf(turn), 1);
    this.#waiting.delete(turn.id);
    this.#since.delete(turn.id);
    if (lane.inLine === turn) lane.inLine = undefined;
  }

  /** An idle lane whose scheduled turn found no slot free gets one in its turn. */
  #standInLine(lane: Lane): void {
    const [first] = lane.scheduled;
    if (!first || lane.inLine === first) return;
    lane.inLine = first;
    insert(this.#forSlot, first);
  }

  #next(lane: Lane): Turn | undefined {
    const [person] = lane.people;
    const scheduled = lane.scheduled.find((turn) => !holdsSlot(turn) || this.#slotsTaken < this.#deps.slots);
    if (person && scheduled && !this.#isOverdue(scheduled)) return person;
    return scheduled ?? person;
  }

  #isOverdue({ id, run }: Turn): boolean {
    const since = this.#since.get(id) ?? Infinity;
    return run !== undefined && since + run.maxDeferMs < this.#deps.elapsed();
  }

  #left(lane: Lane, turn: Turn): void {
    lane.running = undefined;
    this.#advance(lane);
    this.#forget(turn.lane, lane);
    if (!holdsSlot(turn)) return;
    this.#slotsTaken -= 1;
    this.#giveSlots();
  }

  /** Free slots go to the turn that has waited longest. */
  #giveSlots(): void {
    while (this.#slotsTaken < this.#deps.slots) {
      const first = this.#forSlot.shift();
      if (!first) return;
      const lane = this.#lanes.get(first.lane);
      if (lane?.inLine !== first) continue;
      lane.inLine = undefined;
      this.#advance(lane);
    }
  }

  #forget(key: SessionKey, lane: Lane): void {
    if (isEmpty(lane)) this.#lanes.delete(key);
  }
}

function isEmpty(lane: Lane): boolean {
  return lane.running === undefined && lane.people.length === 0 && lane.scheduled.length === 0;
}

function queueOf(lane: Lane, turn: Turn): Turn[] {
  return turn.kind === 'person' ? lane.people : lane.scheduled;
}

/** In the order of acceptance. Turns nearly always come in it: the place is looked for from the end. */
function insert(queue: Turn[], turn: Turn): void {
  queue.splice(queue.findLastIndex(({ seq }) => seq < turn.seq) + 1, 0, turn);
}

/** Workers have a cap of their own, where they are asked for; heartbeats retry when they find `main` busy. */
function holdsSlot(turn: Turn): boolean {
  return turn.kind === 'scheduled';
}
