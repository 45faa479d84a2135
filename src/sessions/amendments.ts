/**
 * Entries as they are to be read now: an edited message has its newest words, and what was taken back is not read at
 * all, by nobody, from the moment of its deletion; nor what quotes it. A report takes the place of what was said of the
 * same thing before. Given newest first, as transcripts are read from their end: what is about a message stands after it.
 */
import type { Entry } from './entry.ts';
import { repliedTo } from './message-id.ts';

export class Amendments {
  readonly #words = new Map<string, string>();
  readonly #gone = new Set<string>();
  readonly #replaced = new Set<string>();

  /** @returns undefined for what is not to be read: words that are gone, and what only says something about others. */
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

/** It says something about another entry, and is no talk itself. */
export function isAmendment({ meta }: Entry): boolean {
  return meta?.kind === 'edit' || meta?.kind === 'delete';
}
