import type { Claim } from '../model/claim.ts';

interface OfClaim {
  readonly claim: Pick<Claim, 'kind' | 'text' | 'verdict'>;
}

/**
 * Keep one claim per place: a name that occurs in a source as written counts as supported, however else it was found.
 */
export function joinedClaims<One extends OfClaim>(claims: readonly One[], others: readonly One[]): One[] {
  const same = (a: One, b: One) => a.claim.kind === b.claim.kind && a.claim.text === b.claim.text;
  const decided = claims.filter(
    (one) => one.claim.verdict === 'supported' || !others.some((other) => same(one, other)),
  );
  return [...decided, ...others.filter((other) => !decided.some((one) => same(one, other)))];
}
