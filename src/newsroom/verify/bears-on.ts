/**
 * Whether the passages that a reporter keeps a doubted sentence by can bear it out at all. They stand in the sources, word
 * for word; a reporter that wants its sentence back may still have picked words of another matter, or of another speaker.
 */
import { conceptsOf, termsOf } from '../../text/concepts.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import type { Claim } from '../model/claim.ts';
import { languageOf } from '../model/language.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { passesFor } from './passes-for.ts';
import { ClaimCheck } from './verify-claims.ts';

/** Of what the sentence speaks of, so much is in the passages; less where they have a figure of it as well. */
const LEAST_SHARE = { alone: 0.3, withFigure: 0.15 };
const LEAST_SHARED = 2;

interface Kept {
  readonly text: string;
  /** What the rules said of the sentence by all of its sources. */
  readonly own: readonly Claim[];
  /** The passages as if they were all that there is. */
  readonly passages: SourcePack;
}

/** Its figures, days and quotations are in the passages, none tells the opposite, and both speak of the same things. */
export function bearsOn({ text, own, passages }: Kept, glossary: Glossary): boolean {
  const compared = own.filter(({ verdict }) => verdict === 'supported' || verdict === 'doubted');
  if (!passesFor(text, compared, passages)) return false;
  const hasFigure = compared.some(({ kind }) => kind === 'number');
  const said = passages.sources.map((source) => source.text).join('\n');
  const terms = { glossary, acrossLanguages: isHan(text) !== isHan(said) };
  const there = termsOf(said, terms);
  const concepts = conceptsOf(text, terms);
  const shared = concepts.filter((concept) => concept.some((term) => there.has(term))).length;
  const least = concepts.length * LEAST_SHARE[hasFigure ? 'withFigure' : 'alone'];
  return shared >= Math.max(least, Math.min(LEAST_SHARED, concepts.length));
}

function isHan(text: string): boolean {
  return /^(?:zh|mixed)$/.test(languageOf(text));
}

/** Names that the passages could have and lack; a name that other passages of the pack have may be meant by a pronoun. */
export function lacksName({ text, own, passages }: Kept, glossary: Glossary): boolean {
  const isKnown = (name: string) =>
    own.some(({ kind, text: said, verdict }) => kind === 'name' && said === name && verdict === 'supported');
  return new ClaimCheck(passages, { glossary })
    .check({ title: '', body: text })
    .claims.some(({ claim }) => claim.kind === 'name' && claim.verdict === 'doubted' && !isKnown(claim.text));
}
