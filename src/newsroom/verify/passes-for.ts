/** Whether passages alone contain what the rules doubt of a sentence. */
import type { Claim } from '../model/claim.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { claimsIn } from './claims.ts';
import { lookUpNumber } from './look-up.ts';
import { isOwnFigure } from './market-figures.ts';
import { SourceIndex } from './source-index.ts';
import { ClaimCheck } from './verify-claims.ts';

/**
 * Figures, days, times and quotations must be in the passages, and no passage may give the opposite direction. Names
 * and attributions are left to the reader who chose the passages, because names have several forms.
 */
export function passesFor(sentence: string, inDoubt: readonly Claim[], passages: SourcePack): boolean {
  const claims = new ClaimCheck(passages).check({ title: '', body: sentence }).claims;
  const verdictOf = ({ kind, text }: Claim) =>
    claims.find(({ claim }) => claim.kind === kind && claim.text === text)?.claim.verdict;
  return inDoubt.every((claim) => {
    switch (claim.kind) {
      case 'number':
        return verdictOf(claim) === 'supported' || hasValue(sentence, claim, passages);
      case 'date':
      case 'time':
      case 'quotation':
        return verdictOf(claim) === 'supported';
      case 'direction':
        return verdictOf(claim) !== 'doubted';
      default:
        return true;
    }
  });
}

/** The same value in a comparable unit. The market snapshot's own figures are judged only by their rule. */
function hasValue(sentence: string, { text }: Claim, { sources, market }: SourcePack): boolean {
  const number = claimsIn(sentence).find((one) => one.kind === 'number' && one.text === text);
  if (number?.kind !== 'number' || (market && isOwnFigure(sentence, number.readings, market))) return false;
  return sources.some(
    (source) => lookUpNumber(number, new Set(), new SourceIndex(source), { sameScript: false }) !== undefined,
  );
}
