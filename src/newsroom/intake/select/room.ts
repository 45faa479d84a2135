/** What there is room for: guaranteed slots first, then the rest in order, inside the maxima. */
import type { PlanKind } from '../../model/candidate.ts';
import type { Quota } from '../../edition/edition.ts';
import type { Offer } from './offer.ts';
import type { Refusal } from './say-refusal.ts';

export interface TakenOffer {
  readonly offer: Offer;
  /** The category whose guaranteed slot it fills. */
  readonly slot?: string;
}

interface Room {
  readonly taken: readonly TakenOffer[];
  readonly noRoom: readonly { readonly offer: Offer; readonly refusal: Refusal }[];
}

/** `offers` come best first; `taken` keeps their order, hourly that in which they were taken. Never more than `quota.candidates`, slots included. */
export function roomFor(offers: readonly Offer[], quota: Quota, kind: PlanKind): Room {
  const taken = new Map<Offer, TakenOffer>();
  const full: Refusal = { rule: 'limit', most: quota.candidates };
  const inCategory = new Map<string, number>();
  const inGroup = new Map<string, number>();

  const refusal = (offer: Offer): Refusal | undefined => {
    const { category, group } = offer;
    if (taken.size >= quota.candidates) return full;
    if ((inCategory.get(category) ?? 0) >= quota.perCategory)
      return { rule: 'category', of: category, most: quota.perCategory };
    const most = group === undefined ? undefined : quota.groups[group];
    if (group !== undefined && most !== undefined && (inGroup.get(group) ?? 0) >= most)
      return { rule: 'group', of: group, most };
    // The hourly planner wants a choice: its second candidate is of another category.
    const [first] = taken.keys();
    if (kind === 'hourly' && taken.size === 1 && first?.category === category)
      return { rule: 'second_place', of: category };
    return undefined;
  };
  const take = (offer: Offer, slot?: string): boolean => {
    if (taken.has(offer)) return false;
    if (refusal(offer) !== undefined) return false;
    const { category, group } = offer;
    taken.set(offer, { offer, ...(slot !== undefined && { slot }) });
    inCategory.set(category, (inCategory.get(category) ?? 0) + 1);
    if (group !== undefined) inGroup.set(group, (inGroup.get(group) ?? 0) + 1);
    return true;
  };

  for (const { category, atLeast } of quota.slots) {
    let filled = 0;
    for (const offer of offers.filter((it) => it.category === category))
      if (filled < atLeast && take(offer, category)) filled += 1;
  }
  // From the start after each one taken: what was refused for the second place may have the third.
  if (kind === 'hourly') while (offers.some((offer) => take(offer)));
  else for (const offer of offers) take(offer);

  return {
    taken: kind === 'hourly' ? [...taken.values()] : offers.flatMap((offer) => taken.get(offer) ?? []),
    noRoom: offers
      .filter((offer) => !taken.has(offer))
      .map((offer) => ({ offer, refusal: refusal(offer) ?? full })),
  };
}
