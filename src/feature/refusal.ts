import type { Locale } from '../time/locale.ts';

/** What a feature can't do, and why: a code for programs, and a sentence for whoever asked. */
export abstract class Refusal extends Error {
  abstract readonly code: string;
  /** In their language; without it, the message is for everybody. */
  readonly words?: Readonly<Record<Locale, string>>;
  /** The parameter that is wrong, where a form can show it there. */
  readonly field?: string | undefined;
}
