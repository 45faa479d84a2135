/**
 * What stays of an entry whose words were taken back. The line keeps its length, so the rest must fit into it:
 * what was said around the words goes too, and where a short message leaves no room for the mark, who said it.
 */
import type { Entry } from './entry.ts';
import { repliedTo } from './message-id.ts';

/**
 * Without the words of these messages: an entry that is one of them, an edit of one, or an answer that quotes one.
 * @returns versions, the fullest first: the first that fits is to be taken; undefined where nothing is to go.
 */
export function erasedEntry(entry: Entry, messages: ReadonlySet<string>): readonly Entry[] | undefined {
  const { v, id, ts, role, author, meta } = entry;
  if (messages.has(id) || (meta?.kind === 'edit' && messages.has(meta.target ?? ''))) {
    if (meta?.erased) return undefined;
    const bare = { v, id, ts, role, content: '' };
    const { replyTo, attachments, clientId, ...kept } = meta ?? {};
    const { turn, ...least } = kept;
    const erased = true as const;
    return [
      { ...bare, ...(author && { author }), meta: { ...kept, erased } },
      { ...bare, meta: { ...kept, erased } },
      { ...bare, meta: { ...least, erased } },
      { ...bare, ...(meta && { meta: kept }) },
    ];
  }
  if (!messages.has(repliedTo(entry) ?? '') || meta?.replyTo?.text === undefined) return undefined;
  const { text, ...rest } = meta.replyTo;
  return [{ ...entry, meta: { ...meta, replyTo: rest } }];
}
