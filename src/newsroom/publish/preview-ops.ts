/**
 * A draft that waits, shown where its editors are: a head that says what it waits for, with what they can do about it;
 * then all that would be posted. When it waits no more the head says what became of it, and the rest is taken back: no
 * copy of a story stands there that looks like a published one.
 */
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpButton } from '../../sessions/op.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { editedEntry, goneEntry } from './amending.ts';
import { citationsIn } from './cited.ts';
import { numbered, split, storyEntry } from './story-ops.ts';
import { storyOpKey } from './title-post.ts';

/** What is shown of a draft. */
export interface ShownDraft {
  readonly title: string;
  readonly category: string;
  /** The texts that would be posted, in order, and what they cite. */
  readonly texts: readonly string[];
  readonly pack: SourcePack;
  /** What would stand under them, in pieces. */
  readonly closing: readonly string[];
}

interface PreviewHead {
  readonly id: string;
  readonly desk: SessionKey;
  /** "Not posted yet: …" */
  readonly head: string;
  readonly buttons: readonly OpButton[];
  readonly nowMs: number;
}

/** The head with the buttons first: it is what is edited later. */
export function previewOps(draft: ShownDraft, { id, desk, head, buttons, nowMs }: PreviewHead): NewOp[] {
  const channel = { id: chatIdOf(desk) };
  const [first = '', ...rest] = draft.texts;
  const texts = [`**${draft.title}**\n${draft.category}\n\n${first}`, ...rest];
  const body = split(texts, draft.pack, desk);
  const pieces = [head, ...body, ...draft.closing];
  return pieces.map((text, at): NewOp => {
    const key = at === 0 ? previewKey(id) : pieceKey(id, at);
    const more = at === 0 ? { buttons } : at <= body.length ? citationsIn(text, draft.pack) : {};
    const shown = { text, previews: false, ...more } as const;
    const record = storyEntry(id, key, text, nowMs);
    return { key, lane: desk, spec: { kind: 'post', channel, ...shown }, record };
  });
}

/** The head, once it waits for something else. @param n the number of the action that changed it. */
export function previewChanged(n: number, preview: PreviewHead): NewOp {
  return headEdit(`preview/deed_${n}`, preview);
}

/** The head says what became of it; its buttons are gone, and so is the draft. @param pieces the keys of its messages. */
export function previewEnded(pieces: readonly string[], ended: Omit<PreviewHead, 'buttons'>): NewOp[] {
  const { id, desk, nowMs } = ended;
  const gone = pieces.map((piece, at): NewOp => {
    const key = storyOpKey(id, numbered('preview_gone', at));
    const spec = { kind: 'delete', channel: { id: chatIdOf(desk) }, message: { op: piece } } as const;
    return { key, lane: desk, spec, record: goneEntry(key, piece, nowMs) };
  });
  return [headEdit('preview_ended', { ...ended, buttons: [] }), ...gone];
}

/** The key of a preview's head, and of each message of the draft under it, from 1 on. */
function previewKey(id: string): string {
  return storyOpKey(id, 'preview');
}

/** The key of the op that posts a piece of a preview. @param at the piece, from 1. */
export function pieceKey(id: string, at: number): string {
  return storyOpKey(id, numbered('preview', at - 1));
}

function headEdit(part: string, { id, desk, head, buttons, nowMs }: PreviewHead): NewOp {
  const key = storyOpKey(id, part);
  const message = { op: previewKey(id) };
  return {
    key,
    lane: desk,
    spec: { kind: 'edit', channel: { id: chatIdOf(desk) }, message, text: head, previews: false, buttons },
    record: editedEntry(key, previewKey(id), head, nowMs),
  };
}
