/** How far the newest newsletter is: a line and a bar a step. What the desk wrote into a message is shown as it stands. */
import type { NewsletterProgress } from '../model/shapes.ts';
import { langOf, words } from '../state/preferences.ts';
import { Icon } from './icon.tsx';
import { useConsole } from './use-console.ts';

export function Newsletter() {
  const { store, upkeep } = useConsole();
  const newsletter = store.newsletter.value;
  const { newsletter: say } = words.value;
  if (!newsletter) return null;
  const { session, state, progress, steps } = newsletter;
  const summary = `${session} · ${say.state[state] ?? state} · ${progress}`;
  return (
    <section aria-label={say.title}>
      <h2>{say.title}</h2>
      <details key={`${session} ${state === 'done'}`} class={`newsletter ${state}`} open={state !== 'done'}>
        <summary>
          <Icon name="chevron" />
          {summary}
        </summary>
        <ol>
          {Object.entries(steps).map(([name, step]) => (
            <Step key={name} name={name} step={step} />
          ))}
        </ol>
        {state === 'running' && (
          <button type="button" class="link-button" onClick={() => void upkeep.stopNewsletter(session)}>
            {say.stop}
          </button>
        )}
      </details>
    </section>
  );
}

function Step({ name, step }: { name: string; step: NewsletterProgress['steps'][string] }) {
  const { newsletter: say } = words.value;
  const { status, message } = step;
  const label = say.steps[name] ?? name;
  const said = say.status[status] ?? status;
  const isOver = status === 'complete' || status === 'skipped';
  return (
    <li class={status} data-step={name}>
      <span>{label}</span>
      <small>{said}</small>
      {/* A bar without a value is one that moves. */}
      <progress
        key={status}
        max={1}
        {...(status === 'started' ? {} : { value: isOver ? 1 : 0 })}
        aria-label={`${label}: ${said}`}
      />
      {message && <p lang={langOf(message)}>{message}</p>}
    </li>
  );
}
