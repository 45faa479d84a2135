/** A job's turn that reports on the last week: pictures where the chat shows them, and the main figures as its answer. */
import type { ProfileWords } from '../cron/job-profile.ts';
import type { Pass } from '../sessions/perform.ts';
import { isChat } from '../sessions/traits-of.ts';
import { WEEK } from './report.ts';
import type { Reporter } from './reporter.ts';
import { sayReport } from './say-report.ts';

/** The turn profile of jobs that report. */
export const REPORT_PROFILE = 'desk_report';
export const REPORT_WORDS: ProfileWords = {
  mentions: /\breport|\b(?:statistics|figures|how .{1,40} (?:went|did|doing))\b|報告|报告|統計|统计/iu,
};

/** A start that is repeated after a crash posts nothing twice. */
export function performReport(reporter: Reporter): (pass: Pass) => Promise<void> {
  return async (pass) => {
    const { turn } = pass.started;
    // A job of no chat reports where its answers are delivered.
    const session = isChat(turn.session) ? turn.session : (turn.run?.deliverTo ?? turn.session);
    const { locale } = reporter;
    const request = { session, id: turn.id, days: WEEK, locale, signal: pass.signal };
    const { report, pages } = await reporter.report(request);
    await pass.settle({ status: 'ok', summary: sayReport(report, { locale, pages }) });
  };
}
