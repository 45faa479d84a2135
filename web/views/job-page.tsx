/** One automation: its settings, its next times and its runs. */
import { messageOf } from '../model/job-form.ts';
import type { Job } from '../model/shapes.ts';
import { shortMoment } from '../model/times.ts';
import { langOf, words } from '../state/preferences.ts';
import { JobButtons, JobFacts } from './job-row.tsx';
import { JobRuns } from './job-runs.tsx';
import { Blank, NotLoaded } from './panel.tsx';
import { useConsole } from './use-console.ts';

/** What the gateway calls somebody who gave no name. */
const OPERATOR = 'an operator';

/** Who did what with it, the latest first. */
function Changes({ job: { changes = [] } }: { job: Job }) {
  const { automations: say } = words.value;
  if (changes.length === 0) return null;
  return (
    <ul class="job-changes" aria-label={say.changes.title}>
      {changes.toReversed().map(({ what, by, atMs }) => (
        <li key={`${atMs} ${what}`}>
          <time dateTime={new Date(atMs).toISOString()}>{shortMoment(atMs, Date.now(), words.value)}</time>{' '}
          {say.changes[what](by === OPERATOR ? say.changes.operator : by)}
        </li>
      ))}
    </ul>
  );
}

/** In their place while the automations load, and where they could not be loaded. */
export function JobsMissing() {
  const { store, jobs } = useConsole();
  const { automations: say, app } = words.value;
  if (!store.allJobsFailed.value) return <Blank title={app.loading} />;
  return <NotLoaded said={say.failed} again={jobs.load} />;
}

export function JobPage({ id, job }: { id: string; job: Job | undefined }) {
  const { store } = useConsole();
  const { automations: say } = words.value;
  return (
    <div class="board-page job-page" tabIndex={0} role="group" aria-labelledby="jobs-title">
      <ul class="board-list">
        {job ? (
          <li class="board-row" data-job={job.id}>
            <JobFacts job={job} />
            <p class="job-page-message" lang={langOf(messageOf(job))}>
              {messageOf(job)}
            </p>
            <Changes job={job} />
            <JobButtons job={job} />
          </li>
        ) : store.allJobs.value ? (
          <Blank title={say.gone} hint={say.goneHint} />
        ) : (
          <JobsMissing />
        )}
        <JobRuns jobId={id} />
      </ul>
    </div>
  );
}
