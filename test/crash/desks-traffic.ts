/**
 * People and jobs of many sessions at desks that share a newsroom: each time at whichever desk answers. What no desk
 * acknowledged is said again, as a client would.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../../src/cron/job.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import type { Running } from '../support/desk-process.ts';
import type { Chance } from './chance.ts';
import { something } from './people.ts';
import type { Saying } from './people.ts';
import type { KnownJob } from './slots.ts';

/** People who speak at the same time, and programs that make jobs. */
const PEOPLE = 6;
const PLANNERS = 2;
/** Sessions with a job that comes again and again. */
const STANDING = 6;

interface TrafficDeps {
  /** Those that are ready. */
  readonly desks: () => readonly Running[];
  /** Whether they have so much to do that people wait. */
  readonly isBehind: () => boolean;
  readonly chance: Chance;
}

export class Traffic {
  /** Turn ids of messages that were acknowledged. */
  readonly acknowledged = new Map<string, Saying>();
  readonly jobs: KnownJob[] = [];
  /** What a gateway showed of a session: entry ids in their order. */
  readonly shown: { readonly session: string; readonly ids: readonly string[] }[] = [];
  readonly #sessions: readonly string[];
  readonly #desks: () => readonly Running[];
  readonly #isBehind: () => boolean;
  readonly #chance: Chance;
  readonly #people: Rounds;
  readonly #planners: Rounds;
  #isOver = false;
  #count = 0;

  constructor(sessions: number, { desks, isBehind, chance }: TrafficDeps) {
    this.#sessions = Array.from({ length: sessions }, (_, n) => `console:room-${n + 1}`);
    this.#desks = desks;
    this.#isBehind = isBehind;
    this.#chance = chance;
    this.#people = new Rounds(this.#sessions, chance.branch());
    this.#planners = new Rounds(this.#sessions, chance.branch());
  }

  /** Resolves after `end`, once there were a message and a job in every session. */
  async run(): Promise<void> {
    await this.#standing();
    await Promise.all([
      ...Array.from({ length: PEOPLE }, () => this.#talk()),
      ...Array.from({ length: PLANNERS }, () => this.#plan()),
      this.#look(),
    ]);
  }

  end(): void {
    this.#isOver = true;
  }

  /**
   * Ask the desks, one after the other by chance, until one answers.
   * @throws what a desk says of a request that is wrong.
   */
  async ask<T>(method: string, params: () => object = () => ({})): Promise<T> {
    for (;;) {
      const desks = this.#desks();
      try {
        if (desks.length > 0) return await this.#chance.one(desks).rpc<T>(method, params());
      } catch (error) {
        if (/bad_params|bad_job(?!.*has passed)/.test(String(error))) throw error;
      }
      await pause(50);
    }
  }

  /** Most sessions in turn; some are busy, so that people wait there and join. */
  async #talk(): Promise<void> {
    while (!this.#isOver || this.#people.hasMore()) {
      await this.#catchUp();
      const isBusy = this.#chance.happens(0.1);
      const session = isBusy ? this.#sessions[this.#chance.between(0, 4)]! : this.#people.next();
      const atOnce = this.#chance.happens(0.2) ? 3 : 1;
      await Promise.all(
        Array.from({ length: atOnce }, () => this.#say(something(this.#chance, session, this.#count++))),
      );
      // A program that missed the answer asks again, at another desk.
      if (this.#chance.happens(0.1))
        await this.#say(this.#chance.one([...this.acknowledged.values()].slice(-20)));
      await pause(this.#chance.between(20, 300));
    }
  }

  async #catchUp(): Promise<void> {
    while (this.#isBehind()) await pause(200);
  }

  async #say(saying: Saying): Promise<void> {
    const { turnId } = await this.ask<{ turnId: string }>('chat.send', () => saying);
    this.acknowledged.set(turnId, saying);
  }

  /** Jobs that come due in a moment, some of them in the same second. */
  async #plan(): Promise<void> {
    while (!this.#isOver || this.#planners.hasMore()) {
      await this.#catchUp();
      const atOnce = this.#chance.happens(0.2) ? 5 : 1;
      const inMs = this.#chance.between(1_000, 4_000);
      await Promise.all(Array.from({ length: atOnce }, () => this.#add(this.#planners.next(), inMs)));
      await pause(this.#chance.between(100, 500));
    }
  }

  async #add(sessionKey: string, inMs: number): Promise<void> {
    const name = `once ${this.#count++}`;
    const deleteAfterRun = this.#chance.happens(0.5);
    // A request whose answer was lost may have made one: each one that is there has to run.
    const job = await this.ask<Job>('cron.add', () => ({
      ...bound(name, sessionKey),
      schedule: { kind: 'at', atMs: Date.now() + inMs },
      deleteAfterRun,
    }));
    const { id, state } = job;
    this.jobs.push({ id, name, firstMs: state.nextRunAtMs!, catchUp: 'once', deleteAfterRun });
  }

  async #standing(): Promise<void> {
    for (const [n, session] of this.#sessions.slice(0, STANDING).entries()) {
      const seconds = 3 + n;
      const catchUp = n % 2 === 0 ? 'all' : 'once';
      const job = await this.ask<Job>('cron.add', () => ({
        ...bound(`standing ${n}`, session),
        schedule: { kind: 'every', everyMs: seconds * 1_000 },
        policy: { catchUp },
      }));
      const { id, name, state } = job;
      const [firstMs, periodMs] = [state.nextRunAtMs!, seconds * 1_000];
      this.jobs.push({ ...{ id, name, firstMs, periodMs, catchUp }, deleteAfterRun: false });
    }
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      await pause(this.#chance.between(50, 300));
      const known = [...this.acknowledged.values()];
      if (known.length === 0) continue;
      const session = this.#chance.one(known).sessionKey;
      const request = { key: session, limit: 50 };
      const { entries } = await this.ask<{ entries: Entry[] }>('sessions.history', () => request);
      this.shown.push({ session, ids: entries.map(({ id }) => id) });
    }
  }
}

function bound(name: string, sessionKey: string) {
  const payload = { kind: 'agentTurn', message: `This is ${name}.`, sessionKey };
  return { name, payload, sessionTarget: 'bound', create: true };
}

/** All sessions, one after the other in an order of chance, again and again. */
class Rounds {
  readonly #sessions: readonly string[];
  readonly #chance: Chance;
  #left: string[] = [];
  #given = 0;

  constructor(sessions: readonly string[], chance: Chance) {
    this.#sessions = sessions;
    this.#chance = chance;
  }

  next(): string {
    if (this.#left.length === 0) this.#left = [...this.#sessions];
    this.#given += 1;
    return this.#left.splice(this.#chance.between(0, this.#left.length - 1), 1)[0]!;
  }

  /** Whether a session has had nothing yet. */
  hasMore(): boolean {
    return this.#given < this.#sessions.length;
  }
}
