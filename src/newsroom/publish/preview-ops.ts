/**
 * A preview of a waiting draft for editors: a head that says what it waits for, with buttons, and below it everything
 * that would be posted. When the waiting ends, the head says what became of it and the rest is deleted, so that no
 * copy looks like a published story.
 */
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpButton } from '../../sessions/op.ts';
import { roomIn } from '../../sessions/traits-of.ts';
import { shorten } from '../../text/shorten.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { editedEntry, goneEntry } from './amending.ts';
import { citationsIn } from './cited.ts';
import { numbered, split, storyEntry } from './story-ops.ts';
import { storyOpKey } from './title-post.ts';

/** The content of a preview. */
export interface ShownDraft {
  readonly title: string;
  readonly category: string;
  /** The texts that would be posted, in order, and their citations. */
  readonly texts: readonly string[];
  readonly pack: SourcePack;
  /** What would be posted below them, in pieces. */
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

/** The head comes first, because it is edited later. */
export function previewOps(draft: ShownDraft, { id, desk, head, buttons, nowMs }: PreviewHead): NewOp[] {
  const channel = { id: chatIdOf(desk) };
  const [first = '', ...rest] = draft.texts;
  const texts = [`**${draft.title}**\n${draft.category}\n\n${first}`, ...rest];
  const body = split(texts, draft.pack, desk);
  const pieces = [withinMessage(head, desk), ...body, ...draft.closing];
  return pieces.map((text, at): NewOp => {
    const key = at === 0 ? previewKey(id) : pieceKey(id, at);
    const more = at === 0 ? { buttons } : at <= body.length ? citationsIn(text, draft.pack) : {};
    const shown = { text, previews: false, ...more } as const;
    const record = storyEntry(id, key, text, nowMs);
    return { key, lane: desk, spec: { kind: 'post', channel, ...shown }, record };
  });
}

/**
 * Update the head when it waits for something else.
 * @param change the number of the action that changed it; the end of an embargo is a change without an action
 */
export function previewChanged(change: string, preview: PreviewHead): NewOp {
  return headEdit(`preview/deed_${change}`, preview);
}

/**
 * The head says what became of it; its buttons and the draft are removed.
 * @param pieces the keys of the draft's messages
 */
export function previewEnded(pieces: readonly string[], ended: Omit<PreviewHead, 'buttons'>): NewOp[] {
  const { id, desk, nowMs } = ended;
  const gone = pieces.map((piece, at): NewOp => {
    const key = storyOpKey(id, numbered('preview_gone', at));
    const spec = { kind: 'delete', channel: { id: chatIdOf(desk) }, message: { op: piece } } as const;
    return { key, lane: desk, spec, record: goneEntry(key, piece, nowMs) };
  });
  return [headEdit('preview_ended', { ...ended, buttons: [] }), ...gone];
}

/** The key of a preview's head. The draft's messages are numbered from 1. */
function previewKey(id: string): string {
  return storyOpKey(id, 'preview');
}

/**
 * The key of the op that posts a piece of a preview.
 * @param at the piece, from 1
 */
export function pieceKey(id: string, at: number): string {
  return storyOpKey(id, numbered('preview', at - 1));
}

function headEdit(part: string, { id, desk, head, buttons, nowMs }: PreviewHead): NewOp {
  const key = storyOpKey(id, part);
  const message = { op: previewKey(id) };
  const text = withinMessage(head, desk);
  return {
    key,
    lane: desk,
    spec: { kind: 'edit', channel: { id: chatIdOf(desk) }, message, text, previews: false, buttons },
    record: editedEntry(key, previewKey(id), text, nowMs),
  };
}

/** A head with many doubts loses its end: it has the buttons, and must arrive. */
function withinMessage(head: string, desk: SessionKey): string {
  return shorten(head, roomIn(desk));
}
