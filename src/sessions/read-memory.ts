/**
 * A memory, read from its end: what was said since the last reset, and since the last summary. It reads as little
 * of the file as its reader needs; the file is never changed.
 */
import { Amendments } from './amendments.ts';
import { beginning } from './beginning.ts';
import type { Entry } from './entry.ts';
import { entryTokens } from './estimate-tokens.ts';
import type { SessionKey } from './key.ts';
import { OVERHEARD_SHARE, isOverheard } from './overheard.ts';
import type { Transcripts } from './transcripts.ts';

export interface Memory {
  /** What stands for everything before the entries. */
  readonly summary?: Entry;
  /** Oldest first. */
  readonly entries: readonly Entry[];
}

export interface MemoryTerms {
  /** Turns whose entries are no part of it: the reader's own, and those that wait. */
  readonly without: ReadonlySet<string>;
  /** Words that are more than this are not all needed; rows of runs are read on top. */
  readonly tokens: number;
  /** The newest entry that is wanted; without it, the newest there is. */
  readonly through?: string;
}

/** How much of a past tool result is worth reading again. */
const RESULT_CHARS = 1_000;
/** Runs, and talk with others, don't hide what was said before them, but nobody looks back further than so many budgets. */
const FAR = 8;

/**
 * What a turn remembers of its lane: the newest entries within the budget of tokens, corrected by edits and deletions,
 * and the last summary before them. Read from the end: long transcripts cost no more.
 */
export async function readMemory(
  transcripts: Pick<Transcripts, 'backwards'>,
  lane: SessionKey, terms: MemoryTerms): Promise<Memory> {
  const { without, tokens, through } = terms;
  const entries: Entry[] = [];
  const amendments = new Amendments();
  let summary: Entry | undefined;
  let read = 0;
  let words = 0;
  let overheard = 0;
  let heard = false;
  let begun = through === undefined;
  for await (const written of transcripts.backwards(lane)) {
    if (written.meta?.kind === 'generation' || written.id === summary?.meta?.covers) break;
    if (isSummary(written)) summary ??= written;
    begun ||= written.id === through;
    const entry = amendments.read(written);
    if (!begun || entry === undefined || isOwnRecord(entry) || without.has(entry.meta?.turn ?? '')) continue;
    const shown = cut(entry);
    const cost = entryTokens(shown);
    read += cost;
    if (isOverheard(entry)) {
      overheard += cost;
      // More of it than will be shown must not hide what was said to the desk before it.
      if (overheard > tokens * OVERHEARD_SHARE) {
        if (read > FAR * tokens) break;
        continue;
      }
    }
    const isPersons = entry.role === 'user' && entry.cron_run_id === undefined && !isOverheard(entry);
    if (words <= tokens || (isPersons && !heard)) entries.push(shown);
    heard ||= isPersons;
    if (entry.cron_run_id === undefined && entry.meta?.kind !== 'step') words += cost;
    // When there is enough, a person's words and the summary may still have to be found.
    if ((words > tokens && heard && summary !== undefined) || read > FAR * tokens) break;
  }
  entries.reverse();
  return summary ? { summary, entries } : { entries };
}

/** A summary that says something: an empty one stands for nothing. */
export function isSummary({ meta, content }: Entry): boolean {
  return meta?.kind === 'summary' && meta.covers !== undefined && content.trim() !== '';
}

/** What the desk writes down about its own memory: no part of the conversation. */
export function isOwnRecord({ meta }: Entry): boolean {
  return meta?.kind === 'compaction' || meta?.kind === 'summary';
}

function cut(entry: Entry): Entry {
  return entry.role === 'tool' ? { ...entry, content: beginning(entry.content, RESULT_CHARS) } : entry;
}
