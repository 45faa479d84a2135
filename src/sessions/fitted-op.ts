/** What a channel that has less than others makes of an op. */
import type { SessionKey } from './key.ts';
import type { ReadBack, Sendable } from './op.ts';
import { traitsOf } from './traits-of.ts';

type Kind = Sendable['spec']['kind'];
/** What a channel must have for an op of a kind. */
const NEEDS: Partial<Record<Kind, 'threads' | 'forums' | 'edits' | 'removal'>> = {
  thread: 'threads',
  forum: 'forums',
  tags: 'forums',
  edit: 'edits',
  remove: 'removal',
};

/** The op as its channel can show it, or why it can't make it at all, in a sentence without its point. */
export function fittedOp(op: Sendable): Sendable | string {
  const there = traitsOf(op.lane);
  if (!there) return op;
  const need = NEEDS[op.spec.kind];
  if (need !== undefined && !there.has[need]) return `${there.title} has no ${need}`;
  return there.has.buttons ? op : { ...op, spec: withoutButtons(op.spec) };
}

/** Nobody can say whether a message arrived there. */
export function hasNoHistory(lane: SessionKey): boolean {
  return traitsOf(lane)?.has.history === false;
}

export const UNREADABLE: ReadBack = { kind: 'unreadable', because: 'what was sent there can not be read back' };

function withoutButtons(spec: Sendable['spec']): Sendable['spec'] {
  if (!('text' in spec)) return spec;
  const { buttons: _, ...shown } = spec;
  if (shown.card === undefined) return shown;
  const { buttons: _under, menu: _menu, ...card } = shown.card;
  return { ...shown, card };
}
