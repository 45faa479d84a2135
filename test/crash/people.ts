/**
 * The world around a desk under fire: people who write in several sessions, who look at what was said, who give
 * the desk jobs, and who say again what nobody acknowledged. What was acknowledged is remembered here.
 */
import type { Entry } from '../../src/sessions/entry.ts';
import type { Job } from '../../src/cron/job.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Rpc } from './life.ts';
import { Refused } from './life.ts';
import type { KnownJob } from './slots.ts';

const SESSIONS = ['console:politics', 'console:sports', 'console:front page', 'terminal:ann'] as const;
/** The session that is begun anew now and then. */
const RESTLESS = 'console:sports';

export interface Saying {
  readonly sessionKey: string;
  readonly text: string;
  readonly clientId: string;
}

export class People {
  /** Turn ids of messages that were acknowledged. */
  readonly acknowledged = new Map<string, Saying>();
  readonly jobs: KnownJob[] = [];
  /** What the gateway showed of a session since the last death: entry ids in their order. */
  readonly shown: { readonly session: string; readonly ids: readonly string[] }[] = [];
  /** Answers of the desk that were refusals although nothing was wrong with the request. */
  readonly refusals: string[] = [];
  readonly #chance: Chance;
  #unanswered: Saying[] = [];
  #count = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Do what people do until the desk is gone. */
  async live(rpc: Rpc, gone: Promise<unknown>): Promise<void> {
    let over = false;
    void gone.then(() => (over = true));
    const whileAlive = async (action: () => Promise<void>) => {
      while (!over) {
        try {
          await action();
        } catch (error) {
          if (error instanceof Refused) this.refusals.push(error.message);
          if (!over) await pause(5);
        }
      }
    };
    await this.sayAgain(rpc).catch(() => {});
    await Promise.all([
      ...SESSIONS.map((session) => whileAlive(() => this.#talk(rpc, session))),
      whileAlive(() => this.#look(rpc)),
      whileAlive(() => this.#schedule(rpc)),
    ]);
  }

  /** Send again what was not acknowledged, with the ids that it had. */
  async sayAgain(rpc: Rpc): Promise<void> {
    for (let count = this.#unanswered.length; count > 0; count--)
      await this.#send(rpc, this.#unanswered.shift()!);
  }

  /** One word in every session, so that each transcript is written to. */
  async sayGoodnight(rpc: Rpc): Promise<void> {
    for (const sessionKey of SESSIONS)
      await this.#send(rpc, { sessionKey, text: 'thanks', clientId: `n${this.#count++}` });
  }

  async #talk(rpc: Rpc, sessionKey: string): Promise<void> {
    const chance = this.#chance;
    await pause(chance.between(0, 60));
    if (sessionKey === RESTLESS && chance.happens(0.03) && this.#isOpen(sessionKey))
      await rpc('sessions.reset', { key: sessionKey });
    const atOnce = chance.happens(0.2) ? 3 : 1;
    await Promise.all(
      Array.from({ length: atOnce }, () =>
        this.#send(rpc, something(this.#chance, sessionKey, this.#count++)),
      ),
    );
    if (chance.happens(0.1) && this.acknowledged.size > 0) {
      // A program that missed the answer asks again, long after.
      const known = chance.one([...this.acknowledged.values()].slice(-20));
      await this.#send(rpc, known);
    }
  }

  /** Whether the desk knows the session for sure: it acknowledged a message in it. */
  #isOpen(sessionKey: string): boolean {
    return [...this.acknowledged.values()].some((known) => known.sessionKey === sessionKey);
  }

  async #send(rpc: Rpc, saying: Saying): Promise<void> {
    try {
      const { turnId } = await rpc<{ turnId: string }>('chat.send', saying);
      this.acknowledged.set(turnId, saying);
    } catch (error) {
      if (!this.acknowledged.has(`${saying.sessionKey}/${saying.clientId}`)) this.#unanswered.push(saying);
      throw error;
    }
  }

  async #look(rpc: Rpc): Promise<void> {
    await pause(this.#chance.between(10, 80));
    const key = this.#chance.one(SESSIONS);
    if (!this.#isOpen(key)) return;
    const { entries } = await rpc<{ entries: Entry[] }>('sessions.history', { key, limit: 50 });
    this.shown.push({ session: key, ids: entries.map(({ id }) => id) });
  }

  /** The standing jobs first, then, again and again, one that comes due in a moment. */
  async #schedule(rpc: Rpc): Promise<void> {
    const missing = STANDING.find(({ name }) => !this.jobs.some((job) => job.name === name));
    if (missing) {
      const { name, job, periodMs } = missing;
      // It may be there although nobody was told.
      const { jobs } = await rpc<{ jobs: Job[] }>('cron.list', { includeDisabled: true });
      const there = jobs.find((known) => known.name === name);
      if (there) this.#know(there, firstSlot(there, periodMs), periodMs);
      else await this.#add(rpc, job, name, periodMs);
      return;
    }
    await pause(this.#chance.between(50, 250));
    const atMs = Date.now() + this.#chance.between(50, 900);
    const deleteAfterRun = this.#chance.happens(0.5);
    const schedule = { kind: 'at', atMs };
    await this.#add(rpc, { schedule, deleteAfterRun }, `once ${this.#count++}`).catch((error: unknown) => {
      // On a busy machine the moment may have passed when the request arrives.
      if (!(error instanceof Refused) || !error.message.includes('has passed')) throw error;
    });
  }

  async #add(rpc: Rpc, job: object, name: string, periodMs?: number): Promise<void> {
    const payload = {
      kind: 'agentTurn',
      message: `This is ${name}.`,
      sessionKey: this.#chance.one(SESSIONS),
    };
    const added = await rpc<Job>('cron.add', { sessionTarget: 'bound', payload, name, ...job, create: true });
    this.#know(added, added.state.nextRunAtMs!, periodMs);
  }

  #know({ id, name, policy, deleteAfterRun = false }: Job, firstMs: number, periodMs?: number): void {
    const catchUp = policy?.catchUp === 'all' ? 'all' : 'once';
    this.jobs.push({
      id,
      name,
      firstMs,
      catchUp,
      deleteAfterRun,
      ...(periodMs !== undefined && { periodMs }),
    });
  }
}

