/**
 * Entries as they are to be read now. An edit and a deletion are entries of their own, about one before them; what is
 * on the screen already can't be changed there, so a line says what became of it.
 */
import type { EntryAnswer } from './answers.ts';

/** How many messages are known by their words, so that it can be said which of them was changed. */
const MOST_KNOWN = 500;
const MOST_WORDS = 60;

/** @param entries oldest first. @returns without what was taken back, and with the newest words. */
export function amended(entries: readonly EntryAnswer[]): EntryAnswer[] {
  const edits = new Map<string, string>();
  const gone = new Set<string>();
  for (const { meta, content } of entries) {
    const target = meta?.target ?? '';
    if (meta?.kind === 'edit') edits.set(target, content);
    // A report stands for what was said of the same thing before.
    if (meta?.kind === 'delete' || meta?.kind === 'report') gone.add(target);
  }
  return entries
    .filter((entry) => !isChange(entry) && !gone.has(entry.id))
    .map((entry) => ({ ...entry, content: edits.get(entry.id) ?? entry.content }));
}

function isChange({ meta }: EntryAnswer): boolean {
  return meta?.kind === 'edit' || meta?.kind === 'delete';
}

/** What was shown of a conversation so far. */
export class Shown {
  readonly #words = new Map<string, string>();

  has({ id }: EntryAnswer): boolean {
    return this.#words.has(id);
  }

  note({ id, content }: EntryAnswer): void {
    this.#words.delete(id);
    this.#words.set(id, content);
    const [oldest] = this.#words.keys();
    if (this.#words.size > MOST_KNOWN && oldest !== undefined) this.#words.delete(oldest);
  }

  /** An entry as it is to be said when it arrives: a change as a sentence of its own. */
  said(entry: EntryAnswer): EntryAnswer {
    if (!isChange(entry)) {
      this.note(entry);
      return entry;
    }
    // The last of such edits is said.
    if (entry.meta?.['passing'] === true) return { ...entry, content: '' };
    const target = entry.meta?.target ?? '';
    const before = this.#words.get(target);
    const what = before === undefined ? 'a message' : `“${beginning(before)}”`;
    if (entry.meta?.kind === 'delete') {
      this.#words.delete(target);
      return { ...entry, content: `(took back ${what})` };
    }
    this.note({ ...entry, id: target });
    return { ...entry, content: `(changed ${what})\n${entry.content}` };
  }
}

function beginning(words: string): string {
  const [line = ''] = words.trim().split('\n');
  const characters = [...line];
  return characters.length <= MOST_WORDS ? line : `${characters.slice(0, MOST_WORDS - 1).join('')}…`;
}
