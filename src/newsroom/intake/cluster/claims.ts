/**
 * What a headline claims that can't hold for one happening beside what another claims: likeness of words never sees it,
 * as both are about the same thing.
 *
 * - One announces what the other takes back.
 * - Different kinds of place were hit.
 * - Earthquakes are measured too differently.
 * - The dead are counted too differently for two counts of one evening.
 */

export interface Claims {
  readonly announces: boolean;
  readonly takesBack: boolean;
  /** It contradicts nobody: a happening and its denial are one event. */
  readonly denies: boolean;
  /** One bit for each kind of place. */
  readonly places: number;
  readonly dead: number | undefined;
  readonly magnitude: number | undefined;
}

const ANNOUNCES =
  /\b(?:announc|impos|launch|introduc|unveil|order|approv|sign|start|begin|slap|threaten|declar|rais)\w*|宣布|公布|實施|推出|徵收|加徵|開徵|啟動|批准|簽署/iu;
const TAKES_BACK =
  /\b(?:paus(?:es?|ed|ing)|halt(?:s|ed|ing)?|suspend(?:s|ed|ing)?|scrap(?:s|ped|ping)?|cancel(?:s|led|ed|ling)?|call(?:s|ed|ing)? off|withdr[ae]w(?:s|n|ing)?|revers(?:es?|ed|ing)|repeal(?:s|ed|ing)?|lift(?:s|ed|ing)?(?= (?:[\w’'-]+ ){0,4}(?:bans?|tariffs?|duties|levy|curfew|sanctions|restrictions?|lockdown|embargo|blockade|siege|suspension|moratorium|freeze|limits?|warnings?|alerts?|signal|order)\b)|lifted(?! [a-z])|revok(?:es?|ed|ing)|delay(?:s|ed|ing)?|postpon(?:es?|ed|ing))\b|暫停|暫緩|擱置|取消|撤回|撤銷|推翻|押後|延期|解除/iu;
const DENIES = /\b(?:den(?:y|ies|ied)|denials?|refut(?:es?|ed)|retract(?:s|ed|ion)?)\b|否認|澄清|[闢辟]謠/iu;
const PLACES: readonly RegExp[] = [
  /\b(?:hospitals?|clinics?)\b|醫院|診所/iu,
  /\b(?:schools?|universit(?:y|ies)|colleges?|kindergartens?)\b|學校|小學|中學|大學|幼稚園/iu,
  /\b(?:church(?:es)?|mosques?|temples?|synagogues?)\b|教堂|清真寺/iu,
  /\b(?:stations?|subways?|metro)\b|車站|地鐵站/iu,
  /\bairports?\b|機場/iu,
  /\bbridges?\b|大橋/iu,
  /\b(?:factor(?:y|ies)|refiner(?:y|ies)|warehouses?)\b|工廠|廠房|煉油廠|倉庫/iu,
  /\bhotels?\b|酒店/iu,
  /\b(?:prisons?|jails?)\b|監獄/iu,
];
/** Places are told apart where something struck them, not where they are the subject. */
const STRUCK =
  /\b(?:strikes?|airstrikes?|struck|hits?|attack\w*|bomb\w*|shell\w*|blasts?|explo\w*|fires?|blaze|shoot\w*|shot|stabb\w*|crash\w*|collaps\w*|missiles?|drones?)\b|襲|爆炸|火|槍擊|倒塌|撞/iu;
const DEAD =
  /\b(?:kill(?:s|ed|ing)?|claims?|leav(?:es|ing)|toll (?:rises|climbs|jumps) to)(?: at least| more than| about| nearly| over)? (\d{1,3}(?:,\d{3})*)\b|(?<![\w-])(\d{1,3}(?:,\d{3})*)(?: \w+)? (?:dead|killed|die[ds]?|deaths)\b|(\d+)[^\d，。]{0,3}(?:死|喪生|遇難)/iu;
const MAGNITUDE =
  /\b(?:magnitude[- ]|M)(\d(?:\.\d)?)\b|\b(\d\.\d)[- ]magnitude\b|規模(?:約|達)?(\d(?:\.\d)?)|(\d(?:\.\d)?)[級级]?(?:強|强)?(?:地震|強震|强震)/iu;
/** Agencies measure one earthquake within so much of each other. */
const MOST_APART = 0.6;
/** Two counts of one happening differ by so much, at the most. */
const MOST_RATIO = 2.5;

/** Of a title that says nothing of these. */
export const NO_CLAIMS: Claims = {
  announces: false,
  takesBack: false,
  denies: false,
  places: 0,
  dead: undefined,
  magnitude: undefined,
};

/** What a title says of deaths, magnitude, places and of being taken back, as far as two can contradict each other. */
export function claimsOf(title: string): Claims {
  const announces = ANNOUNCES.test(title);
  const takesBack = TAKES_BACK.test(title);
  const denies = DENIES.test(title);
  const places = STRUCK.test(title)
    ? PLACES.reduce((bits, place, at) => (place.test(title) ? bits | (1 << at) : bits), 0)
    : 0;
  const hasNumbers = /\d/.test(title);
  if (!announces && !takesBack && !denies && places === 0 && !hasNumbers) return NO_CLAIMS;
  const dead = hasNumbers ? numberIn(title, DEAD) : undefined;
  const magnitude = hasNumbers ? numberIn(title, MAGNITUDE) : undefined;
  return { announces, takesBack, denies, places, dead, magnitude };
}

function numberIn(title: string, pattern: RegExp): number | undefined {
  const found = pattern
    .exec(title)
    ?.slice(1)
    .find((digits) => digits !== undefined);
  return found === undefined ? undefined : Number(found.replaceAll(',', ''));
}

/** Whether two titles cannot tell of one event. */
export function contradict(a: Claims, b: Claims): boolean {
  if (a.takesBack !== b.takesBack && (a.takesBack ? b : a).announces) return true;
  if (a.places !== 0 && b.places !== 0 && (a.places & b.places) === 0) return true;
  if (a.magnitude !== undefined && b.magnitude !== undefined)
    if (Math.abs(a.magnitude - b.magnitude) > MOST_APART) return true;
  if (a.dead === undefined || b.dead === undefined) return false;
  const [few, many] = a.dead < b.dead ? [a.dead, b.dead] : [b.dead, a.dead];
  return many > few * MOST_RATIO;
}
