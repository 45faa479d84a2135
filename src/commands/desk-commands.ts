import type { Cron } from '../cron/cron.ts';
import type { DeskStatus } from '../desk/desk-status.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Command } from './command.ts';
import { count } from './count.ts';

/** `/desk status|pause|resume`: the desk as a whole. */
export function deskCommands(house: {
  cron: Cron;
  status: () => Promise<DeskStatus>;
  zone: string;
}): Command[] {
  const { cron, status, zone } = house;
  return [
    {
      name: 'desk status',
      description: { en: 'Who answers, how the feeds do, what runs next', zh: '編輯台的狀態' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async () => ({ text: sayStatus(await status(), zone) }),
    },
    {
      name: 'desk pause',
      description: { en: 'Stop scheduled work everywhere', zh: '暫停所有定時工作' },
      right: 'desk',
      ephemeral: false,
      options: [],
      run: async () => {
        await cron.pause(true);
        return { text: 'Scheduled work is paused, also after a restart. /desk resume starts it again.' };
      },
    },
    {
      name: 'desk resume',
      description: { en: 'Start scheduled work again', zh: '恢復所有定時工作' },
      right: 'desk',
      ephemeral: false,
      options: [],
      run: async () => {
        await cron.pause(false);
        return { text: 'Scheduled work runs again. What was missed is caught up as each job says.' };
      },
    },
  ];
}

function sayStatus(desk: DeskStatus, zone: string): string {
  const { model, feeds, cron, nextRuns, waiting, spending = [], remarks = [] } = desk;
  const failing = feeds.filter((feed) => feed.error !== undefined);
  const who = model.languageModel
    ? `${model.model} (${model.provider})`
    : 'the desk model, without a language model';
  const off = desk.paused ? 'paused' : 'off (NIGHTDESK_SKIP_CRON)';
  return [
    `Edition **${desk.edition}**; answers come from ${who}.`,
    `Scheduled work is ${cron.enabled ? 'on' : off}: ${count(cron.jobs, 'job')}, ${cron.running} running, ${cron.deferred} waiting.`,
    ...waiting.map(
      (run) => `- ${run.name} is waiting behind an active turn since ${dayAndTime(run.since, zone)}`,
    ),
    ...nextRuns.map((run) => `- ${dayAndTime(run.atMs, zone)}: ${run.name}`),
    feeds.length === 0
      ? 'No feed was read yet.'
      : `${count(feeds.length, 'feed')}, ${failing.length} failing.`,
    ...failing.map((feed) => `- ${feed.label ?? feed.key}: ${feed.error}`),
    ...spending.map(
      (one) => `${one.model}: ${count(one.calls, 'call')}, ${one.inputTokens} + ${one.outputTokens} tokens.`,
    ),
    ...remarks,
  ].join('\n');
}
