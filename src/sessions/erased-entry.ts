/**
 * What remains of an entry whose text was deleted. The line keeps its length, so the rest must fit into it.
 * Quotations and file names are removed too; where a short message leaves no room for the mark, so is the author.
 */
import type { Entry } from './entry.ts';
import { repliedTo } from './message-id.ts';

/**
 * An entry without the text of these messages, if it is one of them, an edit of one, or an answer that quotes one.
 * @returns versions, the fullest first; use the first that fits. Undefined where nothing has to be removed.
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
