import type { JobFinder } from '../desk/find-job.ts';
import { dayAndTime } from '../time/zone.ts';
import type { SkipRequest } from '../cron/skip-request.ts';
import type { Command, CommandContext, Done, Options } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import { jobHere, jobOption, sayName } from './jobs-here.ts';
import type { JobOptionsDeps } from './job-options.ts';
import { shortLine } from '../text/shorten.ts';
import { sayNext, zoneOf } from './say-job.ts';

/** How much of a reason is kept, in characters. */
const MOST_BECAUSE = 200;

/** `/cron skip`: the next run of a job doesn't take place; `undo` takes that back. */
export function cronSkip(deps: JobFinder & JobOptionsDeps): Command {
  return {
    name: 'cron skip',
    chinese: '定時工作 略過',
    description: { en: 'Skip the next run of an automation', zh: '略過一項定時工作的下一次執行' },
    right: 'jobs',
    ephemeral: true,
    changes: true,
    options: [
      jobOption(deps),
      {
        name: 'because',
        chinese: '原因',
        type: 'string',
        description: { en: 'Why, for its record', zh: '原因，會寫入記錄' },
      },
      {
        name: 'undo',
        chinese: '還原',
        type: 'boolean',
        description: { en: 'Let the skipped run take place after all', zh: '還原：照常執行' },
      },
    ],
    run: async (options, context) => {
      const undo = options['undo'] === true;
      const why = text(options, 'because')?.trim();
      const because = why ? shortLine(why, MOST_BECAUSE) : undefined;
      return skipRun(deps, options, context, { because, undo });
    },
  };
}

/** Takes the skip of one slot back, for `/desk undo`: others may have skipped later ones. */
export function cronUnskip(deps: JobFinder & JobOptionsDeps): Command {
  return {
    name: 'cron unskip',
    description: { en: 'Let a skipped run take place after all', zh: '還原：照常執行' },
    hidden: true,
    right: 'jobs',
    ephemeral: true,
    changes: true,
    options: [
      jobOption(deps),
      {
        name: 'slot',
        type: 'integer',
        required: true,
        description: { en: 'Its time in milliseconds', zh: '時間（毫秒）' },
      },
    ],
    run: (options, context) => {
      const slotMs = Number(options['slot']);
      return skipRun(deps, options, context, { undo: true, slotMs });
    },
  };
}

/** Skip the next run of the job that the options name, or take a skip back, and say so. */
async function skipRun(
  deps: JobFinder & JobOptionsDeps,
  options: Options,
  context: CommandContext,
  asked: Omit<SkipRequest, 'by'>,
): Promise<Done> {
  const { cron, clock, zone } = deps;
  const { locale, actor } = context;
  const found = await jobHere(deps, context, options);
  const { job, skipped } = await cron.skipNext(found.id, { by: actor.name, ...asked });
  const name = await sayName(deps, job);
  const { slotMs } = skipped;
  const slot = dayAndTime(slotMs, zoneOf(job, zone), locale);
  if (asked.undo === true) {
    const said = { en: `${name} runs on ${slot} after all.`, zh: `${name} 會在 ${slot} 照常執行。` };
    return { text: said[locale], undo: { command: 'cron skip', options: { job: job.id } } };
  }
  const next = sayNext(job, clock.now(), { zone, locale, count: 2 });
  const said = {
    en: `${name} skips ${slot}. /desk undo takes that back. ${next}`,
    zh: `${name} 會略過 ${slot} 的一次。可用 /編輯台 還原 還原。${next}`,
  };
  const undo = { command: 'cron unskip', options: { job: job.id, slot: slotMs } };
  return { text: said[locale], undo };
}
