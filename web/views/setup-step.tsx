/** A question of the setup, with what is wrong with its answer, and the ways on and back. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { STEPS } from '../model/setup-data.ts';
import { focusOn } from '../state/console.ts';
import { words } from '../state/preferences.ts';
import { useConsole } from './use-console.ts';

interface StepProps {
  question: string;
  /** What the way on is called. */
  next?: string;
  /** There is no way on yet. */
  blocked?: boolean;
  submit: () => void;
  children: ComponentChildren;
}

export function StepForm({ question, next, blocked = false, submit, children }: StepProps) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const { value: step } = setup.step;
  const waiting = useWaiting();
  useEffect(() => focusOn('setup-question'), []);
  return (
    <form
      class="setup-step"
      aria-labelledby="setup-question"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2 id="setup-question" tabIndex={-1}>
        {question}
      </h2>
      {children}
      <StepProblem />
      <div class="setup-row">
        {step !== STEPS[0] && (
          <button type="button" class="button" disabled={setup.busy.value} onClick={() => setup.back()}>
            {say.back}
          </button>
        )}
        <button class="button primary" disabled={blocked || setup.busy.value}>
          {waiting ?? next ?? say.next}
        </button>
      </div>
    </form>
  );
}

/** What the desk is doing meanwhile. */
function useWaiting(): string | undefined {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const reading = setup.reading.value;
  if (reading) return say.testing(reading.done, reading.all);
  return setup.busy.value ? say.asking : undefined;
}

function StepProblem() {
  const { setup } = useConsole();
  return (
    <p class="field-problem" role="alert">
      {setup.problem.value}
    </p>
  );
}

interface ChoiceProps<Value extends string> {
  name: string;
  legend: string;
  choices: readonly { value: Value; label: string; hint?: string; lang?: string | undefined }[];
  chosen: Value;
  choose: (value: Value) => void;
}

/** One of several. */
export function Choice<Value extends string>({ name, legend, choices, chosen, choose }: ChoiceProps<Value>) {
  return (
    <fieldset class="setup-choices">
      <legend class="visually-hidden">{legend}</legend>
      {choices.map(({ value, label, hint, lang }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => choose(value)}
          />
          <span>
            <span lang={lang}>{label}</span>
            {hint && <small>{hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface TextProps {
  id: string;
  label: string;
  hint?: string | undefined;
  value: string;
  type?: 'text' | 'password';
  list?: string;
  set: (value: string) => void;
}

export function TextField({ id, label, hint, value, type = 'text', list, set }: TextProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type={type as 'text'}
        value={value}
        list={list}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}
