/** Reports as a feature of the desk: a command, a method, and the turns of jobs that report. */
import type { Feature } from '../feature/feature.ts';
import type { Kernel } from '../feature/kernel.ts';
import type { LazyAssets } from '../newsroom/assets/story-assets.ts';
import { editorsZone } from '../newsroom/edition/edition.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { ReportCharts } from './report.ts';
import { reportCommands } from './report-command.ts';
import { reportMethods } from './report-methods.ts';
import { REPORT_PROFILE, REPORT_WORDS, performReport } from './report-turn.ts';
import { Reporter } from './reporter.ts';
import { WeeklyReport } from './weekly-report.ts';

interface ReportDeps extends Kernel {
  readonly edition: Edition;
  readonly newsroom: { readonly charts: ReportCharts; readonly assets: Pick<LazyAssets, 'figures'> };
}

export function openReport(deps: ReportDeps): Feature {
  const { config, clock, stores, edition, newsroom, dispatcher, cron, newId } = deps;
  const log = deps.log.child({ module: 'report' });
  const reporter = new Reporter({
    ...{ charts: newsroom.charts, edition, clock },
    draw: (work, signal) => newsroom.assets.figures(work, signal),
    files: stores.files,
    root: config.paths.reports,
    ops: stores.ops,
    posted: () => dispatcher.poke(),
    failed: (what, error) => log.error({ err: error }, `${what} failed`),
  });
  const weekly = new WeeklyReport({ cron, zone: () => editorsZone(edition), locale: () => reporter.locale });
  return {
    name: 'report',
    profiles: {
      [REPORT_PROFILE]: {
        perform: performReport(reporter),
        forJobs: { about: { en: 'how the last days went', zh: '報告過去數日的情況' }, words: REPORT_WORDS },
      },
    },
    commands: reportCommands({ reporter, weekly, newId }),
    methods: reportMethods({ reporter }),
  };
}
