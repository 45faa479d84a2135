/**
 * What must hold of a home: of one whose desk was just killed, and of one that has come to rest. Whatever was
 * acknowledged, shown, sent or closed once is remembered, and has to be so for ever.
 */
import { join } from 'node:path';
import { Chronicle } from './chronicle.ts';
import { misclosed } from './closures.ts';
import { misdelivered } from './deliveries.ts';
import { readChannel, readLedger } from './ledger.ts';
import type { Ledger } from './ledger.ts';
import { lostMessages, misremembered, unanswered } from './messages.ts';
import type { People } from './people.ts';
import { unaccounted } from './slots.ts';

/** The file that the channel of a home under fire keeps its messages in. */
export function channelFile(home: string): string {
  return join(home, 'channel.jsonl');
}

export class Verdict {
  readonly chronicle: Chronicle;
  readonly #home: string;
  readonly #people: People;
  readonly #sent = new Set<string>();
  readonly #ended = new Map<string, string>();
  #shown = 0;

  constructor(home: string, people: People) {
    this.#home = home;
    this.#people = people;
    this.chronicle = new Chronicle(home);
  }

  /**
   * Of a home whose desk is dead.
   * @param startedMs when the life began that has just ended; undefined when it ended before it was ready.
   */
  ofTheDead(startedMs: number | undefined): string[] {
    const ledger = readLedger(this.#home);
    const wrong = this.chronicle.look();
    if (!ledger) return wrong;
    return [
      ...wrong,
      ...this.#lost(ledger),
      ...this.#changed(ledger),
      ...misdelivered(ledger, readChannel(channelFile(this.#home))),
      ...(startedMs === undefined ? [] : stuck(ledger, startedMs)),
    ];
  }

  /** Of a home that has come to rest: everything is done, once. */
  ofTheResting(): string[] {
    const wrong = this.ofTheDead(undefined);
    const ledger = readLedger(this.#home);
    if (!ledger) return ['there is no database'];
    for (const { path, torn } of this.chronicle.files())
      if (torn) wrong.push(`${path}: the last line is torn`);
    for (const { entry_id } of ledger.journal) wrong.push(`the journal still holds ${entry_id}`);
    for (const { key, state } of ledger.ops)
      if (state !== 'sent') wrong.push(`the message ${key} is ${state}`);
    for (const { id, status } of ledger.runs)
      if (['queued', 'deferred', 'running'].includes(status)) wrong.push(`the run ${id} is ${status}`);
    return [
      ...wrong,
      ...misclosed(ledger, this.chronicle),
      ...this.#slots(ledger),
      ...misremembered(ledger, this.#people.acknowledged),
      ...unanswered(ledger),
    ];
  }

  counts() {
    const ledger = readLedger(this.#home);
    return {
      messages: this.#people.acknowledged.size,
      runs: ledger?.runs.length ?? 0,
      entries: this.chronicle.sessions().reduce((sum, key) => sum + this.chronicle.entries(key).length, 0),
      ops: ledger?.ops.length ?? 0,
    };
  }

  /** What was acknowledged is written down: in the transcript, or in the journal that will bring it there. */
  #lost({ turns, journal, jobs, runs }: Ledger): string[] {
    const wrong: string[] = [];
    const { acknowledged, shown } = this.#people;
    wrong.push(...lostMessages({ turns, journal }, acknowledged, this.chronicle));
    for (const { session, ids } of shown.slice(this.#shown)) {
      const places = ids.map((id) => this.chronicle.place(session, id) ?? -1);
      const missing = ids.filter((_, n) => places[n] === -1);
      if (missing.length > 0)
        wrong.push(`${session}: entries that were shown are gone: ${missing.join(', ')}`);
      if (places.some((place, n) => n > 0 && place <= places[n - 1]!))
        wrong.push(`${session}: entries were shown in another order: ${ids.join(', ')}`);
    }
    this.#shown = shown.length;
    const kept = new Set(jobs.map(({ id }) => id));
    for (const { id, name, deleteAfterRun } of this.#people.jobs) {
      const hasRun = runs.some(({ job, status }) => job === id && status === 'ok');
      if (!kept.has(id) && !(deleteAfterRun && hasRun)) wrong.push(`the acknowledged job "${name}" is lost`);
    }
    return wrong;
  }

  /** What has ended stays as it ended, and what was sent stays sent. */
  #changed({ turns, runs, ops }: Ledger): string[] {
    const wrong: string[] = [];
    const open = ['waiting', 'joined', 'running', 'queued', 'deferred'];
    const ends = [
      ...turns.map(({ id, state, status }) => ({
        what: `turn ${id}`,
        state: state === 'closed' ? status! : state,
      })),
      ...runs.map(({ id, status }) => ({ what: `run ${id}`, state: status })),
    ];
    for (const { what, state } of ends) {
      const before = this.#ended.get(what);
      if (before !== undefined && before !== state) wrong.push(`${what} ended ${before} and is ${state}`);
      if (!open.includes(state)) this.#ended.set(what, state);
    }
    const sent = new Set(ops.filter(({ state }) => state === 'sent').map(({ key }) => key));
    for (const key of this.#sent)
      if (!sent.has(key)) wrong.push(`the message ${key} was sent and is no longer`);
    for (const key of sent) this.#sent.add(key);
    return wrong;
  }

  #slots({ runs, jobs }: Ledger): string[] {
    const next = new Map(jobs.map(({ id, next_run_at }) => [id, next_run_at]));
    return this.#people.jobs.flatMap((job) => {
      const ofJob = runs.filter((run) => run.job === job.id);
      return unaccounted(job, ofJob, next.get(job.id) ?? null);
    });
  }
}

/** Runs that are said to be running, and were not started in the life that has just ended. */
function stuck({ runs }: Ledger, startedMs: number): string[] {
  return runs
    .filter(({ status, started_at }) => status === 'running' && (started_at ?? 0) < startedMs)
    .map(({ id }) => `the run ${id} was stuck in running`);
}
