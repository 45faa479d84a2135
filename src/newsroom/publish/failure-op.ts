/** The one line that a story which could not be posted leaves where its editors are, and what became of it later. */
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpButton } from '../../sessions/op.ts';
import { shorten } from '../shorten.ts';
import { editedEntry } from './amending.ts';
import { storyOpKey } from './title-post.ts';

const MOST = 1_000;

/** @param buttons what editors can do about it. */
export function failureOp(
  storyId: string,
  desk: SessionKey,
  line: string,
  nowMs: number,
  buttons: readonly OpButton[] = [],
): NewOp {
  const key = failureKey(storyId);
  const text = oneLine(line);
  return {
    key,
    lane: desk,
    spec: { kind: 'post', channel: { id: chatIdOf(desk) }, text, ...(buttons.length > 0 && { buttons }) },
    record: { v: 1, id: key, ts: nowMs, role: 'system', content: text, meta: { kind: 'report' } },
  };
}

/** The same line once the story was ordered anew: it says so, and its buttons are gone. */
export function retriedOp(
  storyId: string,
  desk: SessionKey,
  [line, retried]: readonly [line: string, retried: string],
  nowMs: number,
): NewOp {
  const key = storyOpKey(storyId, 'retried');
  const message = { op: failureKey(storyId) };
  const text = `${oneLine(line)}\n${oneLine(retried)}`;
  return {
    key,
    lane: desk,
    spec: { kind: 'edit', channel: { id: chatIdOf(desk) }, message, text, buttons: [] },
    record: editedEntry(key, failureKey(storyId), text, nowMs),
  };
}

export function failureKey(storyId: string): string {
  return storyOpKey(storyId, 'failed');
}

function oneLine(text: string): string {
  return shorten(text.replaceAll(/\s+/gu, ' '), MOST);
}
