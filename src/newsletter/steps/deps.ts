/**
 * What the steps of a newsletter ask of the house, as small ports. `newsletter/newsroom-ports.ts` fills them from the newsroom:
 *
 * | port | filled by | wanted by |
 * |---|---|---|
 * | `LetterIntake` | the newsroom's feeds, searches and pool | gather |
 * | `LetterPages` | the article cache, the guarded fetcher and the extractor | download |
 * | `LetterChecks` | the rules of verification | summaries, drafts, final |
 * | `LetterClaims` | the claims checker, a language model | final |
 * | `LetterModel` | the configured models, by the profiles of the registry | filter, summaries, topics, sections, drafts, final |
 *
 * A step rejects with a `StepFailed` that people can act on, or with the signal's reason; what goes wrong with one feed,
 * page or reply is in its result, and the rest goes on. It keeps nothing: the same inputs may be given to it again.
 */
import type { WindowLink } from '../../newsroom/intake/window-links.ts';
import type { z } from 'zod';
import type { WrittenLanguage } from '../../time/locale.ts';

/** What every step knows. */
export interface StepDeps {
  readonly edition: LetterEdition;
  /** Hears how far the step is: "12 of 40". */
  readonly progress?: ((done: number, of: number) => void) | undefined;
}

export interface LetterEdition {
  /** As readers know it. */
  readonly title: string;
  readonly language: WrittenLanguage;
  /** An IANA name, for days. */
  readonly zone: string;
  /** Its categories, in its order, as readers see them. */
  readonly categories: readonly string[];
  /** The category of a story, by rule, as readers see it; undefined for none. `promised` is what its feed says. */
  readonly categoryOf: (texts: readonly string[], promised?: string) => string | undefined;
  /** What categories of one kind share: "finance". Sections that are too small are put together by it. */
  readonly kinOf?: ((category: string) => string | undefined) | undefined;
}

/** Feeds and searches over a window of days. */
export interface LetterIntake {
  /** How many feeds and queries the edition has. */
  readonly sources: number;
  /**
   * Read what is due now, and tell of everything that was published, or first seen, since then; one URL may come often.
   * What could not be read or asked is told in `failed`.
   */
  gather(sinceMs: number, signal: AbortSignal): Promise<IntakeFound>;
}

export interface IntakeFound {
  readonly links: readonly WindowLink[];
  readonly failed: readonly { readonly what: string; readonly error: string }[];
}

export type { WindowLink as IntakeLink };

/** One page as an article; from the cache where it was read before. */
export interface LetterPages {
  /** Polite to its host. Rejects only with the signal's reason. */
  read(url: string, signal: AbortSignal): Promise<LetterPage>;
}

export interface LetterPage {
  /** After redirects. */
  readonly url: string;
  readonly title: string;
  /** Empty where there is an error. */
  readonly text: string;
  readonly outlet?: string;
  readonly publishedAtMs?: number;
  readonly image?: string;
  /** Why there is no text: `http_404`, `paywall`, `robots`. */
  readonly error?: string;
}

/** Whether a text says what its sources say. */
export interface LetterChecks {
  /** `[n]` in the body cites `sources[n - 1]`. A missing citation of what a source bears out is added. */
  check(text: CheckedText, sources: readonly CheckSource[]): Promise<TextCheck>;
}

export interface CheckedText {
  /** Empty for a text without one. */
  readonly title: string;
  readonly body: string;
}

export interface CheckSource {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly publisher: string;
  readonly publishedAtMs?: number;
}

export interface TextCheck {
  /** With the citations that were missing. */
  readonly body: string;
  /** Why the title is doubted; empty where nothing in it is. */
  readonly title: readonly string[];
  readonly doubts: readonly Doubt[];
}

export interface Doubt {
  /** The sentence, as it stands in `TextCheck.body`, citations included. */
  readonly sentence: string;
  /** A few words each, in the edition's language. */
  readonly why: readonly string[];
}

/** Whether a text says what its sources say, by a language model that reads both: also what has no name and no figure. */
export interface LetterClaims {
  /** One call. What the checker leaves out, or shows no passage for, is doubted. Rejects only with the signal's reason. */
  check(text: CheckedText, sources: readonly CheckSource[], signal: AbortSignal): Promise<ClaimsCheck>;
}

export type ClaimsCheck =
  ({ readonly kind: 'checked' } & Pick<TextCheck, 'title' | 'doubts'>) | { readonly kind: 'failed' };

/** The language model, where one is configured. The desk model is never asked: the steps quote by themselves. */
export interface LetterModel {
  readonly serves: () => boolean;
  /** Asked once under the profile's limits; never repaired. Rejects only with the signal's reason. */
  ask(question: LetterQuestion): Promise<LetterAnswer>;
}

export type LetterProfile =
  | 'newsletter_filter'
  | 'newsletter_summary'
  | 'newsletter_topics'
  | 'newsletter_sections'
  | 'newsletter_draft'
  | 'newsletter_critique'
  | 'newsletter_final';

export interface LetterQuestion {
  readonly profile: LetterProfile;
  /** Shown to the model in a fence. */
  readonly input: unknown;
  /** What else the profile's prompt has placeholders for. */
  readonly values?: Readonly<Record<string, string>>;
  /** What is asked for. What comes is read item by item, not by this. */
  readonly answer: z.ZodType;
  readonly signal: AbortSignal;
}

export type LetterAnswer =
  | {
      readonly kind: 'answered';
      /** The JSON value that it wrote. */
      readonly value: unknown;
      /** Who wrote it. */
      readonly model: string;
    }
  /** A step then goes on by its rules; why it failed is in the receipts. */
  | { readonly kind: 'failed' };

/** Nothing can come of the step as things stand. Its message is a sentence for people, in the edition's language. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
}
