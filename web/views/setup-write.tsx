/** What the setup writes, shown before it is written; and a first run in preview. */
import { useEffect } from 'preact/hooks';
import type { FirstRun, SetupLook, SetupPlan } from '../model/setup-data.ts';
import { focusOn } from '../state/console.ts';
import { langOf, words } from '../state/preferences.ts';
import { Icon } from './icon.tsx';
import { Lines } from './settings.tsx';
import { StepForm } from './setup-step.tsx';
import { Text } from './text.tsx';
import { useConsole } from './use-console.ts';

export function WriteStep({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const written = setup.written.value;
  if (written) return <Written files={written} />;
  return (
    <StepForm
      question={say.willWrite}
      next={say.write}
      blocked={setup.plan.value === null}
      submit={() => void setup.write()}
    >
      {look.open.length > 0 && (
        <p class="setup-said bad">{say.missing(look.open.map((step) => say.steps[step]).join(', '))}</p>
      )}
      {setup.plan.value && <Planned plan={setup.plan.value} />}
      <Preview />
    </StepForm>
  );
}

function Planned({ plan }: { plan: SetupPlan }) {
  const { setup: say } = words.value;
  return (
    <>
      {plan.files.map(({ file, isNew, copyOf, lines }) => (
        <div key={file}>
          <p class="setup-file">
            {lines.length === 0
              ? say.unchanged(file)
              : copyOf !== undefined
                ? say.isCopy(file, copyOf)
                : isNew
                  ? say.isNew(file)
                  : file}
          </p>
          {lines.length > 0 && <Lines lines={lines} />}
        </div>
      ))}
      {plan.overridden.length > 0 && (
        <p class="feeds-refusal">
          <Icon name="alert" />
          <span>{say.overridden(plan.overridden.join(', '))}</span>
        </p>
      )}
      <p class="setup-about">{say.restart}</p>
    </>
  );
}

function Written({ files }: { files: readonly string[] }) {
  const { setup: say } = words.value;
  useEffect(() => focusOn('setup-question'), []);
  return (
    <div class="setup-step">
      <h2 id="setup-question" tabIndex={-1}>
        {say.written}
      </h2>
      <p class="setup-said">{say.writtenFiles(files.join(', '))}</p>
      <p class="setup-said">{say.restart}</p>
      <Preview />
    </div>
  );
}

function Preview() {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const run = setup.firstRun.value;
  const isRunning = run.kind === 'running';
  return (
    <section class="setup-step" aria-labelledby="setup-preview">
      <h3 id="setup-preview">{say.firstRun}</h3>
      <p class="setup-about">{say.firstRunAbout}</p>
      <button
        type="button"
        class="button"
        disabled={isRunning || setup.busy.value}
        onClick={() => void setup.startFirstRun()}
      >
        {isRunning ? say.running : say.startFirstRun}
      </button>
      <div role="status">
        <Outcome run={run} />
      </div>
    </section>
  );
}

function Outcome({ run }: { run: FirstRun }) {
  const { setup: say, board } = words.value;
  switch (run.kind) {
    case 'idle':
    case 'running':
      return null;
    case 'failed':
      return <p class="setup-said bad">{say.firstRunFailed}</p>;
    case 'none':
      return <p class="setup-said">{say.firstRunNone(run.because)}</p>;
    case 'written':
      return (
        <>
          {run.stories.map(({ title, category, status, reason, body }) => {
            const how = Reflect.get(board.status, status) as string | undefined;
            const why = reason === null ? undefined : (board.reasons[reason] ?? reason);
            return (
              <details key={title} class="setup-story">
                <summary>
                  <b lang={langOf(title)}>{title}</b>{' '}
                  <small>{[category, how ?? status, why].filter(Boolean).join(' · ')}</small>
                </summary>
                {body && (
                  <div lang={langOf(body)}>
                    <Text content={body} />
                  </div>
                )}
              </details>
            );
          })}
        </>
      );
  }
}
