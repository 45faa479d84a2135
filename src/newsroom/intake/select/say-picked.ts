/** Why an event is offered, in a sentence for editors in the edition's language: the rule that put it there, then the numbers. */
import type { CandidateScore, PlanKind } from '../../model/candidate.ts';
import { categoryLabel } from '../../edition/category-label.ts';
import type { Edition } from '../../edition/edition.ts';
import { tierOf } from '../../edition/tiers.ts';
import type { FeedbackWeight } from '../../model/story-vote.ts';
import { signed } from '../../model/story-vote.ts';
import type { Offer } from './offer.ts';

/** Where it stands among those that could be offered. */
export interface Place {
  readonly rank: number;
  readonly among: number;
  /** The category whose guaranteed slot it fills. */
  readonly slot: string | undefined;
  readonly kind: PlanKind;
  readonly edition: Edition;
}

/** So many outlets are named. */
const MOST_OUTLETS = 4;

/** "place 2 of 14 by strength; …" */
export function sayPicked(offer: Offer, place: Place): string {
  const { outlets, event } = offer;
  const { tiers, language } = place.edition;
  const named = outlets.slice(0, MOST_OUTLETS).map((domain) => {
    const tier = tierOf(tiers, domain);
    return { domain, tier: tier === 'unknown' ? undefined : tier };
  });
  const told = { named, more: outlets.length - named.length, links: event.links.length };
  return language === 'en' ? inEnglish(offer, place, told) : inChinese(offer, place, told);
}

interface Told {
  readonly named: readonly { readonly domain: string; readonly tier: string | undefined }[];
  readonly more: number;
  readonly links: number;
}

function inEnglish(
  { event, score, feedback }: Offer,
  { rank, among, slot, kind, edition }: Place,
  { named, more, links }: Told,
): string {
  const develops = event.parentId === null ? '' : ` (a development of event ${event.parentId})`;
  const place = `place ${rank} of ${among}${kind === 'daily' ? ' by strength' : `, the freshest first${develops}`}`;
  const outlets = named.map(({ domain, tier }) => (tier === undefined ? domain : `${domain} (${tier})`));
  return [
    ...(slot === undefined ? [] : [`a guaranteed place for ${slot}`]),
    place,
    `${outlets.join(', ')}${more > 0 ? ` and ${more} more` : ''} tell it in ${links} links`,
    `strength ${score.total} = outlets ${score.outlets} + links ${score.links} + recency ${score.recency}${votesIn(score, [' − votes ', ' + votes '])}`,
    ...feedback.map((one) => sayWeight(one, edition)),
  ].join('; ');
}

function inChinese(
  { event, score, feedback }: Offer,
  { rank, among, slot, kind, edition }: Place,
  { named, more, links }: Told,
): string {
  const develops = event.parentId === null ? '' : `（事件 ${event.parentId} 的後續發展）`;
  const order = kind === 'daily' ? '按強弱' : '按新舊';
  const outlets = named.map(({ domain, tier }) => (tier === undefined ? domain : `${domain}（${tier}）`));
  return [
    ...(slot === undefined ? [] : [`${categoryLabel(slot, edition)}的保證名額`]),
    `${order}在${among}則中排第${rank}${kind === 'daily' ? '' : develops}`,
    `${outlets.join('、')}${more > 0 ? `等另外${more}家` : ''}共有${links}條連結`,
    `強度 ${score.total}＝媒體 ${score.outlets}＋連結 ${score.links}＋時間 ${score.recency}${votesIn(score, ['－評價 ', '＋評價 '])}`,
    ...feedback.map((one) => sayWeight(one, edition)),
  ].join('；');
}

/** "+0.3: editors liked 7 of 8 from this outlet" */
function sayWeight({ kind, name, likes, of, weight }: FeedbackWeight, edition: Edition): string {
  const points = signed(weight);
  const label = kind === 'category' ? categoryLabel(name, edition) : name;
  if (edition.language === 'en') {
    const about = { outlet: 'from this outlet', category: `in ${label}`, topic: `about "${label}"` }[kind];
    return `${points}: editors liked ${likes} of ${of} ${about}`;
  }
  const about = { outlet: '這家媒體的報道', category: `${label}的報道`, topic: `關於「${label}」的報道` }[
    kind
  ];
  return `${points}：${about}，${of}次評價中編輯讚好${likes}次`;
}

function votesIn({ feedback }: CandidateScore, [less, more]: readonly [string, string]): string {
  return feedback === undefined ? '' : `${feedback < 0 ? less : more}${Math.abs(feedback)}`;
}
