/** Adapts an op to a channel that lacks threads, forums, edits or removal. */
import type { SessionKey } from './key.ts';
import type { ReadBack, Sendable } from './op.ts';
import { traitsOf } from './traits-of.ts';

type Kind = Sendable['spec']['kind'];
/** What a channel must support for each kind of op. */
const NEEDS: Partial<Record<Kind, 'threads' | 'forums' | 'edits' | 'removal'>> = {
  thread: 'threads',
  forum: 'forums',
  tags: 'forums',
  edit: 'edits',
  remove: 'removal',
};

/** The op as its channel can show it, or why it can't be done at all, as a sentence without the full stop. */
export function fittedOp(op: Sendable): Sendable | string {
  const there = traitsOf(op.lane);
  if (!there) return op;
  const need = NEEDS[op.spec.kind];
  if (need !== undefined && !there.has[need]) return `${there.title} has no ${need}`;
  return there.has.buttons ? op : { ...op, spec: withoutButtons(op.spec) };
}

/** Whether the desk can't look up if a message arrived there. */
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
