/** One automation as a card: what, when, whether it runs, and what happened last. */
import type { ComponentChildren } from 'preact';
import { comesNext } from '../model/job-data.ts';
import { jobHref } from '../model/session-tree.ts';
import type { Job } from '../model/shapes.ts';
import { clockTime, scheduleWords, shortMoment } from '../model/times.ts';
import { langOf, words } from '../state/preferences.ts';
import { Icon, IconButton } from './icon.tsx';
import { RunSteps } from './progress.tsx';
import { Ticked } from './text.tsx';
import { useConsole } from './use-console.ts';

interface JobProps {
  job: Job;
  setEnabled: (enabled: boolean) => void;
  remove: () => void;
}

export function JobCard({ job, setEnabled, remove }: JobProps) {
  const { schedule, enabled, name, payload, createdBy } = job;
  const { jobs: say } = words.value;
  const message = payload.kind === 'agentTurn' ? payload.message : payload.text;
  const zone = schedule.kind === 'cron' ? schedule.tz : undefined;
  const exact = schedule.kind === 'cron' ? schedule.expr : undefined;
  return (
    <li class={`job${enabled ? '' : ' paused'}`} data-job={job.id}>
      <div class="job-head">
        <b title={name} lang={langOf(name)}>
          <a href={jobHref(job.id)}>{name}</a>
        </b>
        <div class="job-buttons">
          <IconButton
            name={enabled ? 'pause' : 'play'}
            label={`${enabled ? say.pause : say.resume} ${name}`}
            hint={enabled ? say.pause : say.resume}
            click={() => setEnabled(!enabled)}
          />
          {createdBy?.kind !== 'system' && (
            <IconButton name="trash" label={`${say.remove} ${name}`} hint={say.remove} click={remove} />
          )}
        </div>
      </div>
      <p class="job-when" title={exact}>
        {scheduleWords(schedule, Date.now(), words.value)}
        {zone && <span class="zone">{zone.replace(/_/g, ' ')}</span>}
      </p>
      <StateLine job={job} />
      <RunSteps job={job} />
      <LastLine job={job} />
      {message && (
        <details class="job-message">
          <summary>
            <Icon name="chevron" />
            {say.message}
          </summary>
          <p lang={langOf(message)}>{message}</p>
        </details>
      )}
    </li>
  );
}

function StateLine({ job: { enabled, state } }: { job: Job }) {
  const deskPaused = useConsole().store.status.value?.paused === true;
  const { jobs: say } = words.value;
  if (state?.runningSince)
    return (
      <Line kind="running">
        {say.running}
        <Ticked at={state.runningSince} kind="since" />
      </Line>
    );
  if (state?.deferredSince)
    return <Line kind="waiting">{say.waiting(clockTime(state.deferredSince, words.value))}</Line>;
  if (!enabled) return <Line kind="off">{say.paused}</Line>;
  if (deskPaused) return <Line kind="off">{say.pausedWithDesk}</Line>;
  const next = state && comesNext(state);
  if (!next) return <Line kind="off">{say.noNext}</Line>;
  return (
    <Line kind="on">
      {next.isAgain ? say.again : say.next}
      <Ticked at={next.at} kind="until" />
    </Line>
  );
}

const Line = ({ kind, children }: { kind: string; children: ComponentChildren }) => (
  <p class={`job-state ${kind}`}>
    <i class="dot" />
    <span>{children}</span>
  </p>
);

function LastLine({ job: { state } }: { job: Job }) {
  const { jobs: say } = words.value;
  if (!state?.lastRunAtMs && !state?.lastStatus) return null;
  const status: string = state.lastStatus ?? '';
  const bad = /^(failed|error|timed_out|interrupted)$/.test(status);
  const how = Object.hasOwn(say.endings, status) ? (say.endings[status] ?? '') : status.replace(/_/g, ' ');
  return (
    <p class={`job-last${bad ? ' bad' : ''}`}>
      {state.lastRunAtMs
        ? say.last(shortMoment(state.lastRunAtMs, Date.now(), words.value), how)
        : say.lastHow(how)}
      {bad && state.lastError && <span class="job-error">{state.lastError}</span>}
    </p>
  );
}
