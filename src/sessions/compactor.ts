/**
 * The compactor: summarizes a long memory, so that a window begins with a summary in place of what no longer fits.
 * The summary is an ordinary entry; the transcript keeps every word and is never rewritten.
 *
 * - A compaction is requested when a turn closes. It is a turn itself: in the same lane, behind waiting people.
 * - The newest part stays verbatim. What a summary covers ends between two turns, never inside one.
 * - The turn's id names the memory and the last entry covered, so nothing is summarized twice.
 * - A failed summary changes nothing. The next attempt comes when more was said.
 */
import { SYSTEM } from './actor.ts';
import { isAmendment } from './amendments.ts';
import { DeskClosing } from './stop-reasons.ts';
import type { Entry } from './entry.ts';
import { entryTokens } from './entry-tokens.ts';
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
  /** Tokens since the last summary or reset that trigger the next summary. */
  readonly compactAt: number;
  /** How many of the newest tokens stay verbatim. */
  readonly keep: number;
}

/** How full a conversation's window is when its older half is summarized: before anything falls out of it. */
const COMPACT_AT = 0.75;

/** @param windowTokens the size of the conversation's window. */
export function compactionOf(windowTokens: number): Pick<CompactorDeps, 'compactAt' | 'keep'> {
  return { compactAt: COMPACT_AT * windowTokens, keep: (COMPACT_AT * windowTokens) / 2 };
}

/** The turn profile in `prompts/registry.json`. */
export const COMPACTION_PROFILE = 'compaction';

export class Compactor {
  readonly #deps: CompactorDeps;
  /** Tokens since the last summary, estimated high, of the memories measured so far. */
  readonly #sizes = new Map<SessionKey, number>();
  readonly #looking = new Set<SessionKey>();

  constructor(deps: CompactorDeps) {
    this.#deps = deps;
  }

  /** Count entries that were written. Cheap: reads nothing. */
  entriesWritten(memory: SessionKey, entries: readonly Entry[]): void {
    for (const entry of entries) {
      const size = this.#sizes.get(memory);
      if (entry.meta?.kind === 'generation') this.#sizes.set(memory, 0);
      else if (isSummary(entry)) this.#sizes.delete(memory);
      else if (size !== undefined && !isOwnRecord(entry) && !isAmendment(entry)) this.#sizes.set(memory, size + entryTokens(entry));
    }
  }

  /** A turn has closed: summarize its memory if that has grown long. Never rejects. */
  async finished({ kind, lane, run }: Turn): Promise<void> {
    // Workers, including compactions, have no conversation; some jobs never read theirs.
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
    // Reset the count even if this attempt fails, so that the next one comes only after as much new text.
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

  /** Entries since the last summary or reset, newest first; no more than the decision needs. */
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
      // Steps of runs appear in no window; a run's closure comes before its steps.
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
 * The newest entry that a summary may cover: at least `keep` tokens follow it, no turn spans it, and no waiting
 * turn has an entry before it. Entries are newest first.
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
