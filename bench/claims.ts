/**
 * The check of claims by rules alone: false alarms in honest stories by a capable model, errors planted in them that are
 * caught (in their sentence), by kind, and figures told right and wrong. `CLAIMS_DETAILS=1` prints what failed.
 *
 * Reads `../shared/data/claims-dev` beside the repository; without it there is nothing to measure.
 */
import { claimsData, scorePair, scoreStory } from '../test/newsroom/verify/claims-score.ts';
import type { Row } from './row.ts';

const GOALS: Readonly<Record<string, string>> = {
  figure: '>= 95',
  date: '>= 95',
  name: '>= 95',
  unit: '>= 95',
  direction: '>= 80',
  misattributed: '>= 60',
};

/** No rows where the stories are not there. */
export async function benchClaims(): Promise<Row[]> {
  const data = claimsData();
  if (data === undefined) return [];
  const stories = [];
  for (const story of data.stories) stories.push(await scoreStory(story));
  const pairs = [];
  for (const pair of data.pairs) pairs.push({ ...pair, ...(await scorePair(pair)) });

  const alarms = stories.flatMap(({ id, falseAlarms }) => falseAlarms.map((doubt) => ({ id, ...doubt })));
  const claims = stories.reduce((sum, one) => sum + one.claims, 0);
  const planted = stories.flatMap((story) => story.planted.map((error) => ({ id: story.id, ...error })));
  const wrongAlarms = pairs.filter(({ falseAlarms }) => falseAlarms.length > 0);
  const missed = pairs.filter(({ caught }) => !caught);
  if (process.env['CLAIMS_DETAILS']) {
    console.log({ alarms, notCaught: planted.filter(({ caught }) => !caught) });
    console.log({ stray: planted.filter(({ stray }) => stray.length > 0), wrongAlarms, missed });
  }
  return [
    {
      what: `${claims} claims of ${stories.length} stories, false alarms`,
      value: percent(alarms.length, claims),
      unit: '%',
      goal: '<= 0.3',
    },
    {
      what: 'stories with a false alarm',
      value: new Set(alarms.map(({ id }) => id)).size,
      unit: '',
      goal: '',
    },
    ...[...new Set(planted.map(({ kind }) => kind))].map((kind): Row => {
      const all = planted.filter((error) => error.kind === kind);
      const caught = all.filter((error) => error.caught).length;
      const what = `planted: ${kind}, ${caught} of ${all.length} caught`;
      return { what, value: percent(caught, all.length), unit: '%', goal: GOALS[kind] ?? '' };
    }),
    {
      what: 'planted errors that raise a doubt elsewhere',
      value: planted.filter(({ stray }) => stray.length > 0).length,
      unit: '',
      goal: '0',
    },
    {
      what: `${pairs.length} figure pairs, false alarms`,
      value: percent(wrongAlarms.length, pairs.length),
      unit: '%',
      goal: '<= 2',
    },
    { what: 'the same, misses', value: percent(missed.length, pairs.length), unit: '%', goal: '<= 3' },
  ];
}

function percent(part: number, all: number): number {
  return (100 * part) / Math.max(1, all);
}
