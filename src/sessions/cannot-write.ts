import type { Bilingual } from '../time/locale.ts';

/** The disk refuses to write: the request did not happen. Everything acknowledged before is safe. */
export class CannotWrite extends Error {
  override readonly name = 'CannotWrite';
  /** The same for people. */
  readonly words: Bilingual;

  constructor(because: string, options?: ErrorOptions) {
    const en = `the desk can't write now (${because}): nothing was accepted. It goes on by itself once it can.`;
    super(en, options);
    this.words = { en, zh: `編輯台現時不能寫入（${because}）：沒有接受任何內容。可以寫入時會自動繼續。` };
  }
}
