/**
 * The compactor: has a long memory summed up, so that a window begins with a summary in place of what no longer
 * fits into it. The summary is an entry like any other: the transcript keeps every word, and is never rewritten.
 *
 * - It is asked for when a turn has closed, and is a turn itself: in the same lane, behind people who wait.
 * - The newest part is left as it was said; what a summary covers ends between two turns, never inside one.
 * - The turn's id names the memory and the last entry covered, so the same words are summed up once.
 * - A summary that fails changes nothing: the next is tried when more has been said.
 */
import { SYSTEM } from './actor.ts';
import { isAmendment } from './amendments.ts';
import { DeskClosing } from './stop-reasons.ts';
import type { Entry } from './entry.ts';
import { entryTokens } from './estimate-tokens.ts';
import { turnOf } from './fold-runs.ts';
import type { SessionKey } from './key.ts';
import { isOwnRecord, isSummary } from './read-memory.ts';
import type { Transcripts } from './transcripts.ts';
import type { TurnBook } from './turn-book.ts';
import type { Inbound, Turn } from './turn.ts';

export interface CompactorDeps {
  readonly transcripts: Pick<Transcripts, 'backwards' | 'header'>;
  readonly book: Pick<TurnBook, 'waiting'>;
  readonly submit: (inbound: Inbound) => Promise<unknown>;
  readonly failed: (what: string, error: unknown) => void;
  /** Tokens since the last summary, or reset, from which on there is to be a new one. */
  readonly compactAt: number;
  /** How many of the newest tokens stay as they were said. */
  readonly keep: number;
}

/** How full a conversation's window is when its older half is summed up: before anything falls out of sight. */
const COMPACT_AT = 0.75;

/** @param windowTokens what a turn of the conversation sees at most. */
export function compactionOf(windowTokens: number): Pick<CompactorDeps, 'compactAt' | 'keep'> {
  return { compactAt: COMPACT_AT * windowTokens, keep: (COMPACT_AT * windowTokens) / 2 };
}

/** The turn profile in `prompts/registry.json`. */
export const COMPACTION_PROFILE = 'compaction';

export class Compactor {
  readonly #deps: CompactorDeps;
  /** Tokens since the last summary, counted high, of the memories that were measured. */
  readonly #sizes = new Map<SessionKey, number>();
  readonly #looking = new Set<SessionKey>();

  constructor(deps: CompactorDeps) {
    this.#deps = deps;
  }

  /** These entries were written. Cheap: it reads nothing. */
  heard(memory: SessionKey, entries: readonly Entry[]): void {
    for (const entry of entries) {
      const size = this.#sizes.get(memory);
      if (entry.meta?.kind === 'generation') this.#sizes.set(memory, 0);
      else if (isSummary(entry)) this.#sizes.delete(memory);
      else if (size !== undefined && !isOwnRecord(entry) && !isAmendment(entry)) this.#sizes.set(memory, size + entryTokens(entry));
    }
  }

  /** A turn has closed: have its memory summed up, if it has grown long. Never rejects. */
  async finished({ kind, lane, run }: Turn): Promise<void> {
    // Workers, this one's turns among them, have no conversation; and some jobs never read theirs.
    if (kind === 'worker' || run?.history === 'none') return;
    if ((this.#sizes.get(lane) ?? Infinity) <= this.#deps.compactAt || this.#looking.has(lane)) return;
    this.#looking.add(lane);
    try {
      await this.#look(lane);
    } catch (error) {
      if (!(error instanceof DeskClosing)) this.#deps.failed(`looking after the memory of ${lane}`, error);
    } finally {
      this.#looking.delete(lane);
    }
  }

  async #look(lane: SessionKey): Promise<void> {
    const { transcripts, book, submit, compactAt, keep } = this.#deps;
    const waiting = await book.waiting(lane);
    const { entries, tokens } = await this.#newest(lane);
    this.#sizes.set(lane, tokens);
    if (tokens <= compactAt) return;
    const covers = lastCovered(entries, keep, new Set(waiting));
    const header = covers === undefined ? undefined : await transcripts.header(lane);
    if (covers === undefined || header === undefined) return;
    // Counted as done: should it fail, as much has to be said again before the next try.
    this.#sizes.set(lane, keep);
    await submit({
      id: `compact:${lane}:${covers}`,
      kind: 'worker',
      session: lane,
      origin: header.origin,
      text: 'Sum up the conversation so far.',
      actor: { ...SYSTEM, rights: [] },
      profile: COMPACTION_PROFILE,
      compaction: { covers },
    });
  }

  /** What was said since the last summary or reset, newest first, and no more of it than decides the question. */
  async #newest(lane: SessionKey): Promise<{ entries: Weighed[]; tokens: number }> {
    const entries: Weighed[] = [];
    const runs = new Set<string>();
    let covered: string | undefined;
    let tokens = 0;
    for await (const entry of this.#deps.transcripts.backwards(lane)) {
      if (entry.meta?.kind === 'generation' || entry.id === covered) break;
      if (isSummary(entry)) covered ??= entry.meta?.covers;
      if (isOwnRecord(entry) || isAmendment(entry)) continue;
      if (entry.cron_run_id !== undefined) runs.add(entry.cron_run_id);
      // Steps of runs are in no window; a run's closure is read before its steps.
      const isShown = entry.meta?.kind !== 'step' || !runs.has(turnOf(entry));
      const cost = isShown ? entryTokens(entry) : 0;
      entries.push({ id: entry.id, turn: turnOf(entry), tokens: cost });
      tokens += cost;
      if (tokens > this.#deps.compactAt) break;
    }
    return { entries, tokens };
  }
}

interface Weighed {
  readonly id: string;
  readonly turn: string;
  readonly tokens: number;
}

/**
 * The newest entry that a summary may cover: `keep` tokens stand after it, no turn goes on past it, and nothing of
 * a turn that waits stands before it. Entries newest first.
 */
function lastCovered(
  entries: readonly Weighed[],
  keep: number,
  waiting: ReadonlySet<string>,
): string | undefined {
  const begins = new Map(entries.map(({ turn }, at) => [turn, at]));
  // How far back the turns reach that have entries after this one.
  let reach = Math.max(-1, ...[...waiting].map((turn) => begins.get(turn) ?? -1));
  let after = 0;
  for (const [at, { id, turn, tokens }] of entries.entries()) {
    if (after >= keep && at > reach) return id;
    after += tokens;
    if (turn !== '') reach = Math.max(reach, begins.get(turn) ?? -1);
  }
  return undefined;
}
