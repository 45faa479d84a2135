/** What there is room for: guaranteed slots first, then the rest in order, inside the maxima. */
import type { PlanKind } from '../candidate.ts';
import type { Quota } from '../edition.ts';
import type { Offer } from './offer.ts';

interface Room {
  readonly taken: readonly Offer[];
  readonly noRoom: readonly { readonly offer: Offer; readonly reason: string }[];
}

/** `offers` come best first; `taken` keeps their order, hourly that in which they were taken. Never more than `quota.candidates`, slots included. */
export function roomFor(offers: readonly Offer[], quota: Quota, kind: PlanKind): Room {
  const taken = new Set<Offer>();
  const why = new Map<Offer, string>();
  const count = (is: (offer: Offer) => boolean) => [...taken].filter(is).length;

  const refusal = (offer: Offer): string | undefined => {
    if (taken.size >= quota.candidates) return `no room: ${quota.candidates} candidates are stronger`;
    if (count((it) => it.category === offer.category) >= quota.perCategory)
      return `enough ${offer.category}: at most ${quota.perCategory}`;
    const most = offer.group === undefined ? undefined : quota.groups[offer.group];
    if (most !== undefined && count((it) => it.group === offer.group) >= most)
      return `enough ${offer.group ?? ''}: at most ${most}`;
    // The hourly planner wants a choice: its second candidate is of another category.
    const [first] = taken;
    if (kind === 'hourly' && taken.size === 1 && first?.category === offer.category)
      return `the first candidate is ${offer.category} too`;
    return undefined;
  };
  const take = (offer: Offer): boolean => {
    if (taken.has(offer)) return false;
    const reason = refusal(offer);
    if (reason === undefined) taken.add(offer);
    else why.set(offer, reason);
    return reason === undefined;
  };

  for (const { category, atLeast } of quota.slots) {
    for (const offer of offers.filter((it) => it.category === category).slice(0, atLeast)) take(offer);
  }
  // From the start after each one taken: what was refused for the second place may have the third.
  while (offers.some(take));

  return {
    taken: kind === 'hourly' ? [...taken] : offers.filter((offer) => taken.has(offer)),
    noRoom: offers
      .filter((offer) => !taken.has(offer))
      .map((offer) => ({ offer, reason: why.get(offer) ?? 'no room' })),
  };
}
