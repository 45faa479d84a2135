/**
 * What the pipeline's prompts cost before a word of an answer, in each language: system, task, tools, form and inputs. A planner
 * chooses among as many candidates as it may have; a reporter's prompt is without its sources. Counted as budgets are
 * (`sessions/estimate-tokens.ts`): four Latin characters are a token, and each Chinese one.
 */
import { aPlannersReading, reportersReading } from '../test/newsroom/plan/planner-reading.ts';
import type { Row } from './row.ts';

const BEATS =
  'ai default entertainment finance hk_entertainment hk_news politics sports uk_news uk_parliament';
const REPORTERS = [
  ...BEATS.split(' ').map((beat) => `news_reporter_script_${beat}_v1`),
  'news_rescue_script_v1',
  'news_update_v1',
];

export function benchPrompts(): Promise<Row[]> {
  const rows = (['en', 'zh-Hant-HK'] as const).flatMap((language): Row[] => {
    const row = (what: string, value: number, goal = ''): Row => {
      return { what: `${what}, ${language}`, value, unit: 'tokens', goal };
    };
    return [
      row('planner_daily_v1, 15 candidates', aPlannersReading(language), '< 4000'),
      row('planner_hourly_v1, 3 candidates', aPlannersReading(language, 'hourly'), '< 4000'),
      ...REPORTERS.map((prompt) => row(prompt, reportersReading(language, prompt))),
    ];
  });
  return Promise.resolve(rows);
}
