import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpButton } from '../../sessions/op.ts';
import { shorten } from '../shorten.ts';

const MOST = 1_000;

/** The one line that a story which could not be posted leaves where its editors are, with what they can do about it. */
export function failureOp(
  storyId: string,
  desk: SessionKey,
  line: string,
  nowMs: number,
  buttons: readonly OpButton[] = [],
): NewOp {
  const key = `story:${storyId}/failed`;
  const text = shorten(line.replaceAll(/\s+/gu, ' '), MOST);
  return {
    key,
    lane: desk,
    spec: { kind: 'post', channel: { id: chatIdOf(desk) }, text, ...(buttons.length > 0 && { buttons }) },
    record: { v: 1, id: key, ts: nowMs, role: 'system', content: text, meta: { kind: 'report' } },
  };
}
