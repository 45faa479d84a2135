import type { Command } from 'commander';
import type { ResultOf } from '../main/features.ts';
import { dayAndTime } from '../time/zone.ts';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { sayUpdate } from './newsroom-pool-words.ts';
import { say } from './say.ts';
import { oneLine, table } from './table.ts';
import type { World } from './world.ts';

type InputsAnswer = ResultOf<'newsroom.inputs'>;

/** How many of those left out are printed; `--json` and the file have all. */
const MOST_LEFT_OUT = 20;

/** `nightdesk newsroom inputs daily|hourly`: what a planner would be offered now, and why the rest is left out. */
export function inputsCommand(newsroom: Command, world: World): void {
  newsroom
    .command('inputs <kind>')
    .description('what a planner would be offered now: daily or hourly, with a reason for every event')
    .option('--json', 'as JSON')
    .action((kind: string, { json }: { json?: boolean }) => {
      if (kind !== 'daily' && kind !== 'hourly') throw new WrongUse('the kind of inputs is daily or hourly');
      return withDesk(world, async ({ call, config }) => {
        const answer = await call('newsroom.inputs', { kind });
        say(world, json, answer, () => sayInputs(answer, config.zone));
      });
    });
}

function sayInputs(answer: InputsAnswer, zone: string): string {
  const { candidates, leftOut, leftOutBy = {} } = answer;
  const all = Math.max(
    Object.values(leftOutBy).reduce((a, b) => a + b, 0),
    leftOut.length,
  );
  const shown = leftOut.slice(0, MOST_LEFT_OUT);
  return [
    `${answer.kind} inputs of ${dayAndTime(answer.preparedAtMs, zone)} (${zone})`,
    sayUpdate(answer),
    '',
    candidates.length === 0 ? 'No candidate.' : `${candidates.length} candidates`,
    ...candidates.flatMap(({ i, title, suggested_category, age_minutes, picked_because }) => [
      `${String(i).padStart(2)}. ${oneLine(title, 110)}`,
      `    ${suggested_category}, ${age_minutes === null ? 'undated' : `${age_minutes} min old`}; ${picked_because}`,
    ]),
    ...(shown.length === 0
      ? []
      : [
          '',
          `${all} left out${all > shown.length ? `; the closest ${shown.length}` : ''}`,
          table(
            ['EVENT', 'TITLE', 'WHY NOT'],
            shown.map((it) => [String(it.event_id), oneLine(it.title, 60), oneLine(it.reason, 90)]),
          ),
        ]),
  ].join('\n');
}
