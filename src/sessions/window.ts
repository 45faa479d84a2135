/**
 * The window: what a turn sees of its memory. The newest entries inside a token budget, no further back than the
 * last reset, without what other turns still wait to say, and without calls that never had a result.
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Transcripts } from './transcripts.ts';
import type { HistoryWindow, Turn } from './turn.ts';

export interface WindowTerms {
  readonly turn: Turn;
  /** Turns that wait: their messages are not part of the conversation yet. */
  readonly waiting: readonly string[];
  readonly tokens: number;
  readonly history: HistoryWindow;
}

/** How much of a past tool result is worth reading again. */
const RESULT_CHARS = 1_000;

/** @returns entries oldest first, without the turn's own. */
export async function readWindow(transcripts: Transcripts, lane: SessionKey, terms: WindowTerms): Promise<Entry[]> {
  const { turn, history } = terms;
  if (history === 'none') return [];
  const most = typeof history === 'object' ? history.recent : Infinity;
  const left = new Set([turn.id, ...terms.waiting]);
  const window: Entry[] = [];
  let tokens = 0;
  for await (const entry of transcripts.backwards(lane)) {
    if (entry.meta?.kind === 'generation' || window.length >= most) break;
    if (left.has(entry.meta?.turn ?? '')) continue;
    const shown = entry.role === 'tool' ? cut(entry) : entry;
    tokens += estimateTokens(shown.content);
    if (tokens > terms.tokens) break;
    window.push(shown);
  }
  return answered(window.reverse());
}

/** Leave out calls without a result, and results without their call. */
function answered(entries: readonly Entry[]): Entry[] {
  const results = new Set(entries.flatMap((entry) => entry.meta?.toolCallId ?? []));
  const whole = entries.filter((entry) => entry.meta?.toolCalls?.every((call) => results.has(call.id)) ?? true);
  const calls = new Set(whole.flatMap((entry) => entry.meta?.toolCalls?.map((call) => call.id) ?? []));
  return whole.filter((entry) => entry.meta?.toolCallId === undefined || calls.has(entry.meta.toolCallId));
}

function cut(entry: Entry): Entry {
  if (entry.content.length <= RESULT_CHARS) return entry;
  return { ...entry, content: `${entry.content.slice(0, RESULT_CHARS)}…` };
}

/** A rough count that errs on the high side: four Latin characters, or one Chinese, are a token. */
export function estimateTokens(text: string): number {
  const cjk = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return cjk + Math.ceil((text.length - cjk) / 4) + 4;
}
