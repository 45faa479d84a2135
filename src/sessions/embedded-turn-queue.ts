/**
 * The turn queue of a desk: the state of its waiting and running turns is in this process only. Where desks share the book,
 * each has the lanes that are its own (`shared-turns.ts`).
 */
import { decideNext, hasOverdue, needsSlot } from './decide-next.ts';
import type { SessionKey } from './key.ts';
import type { TurnQueue, TurnQueueDeps } from './turn-queue.ts';
import type { Turn } from './turn.ts';

interface Lane {
  running: Turn | undefined;
  people: Turn[];
  scheduled: Turn[];
  /** The lane's first scheduled turn, when that waits for a run slot. */
  inLine: Turn | undefined;
}

export class EmbeddedTurnQueue implements TurnQueue {
  readonly #deps: TurnQueueDeps;
  readonly #lanes = new Map<SessionKey, Lane>();
  readonly #waiting = new Map<string, { readonly turn: Turn; readonly sinceMs: number }>();
  /** Turns that wait for a run slot, in order. A turn that has since left its lane is ignored. */
  readonly #forSlot: Turn[] = [];
  #slotsTaken = 0;
  #closed = false;

  constructor(deps: TurnQueueDeps) {
    this.#deps = deps;
  }

  enter(turn: Turn, sinceMs = this.#deps.elapsed()): boolean {
    const lane = this.#lanes.get(turn.lane) ?? { running: undefined, people: [], scheduled: [], inLine: undefined };
    this.#lanes.set(turn.lane, lane);
    const idle = isEmpty(lane);
    insert(queueOf(lane, turn), turn);
    this.#waiting.set(turn.id, { turn, sinceMs });
    this.#advance(lane);
    return idle;
  }

  withdraw(turn: string): boolean {
    const waiting = this.#waiting.get(turn)?.turn;
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

  hasOverdue(lane: SessionKey): boolean {
    return hasOverdue(this.#lanes.get(lane)?.scheduled ?? [], this.#terms());
  }

  isIdle(lane: SessionKey): boolean {
    return !this.#lanes.has(lane);
  }

  get size(): number {
    return this.#lanes.size;
  }

  close(): void {
    this.#closed = true;
  }

  #advance(lane: Lane): void {
    if (this.#closed || lane.running !== undefined) return;
    const turn = decideNext(lane, this.#terms());
    if (!turn) return this.#standInLine(lane);
    this.#take(lane, turn);
    lane.running = turn;
    if (needsSlot(turn)) this.#slotsTaken += 1;
    void this.#deps.run(turn).finally(() => this.#left(lane, turn));
  }

  #terms() {
    const { elapsed, slots } = this.#deps;
    const waitedMs = ({ id }: Turn) => elapsed() - (this.#waiting.get(id)?.sinceMs ?? Infinity);
    return { hasSlot: this.#slotsTaken < slots, waitedMs };
  }

  #take(lane: Lane, turn: Turn): void {
    const queue = queueOf(lane, turn);
    queue.splice(queue.indexOf(turn), 1);
    this.#waiting.delete(turn.id);
    if (lane.inLine === turn) lane.inLine = undefined;
  }

  #standInLine(lane: Lane): void {
    const [first] = lane.scheduled;
    if (!first || lane.inLine === first) return;
    lane.inLine = first;
    insert(this.#forSlot, first);
  }

  #left(lane: Lane, turn: Turn): void {
    lane.running = undefined;
    this.#advance(lane);
    this.#forget(turn.lane, lane);
    if (!needsSlot(turn)) return;
    this.#slotsTaken -= 1;
    this.#giveSlots();
  }

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

/** Turns nearly always arrive in the order of acceptance, so the search starts at the end. */
function insert(queue: Turn[], turn: Turn): void {
  queue.splice(queue.findLastIndex(({ seq }) => seq < turn.seq) + 1, 0, turn);
}
