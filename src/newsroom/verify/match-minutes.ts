/**
 * Minutes of a match, which reports count in several ways: the 94th minute is the fourth of added time, eight minutes
 * after the break is the 53rd minute, and on 71 minutes 19 are left.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { found } from './look-up.ts';
import type { Found } from './look-up.ts';
import type { SourceIndex } from './source-index.ts';

const HALF = 45;
const WHOLE = 90;
/** How many characters around a figure say what it is counted from. */
const NEAR = 24;

const MINUTE = /^[-\s]minute\b|^分鐘?/u;
const ADDED = /^[-\s]?(?:minutes? )?(?:of|into|in) (?:added|stoppage|injury|additional) time\b/u;
const ADDED_CHINESE = /補時(?:階段)?第?$/u;
const SINCE_BREAK = /^ (?:after|into|from|of) (?:the )?(?:break|half-?time|interval|restart|second half)\b/u;
const SINCE_BREAK_CHINESE = /(?:下半場|換邊後|易邊後|換邊)(?:的|僅|開賽|第)*$/u;
const LEFT =
  /^ (?:of (?:normal|regular) time )?(?:left|remaining|to go|to play|from (?:the end|time|full-?time)|before (?:the end|full-?time))\b/u;
const LEFT_CHINESE = /(?:完場前|尚餘|剩下|只餘)$/u;

/** Where the source tells of the same minute, counted from another. */
export function lookUpMinute(told: Figure, sentence: string, source: SourceIndex): Found | undefined {
  const wanted = minutesOf(told, sentence);
  if (wanted.length === 0) return undefined;
  for (const [at, { text }] of source.places.entries()) {
    const hit = source
      .figuresAt(at)
      .find((figure) => minutesOf(figure, text).some((one) => wanted.includes(one)));
    if (hit) return found(source.passageOf({ at }, hit.start, hit.end));
  }
  return undefined;
}

/** The minutes of play that a figure may mean; none when it is no minute of a match. */
function minutesOf({ dimension, unit, value, told = value, start, end }: Figure, text: string): number[] {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const rest = text.slice(end, end + 2 * NEAR);
  const isMinutes = dimension === 'seconds' && unit === 'minute';
  if (!isMinutes && !(dimension === 'ordinal' && MINUTE.test(rest))) return [];
  const after = isMinutes ? rest : rest.replace(MINUTE, '');
  if (ADDED.test(after) || ADDED_CHINESE.test(before)) return [HALF + told, WHOLE + told];
  if (SINCE_BREAK.test(after) || SINCE_BREAK_CHINESE.test(before)) return [HALF + told];
  if (LEFT.test(after) || LEFT_CHINESE.test(before)) return [WHOLE - told];
  return dimension === 'ordinal' || /(?:\b(?:on|after)\s|第)$/u.test(before) ? [told] : [];
}
