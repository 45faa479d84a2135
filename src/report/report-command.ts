/** `/desk report`: how the newsroom did in the last days, as pictures where a chat shows them, and weekly if wanted. */
import { CommandRefusal } from '../feature/command.ts';
import type { Command, CommandContext } from '../feature/command.ts';
import { text } from '../feature/command-options.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { MOST_DAYS, WEEK } from './report.ts';
import type { Reporter } from './reporter.ts';
import { reportWords } from './report-words.ts';
import { sayReport } from './say-report.ts';
import type { WeeklyReport } from './weekly-report.ts';

export interface ReportCommandDeps {
  readonly reporter: Reporter;
  readonly weekly: WeeklyReport;
  readonly newId: () => string;
}

export function reportCommands(deps: ReportCommandDeps): readonly Command[] {
  return [
    {
      name: 'desk report',
      chinese: '編輯台 報告',
      description: {
        en: 'How the last days went: stories, sources, runs, models, as charts',
        zh: '以圖表報告過去數日的報道、來源、排程與模型',
      },
      right: 'jobs',
      ephemeral: false,
      options: [
        {
          name: 'days',
          chinese: '日數',
          type: 'integer',
          min: 1,
          max: MOST_DAYS,
          description: { en: 'How many days (default: 7)', zh: '多少日（預設：7）' },
        },
        {
          name: 'weekly',
          chinese: '每週',
          type: 'string',
          description: { en: 'Have it here every week, or no more', zh: '每週發到這裡，或停止' },
          choices: [
            { name: 'on', chinese: '開', value: 'on' },
            { name: 'off', chinese: '關', value: 'off' },
          ],
        },
      ],
      run: async (options, context) => {
        const weekly = text(options, 'weekly');
        if (weekly !== undefined) {
          const undo = { command: 'desk report', options: { weekly: weekly === 'on' ? 'off' : 'on' } };
          return { text: await setWeekly(deps, weekly === 'on', context), undo };
        }
        const days = typeof options['days'] === 'number' ? options['days'] : WEEK;
        const { reporter, newId } = deps;
        const { session, locale, id = newId() } = context;
        const { signal } = new AbortController();
        const { report, pages } = await reporter.report({ session, id, days, locale, signal });
        return { text: sayReport(report, { locale, pages }) };
      },
    },
  ];
}

async function setWeekly(
  { weekly }: ReportCommandDeps,
  isWanted: boolean,
  { session, actor, locale }: CommandContext,
): Promise<string> {
  const words = reportWords[locale].weekly;
  const asked = { session, actor };
  if (isWanted) {
    const { job, outcome } = await weekly.start(asked);
    const said = words[outcome](markdownWords(job.name));
    if (outcome === 'already') throw new CommandRefusal(said);
    return said;
  }
  const gone = await weekly.stop(asked);
  if (gone === undefined) throw new CommandRefusal(words.none);
  return words.off(markdownWords(gone.name));
}
