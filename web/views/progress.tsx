/** What is under way: the steps of a run, and bars of batches and newsletters. */
import { batchProgress, newsletterProgress, stepsOf } from '../model/run-data.ts';
import type { Progress } from '../model/run-data.ts';
import type { Job } from '../model/shapes.ts';
import { shortMoment } from '../model/times.ts';
import { words } from '../state/preferences.ts';
import { useConsole } from './use-console.ts';

/** What a running job did so far, each step with how often. */
export function RunSteps({ job }: { job: Job }) {
  const live = useConsole().store.liveRuns.value[job.id];
  const { automations, tools } = words.value;
  if (job.state.runningSince === undefined || !live) return null;
  const steps = stepsOf(live.entries);
  const all = steps.reduce((sum, { count }) => sum + count, 0);
  return (
    <div class="run-steps" role="status">
      <p>{automations.steps(all)}</p>
      {steps.length > 0 && (
        <ol>
          {steps.map(({ tool, count, isBusy }) => (
            <li key={tool} class={isBusy ? 'busy' : ''}>
              {automations.step(tools.deeds[tool] ?? tool, count)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Batches and the newsletter, while they are made. */
export function UnderWay() {
  const { store } = useConsole();
  const { automations: say, newsletter: letter } = words.value;
  const newsletter = store.newsletter.value;
  const isMade = newsletter !== null && /^(?:running|sending)$/.test(newsletter.state);
  const batches = store.batches.value.filter((batch) => {
    const { done, all } = batchProgress(batch);
    return done < all;
  });
  if (batches.length === 0 && !isMade) return null;
  return (
    <section class="under-way" aria-label={say.underWay}>
      {batches.map((batch) => (
        <Bar
          key={batch.id}
          label={say.batch(shortMoment(batch.createdAtMs, Date.now(), words.value))}
          unit={say.storiesDone}
          progress={batchProgress(batch)}
        />
      ))}
      {isMade && <Bar label={letter.title} unit={say.stepsDone} progress={newsletterProgress(newsletter)} />}
    </section>
  );
}

interface BarProps {
  label: string;
  unit: (done: number, all: number) => string;
  progress: Progress;
}

function Bar({ label, unit, progress: { done, all } }: BarProps) {
  return (
    <div class="progress-row">
      <span>{label}</span>
      <small>{unit(done, all)}</small>
      <progress max={Math.max(all, 1)} value={done} aria-label={`${label}: ${unit(done, all)}`} />
    </div>
  );
}
