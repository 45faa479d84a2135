/**
 * Whether the passages that a reporter gives for a doubted sentence can support it at all. They are in the sources
 * verbatim, but the reporter may have picked passages about another matter or speaker.
 */
import { conceptsOf, termsOf } from '../../text/concepts.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import type { Claim } from '../model/claim.ts';
import { languageOf } from '../model/language.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { passesFor } from './passes-for.ts';
import { ClaimCheck } from './verify-claims.ts';

/**
 * The share of the sentence's concepts that the passages must contain; lower when they also have one of its figures.
 */
const LEAST_SHARE = { alone: 0.3, withFigure: 0.15 };
const LEAST_SHARED = 2;

interface Kept {
  readonly text: string;
  /** The rules' claims of the sentence, checked against all of its sources. */
  readonly own: readonly Claim[];
  /** The passages as a pack of their own. */
  readonly passages: SourcePack;
}

/**
 * Whether the sentence's figures, days and quotations are in the passages, none says the opposite, and both are about
 * the same things.
 */
export function canSupport({ text, own, passages }: Kept, glossary: Glossary): boolean {
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

/**
 * Names that the passages could have but lack. A name in other passages of the pack may be referred to by a pronoun.
 */
export function lacksName({ text, own, passages }: Kept, glossary: Glossary): boolean {
  const isKnown = (name: string) =>
    own.some(({ kind, text: said, verdict }) => kind === 'name' && said === name && verdict === 'supported');
  return new ClaimCheck(passages, { glossary })
    .check({ title: '', body: text })
    .claims.some(({ claim }) => claim.kind === 'name' && claim.verdict === 'doubted' && !isKnown(claim.text));
}
