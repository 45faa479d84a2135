/**
 * The check of claims with a checker that is scripted from the labels: one that answers rightly, one that errs in every tenth
 * sentence. Caught errors of all kinds, and figures that it has cleared though they are wrong.
 */
import { claimsData, scoreStory, verified } from '../test/newsroom/verify/claims-score.ts';
import type { HonestStory } from '../test/newsroom/verify/claims-score.ts';
import { labelledChecker } from '../test/newsroom/verify/scripted-verdicts.ts';
import type { Row } from './row.ts';

const FIGURES = ['number', 'date', 'time'];

/** No rows where the stories are not there. */
export async function benchChecker(): Promise<Row[]> {
  const { stories = [] } = claimsData() ?? {};
  if (stories.length === 0) return [];
  const rows: Row[] = [];
  for (const [percent, goal] of [
    [0, '>= 98'],
    [10, '>= 92'],
  ] as const) {
    const planted = [];
    let cleared = 0;
    let alarms = 0;
    for (const [seed, story] of stories.entries()) {
      const checker = labelledChecker(story, percent, seed + 1);
      const score = await scoreStory(story, checker);
      planted.push(...score.planted.map((error) => ({ id: story.id, ...error })));
      alarms += score.falseAlarms.length;
      cleared += await falselyCleared(story, percent, seed + 1);
    }
    const missed = planted.filter(({ caught }) => !caught);
    if (process.env['CLAIMS_DETAILS']) console.log({ percent, missed });
    const caught = planted.length - missed.length;
    const whose = percent === 0 ? 'a checker that is right' : `a checker that errs in ${percent}%`;
    const share = Math.round((1_000 * caught) / planted.length) / 10;
    rows.push(
      {
        what: `${whose}: ${caught} of ${planted.length} planted errors caught`,
        value: share,
        unit: '%',
        goal,
      },
      { what: `${whose}: false figures that it cleared`, value: cleared, unit: '', goal: '0' },
      { what: `${whose}: false alarms before mending`, value: alarms, unit: '', goal: '' },
    );
  }
  return rows;
}

/** Figures, days and times that the rules doubt in a changed sentence and a checker has cleared. */
async function falselyCleared(story: HonestStory, percent: number, seed: number): Promise<number> {
  let count = 0;
  for (const { original, changed } of story.planted) {
    const body = story.body.replace(original, () => changed);
    const rules = await verified(story, body);
    const honest = await verified(story, story.body);
    const { claims } = await verified(story, body, labelledChecker(story, percent, seed));
    const known = new Set(honest.claims.map(({ kind, text }) => `${kind}|${text}`));
    const doubted = rules.claims.filter(
      ({ kind, verdict }) => FIGURES.includes(kind) && verdict === 'doubted',
    );
    count += doubted.filter(
      (doubt) =>
        !known.has(`${doubt.kind}|${doubt.text}`) &&
        claims.some(
          ({ kind, text, sentence, verdict, by }) =>
            kind === doubt.kind &&
            text === doubt.text &&
            sentence === doubt.sentence &&
            verdict === 'supported' &&
            by === 'checker',
        ),
    ).length;
  }
  return count;
}
