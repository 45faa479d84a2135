/** One automation on its page: what, when, where, how it stands, and what can be done with it. */
import type { ComponentChildren } from 'preact';
import { TONES, comesNext, endingOf, isBad, jobStatusOf } from '../model/job-data.ts';
import { jobHref, nameOf } from '../model/session-tree.ts';
import type { Job } from '../model/shapes.ts';
import { dayAndTime, shortMoment } from '../model/times.ts';
import { sessionOfJob } from '../state/job-actions.ts';
import { langOf, words } from '../state/preferences.ts';
import { sessionOf } from '../state/store.ts';
import { Chip, Facts, Reason } from './board-parts.tsx';
import { openJobForm } from './job-form.tsx';
import { RunSteps } from './progress.tsx';
import { Ticked } from './text.tsx';
import { useConsole } from './use-console.ts';

export function JobRow({ job }: { job: Job }) {
  const { automations: say } = words.value;
  return (
    <li class={`board-row job-row ${jobStatusOf(job)}`} data-job={job.id}>
      <h2 class="board-row-title" lang={langOf(job.name)}>
        <a href={jobHref(job.id)} title={say.open(job.name)}>
          {job.name}
        </a>
      </h2>
      <JobFacts job={job} />
      <JobButtons job={job} withRuns />
    </li>
  );
}

/** Schedule, state, place, last result and why it is paused: the same in the list and on a job's own page. */
export function JobFacts({ job }: { job: Job }) {
  const { store } = useConsole();
  const { automations: say, jobs } = words.value;
  const list = store.allJobs.value;
  const { schedule, state, createdBy, enabled } = job;
  const shown = jobStatusOf(job);
  const status = state.lastStatus;
  const why =
    state.resumesAtMs === undefined
      ? (list?.reasons?.[job.id] ?? state.pausedBecause ?? state.lastError)
      : undefined;
  const isPausedByDesk = !enabled && state.pausedBecause !== undefined;
  const last =
    status === undefined
      ? undefined
      : state.lastRunAtMs === undefined
        ? jobs.lastHow(endingOf(status, jobs))
        : jobs.last(shortMoment(state.lastRunAtMs, Date.now(), words.value), endingOf(status, jobs));
  return (
    <>
      <p class="job-row-when" title={schedule.kind === 'cron' ? schedule.expr : undefined}>
        {list?.words?.[job.id] ?? ''}
      </p>
      <p class="board-row-head">
        <Chip tone={TONES[shown]}>{say.states[shown]}</Chip>
        <StatusOf job={job} />
      </p>
      <RunSteps job={job} />
      <Skipped job={job} />
      <Facts
        of={[
          placeOf(job),
          state.resumesAtMs !== undefined &&
            say.pausedUntil(shortMoment(state.resumesAtMs, Date.now(), words.value)),
          last,
          createdBy?.name &&
            // A program's own name means nothing to people.
            createdBy.name !== 'gateway' &&
            createdBy.kind !== 'system' &&
            say.by(createdBy.name),
        ]}
      />
      {why !== undefined && isPausedByDesk && <Reason text={say.pausedBecause(why)} kind="bad" />}
      {why !== undefined && !isPausedByDesk && isBad(status ?? '') && (
        <Reason text={say.failedBecause(why)} kind="bad" />
      )}
    </>
  );

  function placeOf({ sessionTarget }: Job): string {
    const key = sessionOfJob(job);
    if (key === '') return sessionTarget === 'main' ? say.ofDesk : say.nowhere;
    const session = sessionOf(store, key);
    return session ? nameOf(session, words.value) : key;
  }
}

/** When it comes next, in the reader's own zone, or since when it runs. */
function StatusOf({ job: { state, enabled } }: { job: Job }): ComponentChildren {
  const deskPaused = useConsole().store.status.value?.paused === true;
  const { jobs: say } = words.value;
  if (state.runningSince !== undefined)
    return (
      <span>
        {say.running}
        <Ticked at={state.runningSince} kind="since" />
      </span>
    );
  if (state.deferredSince !== undefined)
    return <span>{say.waiting(shortMoment(state.deferredSince, Date.now(), words.value))}</span>;
  const next = comesNext(state);
  if (!enabled || next === undefined) return null;
  return (
    <span class="job-row-next">
      {next.isAgain ? say.again : say.next}
      {dayAndTime(next.at, words.value)}
      {' · '}
      {deskPaused ? say.pausedWithDesk : <Ticked at={next.at} kind="until" />}
    </span>
  );
}

function Skipped({ job }: { job: Job }) {
  const { jobs } = useConsole();
  const { automations: say } = words.value;
  const skipped = jobs.skippedOf(job);
  if (skipped.length === 0) return null;
  return (
    <ul class="job-skipped">
      {skipped.map(({ slotMs, because }) => (
        <li key={slotMs}>{say.skipped(dayAndTime(slotMs, words.value), because)}</li>
      ))}
    </ul>
  );
}

interface ButtonsProps {
  job: Job;
  /** With the way to its own page. */
  withRuns?: boolean;
}

export function JobButtons({ job, withRuns = false }: ButtonsProps) {
  const console = useConsole();
  const { jobs: actions } = console;
  const { automations: say } = words.value;
  const { enabled, state, createdBy } = job;
  const isOwn = createdBy?.kind !== 'system' || createdBy.name === 'import';
  const button = (action: keyof typeof say.actions, click: () => void, looks = '') => (
    <button
      type="button"
      class={`action${looks}`}
      data-focus={action}
      aria-label={say.actOn(say.actions[action], job.name)}
      onClick={click}
    >
      {say.actions[action]}
    </button>
  );
  return (
    <div class="actions">
      {withRuns && button('runs', () => console.openJob(job.id))}
      {isOwn && button('edit', () => void openJobForm(console, job))}
      {isOwn &&
        (enabled
          ? button('pause', () => void actions.setEnabled(job, false))
          : button('resume', () => void actions.setEnabled(job, true)))}
      {isOwn && enabled && state.nextRunAtMs !== undefined && button('skip', () => void actions.skip(job))}
      {isOwn && actions.skippedOf(job).length > 0 && button('unskip', () => void actions.unskip(job))}
      {button('run', () => void actions.runNow(job))}
      {isOwn && button('remove', () => void actions.remove(job), ' danger')}
      {!isOwn && <span class="quiet">{say.ofSystem}</span>}
    </div>
  );
}
