/** The ops of a batch's message: which one shows it now, whether it still exists, and the next one to send. Pure. */
import type { Entry } from '../../sessions/entry.ts';
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, Op } from '../../sessions/op.ts';
import type { BatchSummary } from '../batches/batch-summary.ts';
import type { BatchMessage } from '../views/live-batch.ts';

/** Recorded as the reason when a newer edit replaced an unsent one. */
export const SUPERSEDED = 'a newer edit took its place';

interface BatchTerms {
  readonly run: string;
  readonly desk: SessionKey;
  readonly nowMs: number;
}

export interface BatchOps {
  /** The op that was stored last. */
  readonly newest: Op | undefined;
  /** The key of the op that made the message. */
  readonly shown: string | undefined;
  /** Whether the message never arrived or can't be edited any more, because somebody deleted it. */
  readonly isLost: boolean;
  /**
   * @returns undefined when nothing has to be sent: it says so already, or the message is lost and the batch isn't
   * finished.
   */
  next(
    message: BatchMessage,
    terms: { readonly isLast: boolean; readonly summary?: BatchSummary },
  ): { readonly op: NewOp; readonly superseded: readonly string[] } | undefined;
  edited(message: BatchMessage): NewOp;
}

/** @param made all of a batch's ops so far, in the order of sending */
export function batchOps(made: readonly Op[], { run, desk, nowMs }: BatchTerms): BatchOps {
  const newest = made.at(-1);
  const posted = made.findLast(({ spec }) => spec.kind === 'post');
  const isLost = newest !== undefined && wasLost(newest);
  const liveKey = batchKey(run, 'live');
  const reportId = `story:${run}/report`;
  const isReported = made.some(({ record }) => record?.id === reportId);
  const channel = { id: chatIdOf(desk) };

  const post = (part: 'live' | 'end', message: BatchMessage, record: (key: string) => Entry): NewOp => {
    const key = batchKey(run, part);
    return { key, lane: desk, spec: { kind: 'post', channel, ...bodyOf(message) }, record: record(key) };
  };
  const edit = (to: BatchMessage, record: (key: string) => Entry): NewOp => {
    const key = batchKey(run, `live_${String(made.length + 1).padStart(2, '0')}`);
    const message = { op: posted?.key ?? liveKey };
    const spec = { kind: 'edit', channel, message, ...bodyOf(to), unsaid: true } as const;
    return { key, lane: desk, spec, record: record(key) };
  };
  const entry = (content: string, meta: NonNullable<Entry['meta']>, id: string): Entry => ({
    ...{ v: 1, id, ts: nowMs, role: 'system' },
    ...{ content, meta },
  });

  return {
    newest,
    shown: posted?.key,
    isLost,
    next: (message, { isLast, summary }) => {
      const planned = (key: string) => entry(message.text, { kind: 'batch' }, key);
      // The report replaces everything said about the batch before.
      const report = () => entry(message.text, { kind: 'report', target: liveKey, summary }, reportId);
      if (!newest) return { op: post('live', message, planned), superseded: [] };
      if (isLost) {
        const isSilent = !summary || posted?.key === batchKey(run, 'end');
        return isSilent ? undefined : { op: post('end', message, report), superseded: [] };
      }
      if (isSame(newest, message) && (!summary || isReported)) return undefined;
      const changed = (key: string) =>
        entry(message.text, { kind: 'edit', target: liveKey, ...(!isLast && { passing: true }) }, key);
      const superseded = made.filter(({ spec, state }) => spec.kind === 'edit' && state === 'ready');
      return { op: edit(message, summary ? report : changed), superseded: superseded.map(({ key }) => key) };
    },
    edited: (message) =>
      edit(message, (key) =>
        entry(message.text, { kind: 'edit', target: isReported ? reportId : liveKey }, key),
      ),
  };
}

function batchKey(run: string, part: string): string {
  return `batch:${run}/${part}`;
}

function bodyOf({ text, buttons }: BatchMessage) {
  return { text, buttons, previews: false } as const;
}

function wasLost({ state, error }: Op): boolean {
  return state === 'unknown' || (state === 'failed' && error !== SUPERSEDED);
}

function isSame({ spec }: Op, { text, buttons }: BatchMessage): boolean {
  const body = 'text' in spec ? spec : undefined;
  return body?.text === text && JSON.stringify(body.buttons ?? []) === JSON.stringify(buttons);
}
