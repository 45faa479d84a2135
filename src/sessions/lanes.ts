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
}

export interface LanesHouse {
  /** Runs one turn to its end. Never rejects. */
  readonly run: (turn: Turn) => Promise<void>;
  readonly now: () => number;
  /** Scheduled turns at once, over all lanes. */
  readonly slots: number;
}

export class Lanes {
  readonly #house: LanesHouse;
  readonly #lanes = new Map<SessionKey, Lane>();
  #slotsTaken = 0;
  #closed = false;

  constructor(house: LanesHouse) {
    this.#house = house;
  }

  /** @returns false when the turn has to wait because its memory is busy. */
  enter(turn: Turn): boolean {
    const lane = this.#lanes.get(turn.lane) ?? { running: undefined, people: [], scheduled: [] };
    this.#lanes.set(turn.lane, lane);
    const idle = lane.running === undefined && lane.people.length === 0 && lane.scheduled.length === 0;
    const queue = turn.kind === 'person' ? lane.people : lane.scheduled;
    queue.push(turn);
    queue.sort((a, b) => a.seq - b.seq);
    this.#advance(lane);
    return idle;
  }

  /** Take a waiting turn out of its lane. @returns whether it was waiting there. */
  withdraw(turn: string): boolean {
    for (const [key, lane] of this.#lanes)
      for (const queue of [lane.people, lane.scheduled]) {
        const at = queue.findIndex((waiting) => waiting.id === turn);
        if (at < 0) continue;
        queue.splice(at, 1);
        this.#forget(key, lane);
        return true;
      }
    return false;
  }

  running(lane: SessionKey): Turn | undefined {
    return this.#lanes.get(lane)?.running;
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
    if (!turn) return;
    const queue = turn.kind === 'person' ? lane.people : lane.scheduled;
    queue.splice(queue.indexOf(turn), 1);
    lane.running = turn;
    if (holdsSlot(turn)) this.#slotsTaken += 1;
    void this.#house.run(turn).finally(() => this.#left(lane, turn));
  }

  #next(lane: Lane): Turn | undefined {
    const [person] = lane.people;
    const scheduled = lane.scheduled.find((turn) => !holdsSlot(turn) || this.#slotsTaken < this.#house.slots);
    if (person && scheduled && !this.#isOverdue(scheduled)) return person;
    return scheduled ?? person;
  }

  #isOverdue(turn: Turn): boolean {
    return turn.run !== undefined && turn.acceptedAtMs + turn.run.maxDeferMs < this.#house.now();
  }

  #left(lane: Lane, turn: Turn): void {
    lane.running = undefined;
    this.#advance(lane);
    this.#forget(turn.lane, lane);
    if (!holdsSlot(turn)) return;
    this.#slotsTaken -= 1;
    for (const waiting of this.#waitingForSlot()) this.#advance(waiting);
  }

  /** Idle lanes with a scheduled turn, the one that has waited longest first. */
  #waitingForSlot(): Lane[] {
    const idle = [...this.#lanes.values()].filter((lane) => lane.running === undefined && lane.scheduled.length > 0);
    return idle.sort((a, b) => a.scheduled[0]!.seq - b.scheduled[0]!.seq);
  }

  #forget(key: SessionKey, lane: Lane): void {
    if (lane.running === undefined && lane.people.length === 0 && lane.scheduled.length === 0) this.#lanes.delete(key);
  }
}

/** Workers have a cap of their own, where they are asked for; heartbeats retry when they find `main` busy. */
function holdsSlot(turn: Turn): boolean {
  return turn.kind === 'scheduled';
}
