/**
 * The stage of a matter that a headline reports: a charge is not a verdict, and what is expected has not happened.
 * Such headlines share names, figures and most words.
 */
const STEPS: readonly RegExp[] = [
  /\b(?:arrest(?:s|ed)?|detain(?:s|ed)?)\b|被捕|拘捕|落網/iu,
  /\b(?:charged?|charges|indict(?:s|ed)?)\b|被控|起訴|檢控/iu,
  /\b(?:on trial|trial (?:opens|begins|starts)|jury retires|pleads?|pleaded|testif(?:y|ies|ied))\b|開審|審訊|陪審團退庭|認罪|求情|作供/iu,
  /\b(?:guilty|convict(?:s|ed)?|acquit(?:s|ted)?)\b|罪成|定罪|脫罪/iu,
  /\b(?:jailed|jails|sentenced?|sentences)\b|判囚|判監|囚\d|入獄|判刑/iu,
  /\bappeals?\b|上訴/iu,
];
const EXPECTED =
  /\b(?:expected|tipped|forecast|predicted|poised) to\b|\bpreview\b|預料|預計|市場料|前瞻|有望/iu;

/** Words that turn a headline round. They are stop words, or too short to count among the others. */
const TURNS =
  /\b(?:not?|never|nor|without|up(?! to\b)|down|off|against)\b|n['’]t\b|不(?![少斷断同足])|未(?![來来])|無(?![人綫線])|[沒没]/giu;
const DIRECTION = /^(?:up|down|off|against)$/i;

/** A bit mask of stages. */
export function stepsOf(title: string): number {
  return STEPS.reduce((bits, step, at) => (step.test(title) ? bits | (1 << at) : bits), 0);
}

/** Whether a title is about something expected. */
export function isExpected(title: string): boolean {
  return EXPECTED.test(title);
}

/** What turns a title round, in order. Titles that share all other words and differ in these say the opposite. */
export function turnsOf(title: string): string {
  const words = title.match(TURNS) ?? [];
  return words.map((word) => (DIRECTION.test(word) ? word.toLowerCase() : 'not')).join(' ');
}
