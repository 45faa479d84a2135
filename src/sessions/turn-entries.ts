/** The entries that turns leave in a transcript: what came in, and how it ended. */
import type { Entry, EntryMeta } from './entry.ts';
import type { Inbound, Turn, TurnEnd } from './turn.ts';

/** What came in: a person's words, or the readable trigger of a job; never the rendered prompt. */
export function openingEntry(inbound: Inbound, ts: number): Entry {
  const { run } = inbound;
  return {
    v: 1,
    id: `${inbound.id}:0`,
    ts,
    role: inbound.kind === 'heartbeat' || inbound.compaction ? 'system' : 'user',
    content: inbound.text,
    ...(inbound.author && { author: { ...inbound.author } }),
    meta: {
      turn: inbound.id,
      ...(inbound.clientId !== undefined && { clientId: inbound.clientId }),
      ...(inbound.compaction && { kind: 'compaction' as const }),
    },
    ...(run && {
      _cron_turn: true as const,
      cron_job_id: run.jobId,
      cron_job_name: run.jobName,
      cron_run_id: inbound.id,
      ...(inbound.prompt && { cron_prompt_ref: { ...inbound.prompt.ref } }),
    }),
  };
}

/** The readable trigger of a scheduled turn, in every transcript alike. */
export function triggerText(jobName: string, message: string): string {
  return `Scheduled cron job triggered: ${jobName}\n\n${message}`;
}

/** How a turn ended, as its session remembers it. `n` is the entry's number in its turn. */
export function closingEntry(turn: Turn, n: number, end: TurnEnd, ts: number): Entry {
  const { run } = turn;
  const { status, servedBy } = end;
  return {
    v: 1,
    id: `${turn.id}:${n}`,
    ts,
    role: status === 'ok' && !turn.compaction ? 'assistant' : 'system',
    content: end.summary,
    meta: { turn: turn.id, ...closureOf(turn, end), status, ...(servedBy && { servedBy }) },
    ...(run && { cron_job_id: run.jobId, cron_job_name: run.jobName, cron_run_id: turn.id }),
  };
}

/** A compaction closes with its summary; one that came to nothing leaves a record that nobody reads as talk. */
function closureOf({ compaction }: Turn, { status, summary }: TurnEnd): EntryMeta {
  if (!compaction) return { kind: 'closure' };
  const isSummary = status === 'ok' && summary.trim() !== '';
  return isSummary ? { kind: 'summary', covers: compaction.covers } : { kind: 'compaction' };
}
