import type { Claim } from '../model/claim.ts';

interface OfClaim {
  readonly claim: Pick<Claim, 'kind' | 'text' | 'verdict'>;
}

/** A place is one claim, however it was found: a name that stands in a source as told is borne out. */
export function joinedClaims<One extends OfClaim>(claims: readonly One[], others: readonly One[]): One[] {
  const same = (a: One, b: One) => a.claim.kind === b.claim.kind && a.claim.text === b.claim.text;
  const decided = claims.filter(
    (one) => one.claim.verdict === 'supported' || !others.some((other) => same(one, other)),
  );
  return [...decided, ...others.filter((other) => !decided.some((one) => same(one, other)))];
}
