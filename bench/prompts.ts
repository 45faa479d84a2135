/**
 * What the line's prompts cost before a word of an answer: tokens of what a planner reads when it chooses among fifteen
 * candidates, and of a reporter's prompt without its sources, in each language. Counted as budgets are: four Latin
 * characters are a token, and each Chinese one.
 */
import { aPlannersReading, reportersReading } from '../test/newsroom/plan/planner-reading.ts';
import type { Row } from './row.ts';

export function benchPrompts(): Promise<Row[]> {
  const rows = (['en', 'zh-Hant-HK'] as const).flatMap((language): Row[] => [
    {
      what: `planner, 15 candidates, ${language}`,
      value: aPlannersReading(language),
      unit: 'tokens',
      goal: '< 4000',
    },
    {
      what: `reporter, without sources, ${language}`,
      value: reportersReading(language),
      unit: 'tokens',
      goal: '',
    },
  ]);
  return Promise.resolve(rows);
}
