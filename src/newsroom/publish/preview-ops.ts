/** A draft that waits, shown where its editors are, with what they can do about it; and what became of it. */
import { chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp, OpButton } from '../../sessions/op.ts';
import { splitMessage } from '../../text/split-message.ts';
import { storyEntry } from './story-ops.ts';
import { storyOpKey } from './title-post.ts';

const CHUNK = 1_900;

interface Preview {
  readonly id: string;
  readonly desk: SessionKey;
  /** "Not posted yet: …" */
  readonly head: string;
  readonly title: string;
  readonly category: string;
  readonly body: string;
  readonly buttons: readonly OpButton[];
  readonly nowMs: number;
}

/** The head with the buttons first: it is what is edited later. */
export function previewOps({ id, desk, head, title, category, body, buttons, nowMs }: Preview): NewOp[] {
  const channel = { id: chatIdOf(desk) };
  const pieces = splitMessage(`**${title}**\n${category}\n\n${body}`, CHUNK);
  const key = storyOpKey(id, 'preview');
  return [
    {
      key,
      lane: desk,
      spec: { kind: 'post', channel, text: head, previews: false, buttons },
      record: storyEntry(id, key, `${head}\n${title} (${category})`, nowMs),
    },
    ...pieces.map((text, at): NewOp => {
      const own = storyOpKey(id, `preview_${String(at + 1).padStart(2, '0')}`);
      return { key: own, lane: desk, spec: { kind: 'post', channel, text, previews: false } };
    }),
  ];
}

/** The head says what became of it; its buttons are gone. */
export function previewEnded(id: string, desk: SessionKey, text: string, nowMs: number): NewOp {
  const key = storyOpKey(id, 'preview_ended');
  const message = { op: storyOpKey(id, 'preview') };
  return {
    key,
    lane: desk,
    spec: { kind: 'edit', channel: { id: chatIdOf(desk) }, message, text, previews: false },
    record: storyEntry(id, key, text, nowMs),
  };
}