/** What people say: they ask, they want something remembered, or they only talk, at some length. */
export function something(chance: Chance, sessionKey: string, n: number): Saying {
  const words = chance.next();
  const text =
    words < 0.08
      ? `remember that the word of hour ${n} is heron-${n}.`
      : words < 0.16
        ? 'what do you remember?'
        : words < 0.24
          ? 'list the jobs'
          : words < 0.5
            ? `What did the council decide about bridge ${n}?`
            : words < 0.6
              ? `${'a long message; '.repeat(100)} ${n}`
              : `hello, this is message ${n}`;
  return { sessionKey, text, clientId: `m${n}` };
}

function firstSlot({ createdAtMs, schedule }: Job, periodMs: number): number {
  if (schedule.kind === 'every') return createdAtMs + periodMs;
  return (Math.floor(createdAtMs / periodMs) + 1) * periodMs;
}

const every = (seconds: number) => ({
  periodMs: seconds * 1_000,
  schedule: { kind: 'cron', expr: `*/${seconds} * * * * *`, tz: 'UTC' },
});
const isolated = { kind: 'agentTurn', message: 'Alone.' };

const STANDING: readonly { readonly name: string; readonly job: object; readonly periodMs: number }[] = [
  { name: 'each second', job: { schedule: every(1).schedule }, periodMs: 1_000 },
  { name: 'each second second', job: { schedule: every(2).schedule }, periodMs: 2_000 },
  {
    name: 'each fifth, all of them',
    job: { schedule: every(5).schedule, policy: { catchUp: 'all' } },
    periodMs: 5_000,
  },
  {
    name: 'each third, quietly',
    job: { schedule: every(3).schedule, policy: { quiet: true } },
    periodMs: 3_000,
  },
  { name: 'each ten', job: { schedule: { kind: 'every', everyMs: 10_000 } }, periodMs: 10_000 },
  {
    name: 'alone',
    job: { schedule: every(2).schedule, sessionTarget: 'isolated', payload: isolated },
    periodMs: 2_000,
  },
];
