/**
 * Entries with their edits and deletions applied: an edited message has its newest text; a deleted message, and
 * everything that quotes it, is left out. A report replaces the earlier text about the same thing. Entries are
 * given newest first, as transcripts are read from their end, so that an edit comes before the message it changes.
 */
import type { Entry } from './entry.ts';
import { repliedTo } from './message-id.ts';

export class Amendments {
  readonly #words = new Map<string, string>();
  readonly #gone = new Set<string>();
  readonly #replaced = new Set<string>();

  /** @returns undefined for entries that are not shown: deleted text, edits and deletions. */
  read(entry: Entry): Entry | undefined {
    const { meta } = entry;
    const target = meta?.target ?? '';
    if (meta?.kind === 'delete') this.#gone.add(target);
    if (meta?.kind === 'edit' && !this.#words.has(target)) this.#words.set(target, entry.content);
    const isReplaced = this.#gone.has(entry.id) || this.#replaced.has(entry.id);
    if (meta?.kind === 'report' && target !== '' && !isReplaced) this.#replaced.add(target);
    if (isAmendment(entry) || meta?.erased === true || isReplaced) return undefined;
    return this.#unquoted(this.#edited(entry));
  }

  #edited(entry: Entry): Entry {
    const words = this.#words.get(entry.id);
    return words === undefined ? entry : { ...entry, content: words, meta: { ...entry.meta, edited: true } };
  }

  #unquoted(entry: Entry): Entry {
    const { meta } = entry;
    if (!meta?.replyTo || !this.#gone.has(repliedTo(entry) ?? '')) return entry;
    const { text, ...replyTo } = meta.replyTo;
    return { ...entry, meta: { ...meta, replyTo } };
  }
}

/** Whether the entry only changes another entry. */
export function isAmendment({ meta }: Entry): boolean {
  return meta?.kind === 'edit' || meta?.kind === 'delete';
}
