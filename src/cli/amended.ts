/**
 * Entries with their edits and deletions applied. These are entries of their own, after the entry that they change;
 * text already on the screen can't be changed, so a line reports the change.
 */
import type { EntryAnswer } from './answers.ts';

/** How many messages are remembered, so that a change can name the old text. */
const MOST_KNOWN = 500;
const MOST_WORDS = 60;

/** @param entries oldest first. @returns entries without deleted ones, with their newest text. */
export function amended(entries: readonly EntryAnswer[]): EntryAnswer[] {
  const edits = new Map<string, string>();
  const gone = new Set<string>();
  for (const { meta, content } of entries) {
    const target = meta?.target ?? '';
    if (meta?.kind === 'edit') edits.set(target, content);
    // A report replaces the earlier text about the same thing.
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

  /** An entry in the form in which to print it; a change becomes a sentence. */
  said(entry: EntryAnswer): EntryAnswer {
    if (!isChange(entry)) {
      this.note(entry);
      return entry;
    }
    // Only the last of such edits is printed.
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
