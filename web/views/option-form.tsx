/** A command's options as labelled fields. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FREE_TEXT, exampleOf, expects, valueOf } from '../model/command-text.ts';
import type { Command, CommandOption, OptionValues } from '../model/shapes.ts';
import { words } from '../state/preferences.ts';
import type { Words } from '../words/en.ts';
import { IconButton } from './icon.tsx';
import { Text } from './text.tsx';

interface FormProps {
  command: Command;
  /** What is known already. */
  values: OptionValues;
  problem?: string;
  /** The option that `problem` is about. */
  at?: string | undefined;
  /** @returns what went wrong, if anything did */
  run: (options: OptionValues) => Promise<string | undefined>;
  cancel: () => void;
}

export function OptionForm({ command, values, problem = '', at, run, cancel }: FormProps) {
  const { form: say, app } = words.value;
  const options = command.options ?? [];
  const form = useRef<HTMLFormElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const typed = useSignal<Record<string, string>>(startOf(options, values));
  const trouble = useSignal(problem);
  const helped = useSignal(problem !== '');
  const busy = useSignal(false);

  const complain = (text: string) => {
    trouble.value = text;
    if (!text) return;
    helped.value = true;
    top.current?.scrollIntoView({ block: 'nearest' });
  };
  const focusOn = (name: string | undefined) =>
    form.current
      ?.querySelector<HTMLElement>(name === undefined ? '.go' : `[name="${CSS.escape(name)}"]`)
      ?.focus();
  const submit = async () => {
    const read = readOptions(options, typed.value, say);
    if ('problem' in read) {
      complain(read.problem);
      focusOn(read.at);
      return;
    }
    complain('');
    busy.value = true;
    complain((await run(read.options)) ?? '');
    busy.value = false;
  };
  useLayoutEffect(() => {
    if (problem) top.current?.scrollIntoView({ block: 'nearest' });
    focusOn((options.find(({ name }) => name === at) ?? options[0])?.name);
  }, []);

  return (
    <form
      ref={form}
      class="option-form"
      aria-label={`/${command.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={({ key, isComposing }) => key === 'Escape' && !isComposing && cancel()}
    >
      <div ref={top} class="option-top">
        <header>
          <b>/{command.name}</b>
          <span>{command.description}</span>
          <IconButton name="close" label={app.close} click={cancel} />
        </header>
        <div class="field-problem" role="alert">
          {trouble.value && <Text content={trouble.value} />}
        </div>
        <p class="option-example" hidden={!helped.value || options.length === 0}>
          {say.example} <code>{exampleOf(command, say)}</code>
        </p>
      </div>
      {options.length > 0 && (
        <div class="option-fields">
          {options.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              text={typed.value[option.name] ?? ''}
              write={(text) => (typed.value = { ...typed.value, [option.name]: text })}
            />
          ))}
        </div>
      )}
      <footer>
        <button class="button primary go" disabled={busy.value}>
          {say.run}
        </button>
      </footer>
    </form>
  );
}

const startOf = (options: readonly CommandOption[], values: OptionValues): Record<string, string> =>
  Object.fromEntries(options.map(({ name }) => [name, String(values[name] ?? '')]));

/** What was typed as options; or the first that can't be one, and why. */
function readOptions(
  options: readonly CommandOption[],
  typed: Record<string, string>,
  say: Words['form'],
): { options: OptionValues } | { problem: string; at: string } {
  const read: OptionValues = {};
  for (const option of options) {
    const { name, required } = option;
    const text = (typed[name] ?? '').trim();
    if (text === '') {
      if (!required) continue;
      return { problem: say.isNeeded(name), at: name };
    }
    const value = valueOf(option, text);
    if (value === undefined) return { problem: say.isWrong(name, expects(option, say)), at: name };
    read[name] = value;
  }
  return { options: read };
}

interface FieldProps {
  option: CommandOption;
  text: string;
  write: (text: string) => void;
}

function OptionField({ option, text, write }: FieldProps) {
  const { form: say } = words.value;
  const isWide = FREE_TEXT.test(option.name) && !option.choices?.length;
  return (
    <label class={`field${isWide ? ' wide' : ''}`}>
      <span>
        {option.name}
        {option.required && (
          <i class="needed" title={say.needed}>
            {' '}
            *
          </i>
        )}
      </span>
      <Control option={option} text={text} write={write} />
      {option.description && <small>{option.description}</small>}
    </label>
  );
}

/** Leaving an option out is neither. */
const yesAndNo = ({ yes, no }: Words['form']) => [
  { name: yes, value: 'true' },
  { name: no, value: 'false' },
];

function Control({ option, text, write }: FieldProps) {
  const { form: say } = words.value;
  const { name, type, required } = option;
  const choices = option.choices?.length ? option.choices : type === 'boolean' ? yesAndNo(say) : [];
  const props = {
    name,
    autocomplete: 'off',
    'aria-required': required ? ('true' as const) : undefined,
  };
  if (choices.length > 0)
    return (
      <select
        {...props}
        class="input"
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      >
        <option value="">{required ? say.choose : '—'}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={String(choice.value) === text}>
            {choice.name}
          </option>
        ))}
      </select>
    );
  if (FREE_TEXT.test(name))
    return (
      <textarea
        {...props}
        class="input"
        rows={2}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
    );
  return (
    <input
      {...props}
      class="input"
      value={text}
      inputMode={type === 'integer' ? 'numeric' : undefined}
      onInput={({ currentTarget }) => write(currentTarget.value)}
    />
  );
}
