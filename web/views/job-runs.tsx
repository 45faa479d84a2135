/** The runs of an automation: how each ended, and in full what it was told and what it answered. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { endingOf } from '../model/job-data.ts';
import { isOpen, latenessOf, stepsOf, toneOfRun } from '../model/run-data.ts';
import type { Entry, Run, ShownRun } from '../model/shapes.ts';
import { dayAndTime, spanOf } from '../model/times.ts';
import { messageOf } from '../state/desk.ts';
import { langOf, words } from '../state/preferences.ts';
import { Chip, Facts, Reason } from './board-parts.tsx';
import { Blank, NotLoaded } from './panel.tsx';
import { Text } from './text.tsx';
import { useConsole } from './use-console.ts';

export function JobRuns({ jobId }: { jobId: string }) {
  const { store, runs: actions } = useConsole();
  const { automations: say, app } = words.value;
  const page = store.runPage.value?.jobId === jobId ? store.runPage.value : null;
  useEffect(() => void actions.load(jobId), [jobId]);
  return (
    <>
      <li class="board-group">
        <h2>{say.runs.title}</h2>
      </li>
      {!page && <Blank title={app.loading} />}
      {page?.failed && <NotLoaded said={say.runs.failed} again={() => actions.load(jobId)} />}
      {page && !page.failed && page.runs.length === 0 && <Blank title={say.runs.none} />}
      {page?.runs.map((run) => (
        <RunRow key={run.runId} run={run} />
      ))}
      {page && !page.complete && (
        <li class="runs-more">
          <button type="button" class="button" onClick={() => void actions.more()}>
            {say.runs.more}
          </button>
        </li>
      )}
    </>
  );
}

function RunRow({ run }: { run: Run }) {
  const { automations: say } = words.value;
  const opened = useSignal(false);
  const { status, error, because = error, summary } = run;
  return (
    <li class={`board-row run ${toneOfRun(status)}`} data-run={run.runId}>
      <details open={opened.value} onToggle={({ currentTarget }) => (opened.value = currentTarget.open)}>
        <summary>
          <Chip tone={toneOfRun(status)}>
            {isOpen(run) ? say.runs.open[status] : endingOf(status, words.value.jobs)}
          </Chip>
          <time dateTime={new Date(run.scheduledForMs).toISOString()}>
            {dayAndTime(run.scheduledForMs, words.value)}
          </time>
          <span class="run-about">{because ?? summary ?? ''}</span>
        </summary>
        {opened.value && <RunDetail run={run} />}
      </details>
      <RunFacts run={run} />
    </li>
  );
}

function RunFacts({ run }: { run: Run }) {
  const { runs: say } = words.value.automations;
  const late = latenessOf(run);
  const span = (ms: number) => (ms < 1_000 ? say.instant : spanOf(ms, words.value));
  return (
    <Facts
      of={[
        say.triggers[run.trigger],
        late !== undefined && run.trigger !== 'forced' && (late === 0 ? say.onTime : say.late(span(late))),
        run.deferredMs !== undefined && say.waited(span(run.deferredMs)),
        run.durationMs !== undefined && say.took(span(run.durationMs)),
        say.deliveries[run.delivery],
        run.attempts > 1 && say.attempts(run.attempts),
      ]}
    />
  );
}

/** Read once it is opened, and again once the run goes on. */
function RunDetail({ run }: { run: Run }) {
  const { runs: actions } = useConsole();
  const { automations, app } = words.value;
  const say = automations.runs;
  const shown = useSignal<ShownRun | null>(null);
  const trouble = useSignal('');
  useEffect(() => {
    void actions.show(run.runId).then(
      (answer) => {
        shown.value = answer;
        trouble.value = '';
      },
      (error: unknown) => (trouble.value = messageOf(error)),
    );
  }, [run.runId, run.status, run.delivery]);
  if (trouble.value) return <p class="board-reason bad">{trouble.value}</p>;
  if (!shown.value) return <p class="quiet">{app.loading}</p>;
  const { run: full, entries } = shown.value;
  const because = full.because ?? full.error;
  return (
    <div class="run-detail">
      {because !== undefined && <Reason text={say.reason(because)} kind={toneOfRun(full.status)} />}
      <Prompt run={full} />
      {full.startedAtMs !== undefined && <Answer run={full} entries={entries} />}
    </div>
  );
}

function Prompt({ run }: { run: Run }) {
  const { runs: say } = words.value.automations;
  if (!run.prompt) return null;
  return (
    <section aria-label={say.prompt}>
      <h3>{say.prompt}</h3>
      <p class="quiet">{say.promptRef(run.promptRef.id, run.promptRef.version)}</p>
      <pre class="run-prompt" tabIndex={0} lang={langOf(run.prompt)}>
        {run.prompt}
      </pre>
    </section>
  );
}

function Answer({ run, entries }: { run: Run; entries: readonly Entry[] }) {
  const console = useConsole();
  const { automations, tools } = words.value;
  const say = automations.runs;
  const steps = stepsOf(entries);
  const answers = entries.filter(
    ({ role, content, meta }) => role === 'assistant' && content && meta?.['kind'] !== 'step',
  );
  const last = answers.at(-1) ?? entries[0]; // steps have no place of their own
  return (
    <section aria-label={say.answer}>
      <h3>{say.answer}</h3>
      {steps.length > 0 && (
        <Facts of={steps.map(({ tool, count }) => automations.step(tools.deeds[tool] ?? tool, count))} />
      )}
      {answers.map(({ id, content }) => (
        <Text key={id} content={content} />
      ))}
      {answers.length === 0 && <p class="quiet">{run.summary ?? say.noAnswer}</p>}
      {last && (
        <button type="button" class="link-button" onClick={() => console.open(run.sessionKey, last.id)}>
          {say.inConversation}
        </button>
      )}
    </section>
  );
}
