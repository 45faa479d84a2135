/**
 * The window: what a turn sees of its memory. It holds the last summary and the newest entries after it, inside a
 * token budget, back to the last reset. Messages of waiting turns and calls without a result are left out.
 *
 * Runs without a post become one line, and rows of runs are dropped before people's messages. Without a summary, or
 * with an empty one, the window is just the newest entries.
 */
import type { Entry } from './entry.ts';
import { fitWindow } from './fit-window.ts';
import { foldRuns } from './fold-runs.ts';
import type { SessionKey } from './key.ts';
import { readMemory } from './read-memory.ts';
import type { Transcripts } from './transcripts.ts';
import type { HistoryWindow, Turn } from './turn.ts';

export interface WindowTerms {
  readonly turn: Turn;
  /** Waiting turns: their messages are not part of the conversation yet. */
  readonly waiting: readonly string[];
  readonly tokens: number;
  /** `recent` counts entries as the window shows them, and excludes the summary. */
  readonly history: HistoryWindow;
  /** The time zone for times in the text. */
  readonly zone: string;
}

/** @returns entries oldest first, without the turn's own. */
export async function readWindow(
  transcripts: Pick<Transcripts, 'backwards'>,
  lane: SessionKey, terms: WindowTerms): Promise<Entry[]> {
  const { turn, waiting, history, tokens, zone } = terms;
  if (history === 'none' || tokens === 0) return [];
  const without = new Set([turn.id, ...waiting]);
  const { summary, entries } = await readMemory(transcripts, lane, { without, tokens });
  const rows = foldRuns(entries, zone);
  const window =
    typeof history === 'object'
      ? fitWindow(rows.slice(Math.max(0, rows.length - history.recent)), undefined, tokens)
      : fitWindow(rows, summary && introduced(summary), tokens);
  return answered(window);
}

function introduced(summary: Entry): Entry {
  return { ...summary, content: `[What was said here earlier, in short]\n${summary.content}` };
}

/** Leave out calls without a result, and results without their call. */
function answered(entries: readonly Entry[]): Entry[] {
  const results = new Set(entries.flatMap((entry) => entry.meta?.toolCallId ?? []));
  const whole = entries.filter((entry) => entry.meta?.toolCalls?.every((call) => results.has(call.id)) ?? true);
  const calls = new Set(whole.flatMap((entry) => entry.meta?.toolCalls?.map((call) => call.id) ?? []));
  return whole.filter((entry) => entry.meta?.toolCallId === undefined || calls.has(entry.meta.toolCallId));
}
