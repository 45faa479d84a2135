/** A sentence that a story may quote, with the features for choosing it. */
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { sentences } from '../../text/sentences.ts';
import { tokens } from '../../text/tokens.ts';
import { withoutDateline } from './dateline.ts';
import { isQuotable } from './quotable.ts';
import type { SourceText } from './story-material.ts';

export interface StorySentence {
  readonly source: SourceText;
  /** Its zero-based position among all of the source's sentences. */
  readonly place: number;
  /** Verbatim, without a leading dateline and without footnote marks, which would look like citations. */
  readonly text: string;
  readonly quotable: boolean;
  readonly tokens: ReadonlySet<string>;
  readonly numbers: readonly NumberMention[];
  readonly names: readonly string[];
  readonly quotations: readonly string[];
}

const FOOTNOTE = /\s?\[\s?\d{1,3}\s?\]/gu;

/** All sentences of a source in their order. */
export function storySentences(source: SourceText): StorySentence[] {
  return sentences(source.text).map((sentence, place) => {
    const text = withoutDateline(sentence.text).replace(FOOTNOTE, '').trim();
    return {
      source,
      place,
      text,
      quotable: isQuotable(text),
      tokens: new Set(tokens(text)),
      numbers: numbersIn(text).filter((number) => !number.time),
      names: namesIn(text),
      quotations: quotationsIn(text).map((quotation) => quotation.text),
    };
  });
}
