/**
 * Whether a figure is given per the same unit as in its source: 6,380元 per square foot is not per square metre, and
 * 11.46 to the euro is not a rate of the dollar.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { hitsFor } from './look-up.ts';
import type { SourceIndex } from './source-index.ts';

const EARLIER = '(?!\\s(?:earlier|ago|later|before|after|old|on\\b|in\\b|to\\b))';
/** Families of units that figures are given per, each with its kinds. */
const FAMILIES: readonly (readonly (readonly [kind: string, pattern: RegExp])[])[] = [
  [
    ['sq ft', /每(?:平方)?呎|每方呎|呎價|\b(?:per|a) (?:square[ -]f(?:oo|ee)t|sq\.? ?ft)\b|\bpsf\b/iu],
    ['sq m', /每平方米|每平米|\b(?:per|a) (?:square[ -]met(?:re|er)|sq\.? ?m)\b/iu],
  ],
  [
    ['hour', /每小時|時薪|\b(?:per|an) hour\b|\bhourly\b/iu],
    ['day', new RegExp(`每[日天]|\\b(?:per|a) day\\b${EARLIER}|\\bdaily\\b`, 'iu')],
    ['week', new RegExp(`每(?:周|週|星期)|\\b(?:per|a) week\\b${EARLIER}|\\bweekly\\b`, 'iu')],
    ['month', new RegExp(`每個?月|月[薪租費供]|\\b(?:per|a) month\\b${EARLIER}|\\bmonthly\\b`, 'iu')],
    ['year', new RegExp(`每年|年薪|年[租費息]|\\b(?:per|a) year\\b${EARLIER}|\\b(?:annual|yearly)\\b`, 'iu')],
  ],
  [
    ['USD', /兌1?美元|兌(?:每)?(?:一)?美元|\b(?:per|a|to the|against the) (?:US )?dollar\b/iu],
    ['EUR', /兌1?歐元|\b(?:per|a|to the|against the) euro\b/iu],
    ['GBP', /兌1?英鎊|\b(?:per|a|to the|against the) pound\b/iu],
  ],
  [
    ['kg', /每公斤|\b(?:per|a) (?:kilo|kilogram(?:me)?|kg)\b/iu],
    ['t', /每公?噸|\b(?:per|a) (?:tonne|ton)\b/iu],
    ['barrel', /每桶|\b(?:per|a) barrel\b/iu],
    ['ounce', /每安士|每盎司|\b(?:per|an) ounce\b/iu],
    ['litre', /每公?升|\b(?:per|a) lit(?:re|er)\b/iu],
  ],
];
/** The clause on both sides of the figure. */
const BEFORE = /[^，。；,;]{0,24}$/u;
const AFTER = /^[^，。；,;]{0,24}/u;

/** Whether every occurrence of the figure in the sources is per another unit of the same family. */
export function isPerAnother(
  readings: readonly Figure[],
  sentence: string,
  sources: readonly SourceIndex[],
): boolean {
  const told = readings.find(({ dimension }) => /^(?:money|count|area)$/u.test(dimension));
  if (told === undefined || told.inWords) return false;
  const here = `${BEFORE.exec(sentence.slice(0, told.start))?.[0] ?? ''} ${AFTER.exec(sentence.slice(told.end))?.[0] ?? ''}`;
  return FAMILIES.some((family) => {
    const own = kindsIn(family, here);
    if (own.length !== 1) return false;
    const there = sources.flatMap((source) =>
      readings.flatMap((reading) =>
        hitsFor(reading, source).map(({ at }) => kindsIn(family, source.places[at]?.text ?? '')),
      ),
    );
    return (
      there.some((kinds) => kinds.length > 0) &&
      !there.some((kinds) => kinds.length === 0 || kinds.includes(own[0] ?? ''))
    );
  });
}

function kindsIn(family: (typeof FAMILIES)[number], text: string): string[] {
  return family.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
}
