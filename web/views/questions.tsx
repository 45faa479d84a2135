/** Questions that must be answered first, and answers that are read in a dialog of their own. */
import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { Command, OptionValues } from '../model/shapes.ts';
import { openDialog } from '../state/dialogs.ts';
import { langOf, words } from '../state/preferences.ts';
import { OptionForm } from './option-form.tsx';
import { Text } from './text.tsx';

interface Question {
  title: string;
  body?: ComponentChild;
  /** A body that the desk wrote. */
  markdown?: string | undefined;
  agree: string;
  decline?: string;
  /** It can't be undone: the focus is on the other answer. */
  danger?: boolean;
}

/** @returns whether the person agreed */
export async function ask(question: Question): Promise<boolean> {
  const { title, body, markdown, agree, danger = false } = question;
  const decline = question.decline ?? words.value.dialog.cancel;
  let agreed = false;
  await openDialog((close, heading) => (
    <>
      <h2 id={heading}>{title}</h2>
      <div class="dialog-body">{markdown === undefined ? body : <Text content={markdown} />}</div>
      <div class="dialog-actions">
        <button type="button" class="button" data-first={danger || undefined} onClick={close}>
          {decline}
        </button>
        <button
          type="button"
          class={danger ? 'button danger' : 'button primary'}
          data-first={!danger || undefined}
          onClick={() => {
            agreed = true;
            close();
          }}
        >
          {agree}
        </button>
      </div>
    </>
  ));
  return agreed;
}

/** Whether the jobs that live in a conversation may go with it. */
export function askToLoseJobs(automations: readonly { id: string; name: string; enabled?: boolean }[]) {
  const { deletion: say } = words.value;
  return ask({
    title: say.jobs(automations.length),
    body: (
      <>
        <p>{say.jobsBody}</p>
        <ul class="job-names">
          {automations.map(({ id, name, enabled }) => (
            <li key={id}>
              <span lang={langOf(name)}>{name}</span>
              {enabled === false && <em>{say.paused}</em>}
            </li>
          ))}
        </ul>
      </>
    ),
    agree: say.agreeAll,
    decline: say.keep,
    danger: true,
  });
}

interface TextQuestion {
  title: string;
  label: string;
  hint?: string;
  agree: string;
  placeholder?: string;
  /** Nothing needs to be written. */
  optional?: boolean;
  body?: string;
  /** @returns what is wrong with the text, if anything is */
  check?: (text: string) => string | undefined;
}

/** Ask for a line of text. @returns it trimmed; undefined where none was given */
export async function askText(question: TextQuestion): Promise<string | undefined> {
  let answer: string | undefined;
  const answered = (text: string) => (answer = text);
  await openDialog((close, heading) => (
    <TextForm question={question} heading={heading} answered={answered} close={close} />
  ));
  return answer;
}

function TextForm(props: {
  question: TextQuestion;
  heading: string;
  answered: (text: string) => void;
  close: () => void;
}) {
  const { question, heading, answered, close } = props;
  const { title, label, hint, agree, placeholder = '', optional = false, body, check } = question;
  const text = useSignal('');
  const wrong = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    const given = text.value.trim();
    wrong.value = (given || optional ? check?.(given) : words.value.dialog.empty) ?? '';
    if (wrong.value) return;
    answered(given);
    close();
  };
  return (
    <form onSubmit={submit}>
      <h2 id={heading}>{title}</h2>
      {body && <p class="dialog-body">{body}</p>}
      <label class="field">
        <span>{label}</span>
        <input
          class="input"
          data-first
          value={text.value}
          placeholder={placeholder}
          autocomplete="off"
          maxLength={optional ? 200 : 100}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        {hint && <small>{hint}</small>}
      </label>
      <p class="field-problem" role="alert">
        {wrong.value}
      </p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={close}>
          {words.value.dialog.cancel}
        </button>
        <button class="button primary">{agree}</button>
      </div>
    </form>
  );
}

/** A command's form in a dialog. It stays while `run` answers with what went wrong. */
export function fillIn(
  title: string,
  command: Command,
  run: (options: OptionValues) => Promise<string | undefined>,
): Promise<void> {
  return openDialog(
    (close, heading) => (
      <>
        <h2 id={heading}>{title}</h2>
        {command.description && <p class="dialog-body">{command.description}</p>}
        <OptionForm
          command={command}
          values={{}}
          cancel={close}
          run={async (options) => {
            const problem = await run(options);
            if (problem === undefined) close();
            return problem;
          }}
        />
      </>
    ),
    { class: 'board-dialog' },
  );
}

/** Something long that the desk answered. */
export function read(title: string, content: string): Promise<void> {
  return openDialog(
    (close, heading) => (
      <>
        <h2 id={heading}>{title}</h2>
        <div class="board-answer" tabIndex={0}>
          <Text content={content} />
        </div>
        <div class="dialog-actions">
          <button type="button" class="button" data-first onClick={close}>
            {words.value.app.close}
          </button>
        </div>
      </>
    ),
    { class: 'board-dialog wide' },
  );
}
