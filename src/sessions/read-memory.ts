/**
 * Reads a memory from its end: what was said since the last reset, and since the last summary. Reads only as much
 * of the file as needed, and never changes it.
 */
import { Amendments } from './amendments.ts';
import { beginning } from './beginning.ts';
import type { Entry } from './entry.ts';
import { entryTokens } from './entry-tokens.ts';
import type { SessionKey } from './key.ts';
import { OVERHEARD_SHARE, isOverheard } from './overheard.ts';
import type { Transcripts } from './transcripts.ts';

export interface Memory {
  /** Stands for everything before the entries. */
  readonly summary?: Entry;
  /** Oldest first. */
  readonly entries: readonly Entry[];
}

export interface MemoryTerms {
  /** Turns whose entries are excluded: the reader's own, and waiting ones. */
  readonly without: ReadonlySet<string>;
  /** The budget for messages; rows of runs are read in addition. */
  readonly tokens: number;
  /** The newest entry to include; absent: the newest there is. */
  readonly through?: string;
}

/** Characters kept of a past tool result. */
const RESULT_CHARS = 1_000;
/** Reading goes further back past runs and overheard talk, but at most by this many budgets. */
const FAR = 8;

/**
 * What a turn remembers of its lane: the newest entries within the token budget, with edits and deletions applied,
 * and the last summary before them. Reading starts at the end, so long transcripts cost no more.
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
      // Overheard talk beyond its share must not hide what was said to the desk before it.
      if (overheard > tokens * OVERHEARD_SHARE) {
        if (read > FAR * tokens) break;
        continue;
      }
    }
    const isPersons = entry.role === 'user' && entry.cron_run_id === undefined && !isOverheard(entry);
    if (words <= tokens || (isPersons && !heard)) entries.push(shown);
    heard ||= isPersons;
    if (entry.cron_run_id === undefined && entry.meta?.kind !== 'step') words += cost;
    // With enough text, a person's message and the summary may still be missing.
    if ((words > tokens && heard && summary !== undefined) || read > FAR * tokens) break;
  }
  entries.reverse();
  return summary ? { summary, entries } : { entries };
}

/** Whether it is a summary with text. An empty one covers nothing. */
export function isSummary({ meta, content }: Entry): boolean {
  return meta?.kind === 'summary' && meta.covers !== undefined && content.trim() !== '';
}

/** Whether it is a record about the desk's own memory, not part of the conversation. */
export function isOwnRecord({ meta }: Entry): boolean {
  return meta?.kind === 'compaction' || meta?.kind === 'summary';
}

function cut(entry: Entry): Entry {
  return entry.role === 'tool' ? { ...entry, content: beginning(entry.content, RESULT_CHARS) } : entry;
}
