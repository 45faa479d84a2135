/** The weekly report of a chat, as its command starts and ends it, over a real store of jobs. */
import { expect, it } from 'vitest';
import { conversationJob } from '../../src/cron/conversation-job.ts';
import { REPORT_PROFILE } from '../../src/report/report-turn.ts';
import { reportCommands } from '../../src/report/report-command.ts';
import type { Reporter } from '../../src/report/reporter.ts';
import { WeeklyReport } from '../../src/report/weekly-report.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { openCron } from '../support/open-cron.ts';

const session = parseSessionKey('console:desk');
const ANN = { kind: 'person', name: 'Ann', rights: ['talk', 'jobs'] } as const;

function chat() {
  const profile = REPORT_PROFILE;
  const { cron } = openCron(async () => {}, undefined, undefined, undefined, {
    jobProfiles: () => [{ name: profile }],
    profiles: () => [profile],
  });
  const weekly = new WeeklyReport({ cron, zone: () => 'Europe/London', locale: () => 'en' });
  const [command] = reportCommands({ weekly, reporter: {} as Reporter, newId: () => 'id' });
  const on = async () => (await command!.run({ weekly: 'on' }, { session, actor: ANN, locale: 'en' })).text;
  const add = (expr: string, enabled = true) => {
    const schedule = { kind: 'cron', expr } as const;
    const job = conversationJob({ name: expr, message: 'Report.', schedule, profile }, session);
    return cron.add({ ...job, enabled }, { kind: 'gateway' });
  };
  return { cron, on, add };
}

it('starts a paused one again, and names no time that people have changed', async () => {
  const { cron, on, add } = chat();
  await add('0 18 * * 5', false);
  expect(await on()).toBe(
    '**0 18 \\* \\* 5** comes here again. /cron list shows when, /desk report weekly:off ends it.',
  );
  expect(await cron.list({ session })).toMatchObject([{ enabled: true, schedule: { expr: '0 18 * * 5' } }]);
});

it('leaves an older one paused where another comes', async () => {
  const { cron, on, add } = chat();
  await add('0 18 * * 5', false);
  await add('0 9 * * 1');
  await expect(on()).rejects.toThrow('comes here already');
  expect(await cron.list({ session })).toHaveLength(1);
});
