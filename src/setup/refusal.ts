import { Refusal } from '../feature/refusal.ts';
import type { Locale } from '../time/locale.ts';

/** An answer that can't be taken: it says what was given and what is allowed. */
export class SetupRefusal extends Refusal {
  override readonly name = 'SetupRefusal';
  readonly code = 'bad_setup';
  override readonly words: Readonly<Record<Locale, string>>;

  constructor(words: Readonly<Record<Locale, string>>, options?: ErrorOptions) {
    super(words.en, options);
    this.words = words;
  }
}
