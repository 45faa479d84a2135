/**
 * Where people write. Enter sends, Shift+Enter breaks the line, a slash opens the commands. What was typed in a
 * conversation waits there while the reader looks at another.
 */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { matching, parseTyped } from '../model/command-text.ts';
import { isReadOnly, nameOf } from '../model/session-tree.ts';
import type { Command, OptionValues } from '../model/shapes.ts';
import { focusOn } from '../state/console.ts';
import { keepDrafts, keptDrafts } from '../state/kept.ts';
import { toast } from '../state/notices.ts';
import { words } from '../state/preferences.ts';
import { sessionOf } from '../state/store.ts';
import { Icon } from './icon.tsx';
import { OptionForm } from './option-form.tsx';
import { SlashMenu, optionId } from './slash-menu.tsx';
import { useConsole } from './use-console.ts';

const TALLEST = 220;
const INPUT = 'composer-input';
/** Characters that the desk takes in one message. */
const MOST_TYPED = 16_000;
/** From here on they are counted. */
const COUNTED_FROM = 1_000;

interface OpenForm {
  readonly command: Command;
  readonly values: OptionValues;
  /** The line that led here: it comes back when the form is closed. */
  readonly line: string;
  readonly problem: string;
  readonly at: string | undefined;
}

/** The list of commands: `moved` once the person went to one by arrow, so that Enter means that one. */
interface Menu {
  readonly found: readonly Command[];
  readonly active: number;
  readonly moved: boolean;
}
const CLOSED: Menu = { found: [], active: 0, moved: false };

export function Composer() {
  const selected = useConsole().store.selected.value;
  return selected === null ? null : <Writing here={selected} />;
}

function Writing({ here }: { here: string }) {
  const { store, desk } = useConsole();
  const say = words.value;
  const amount = (count: number) => count.toLocaleString(say.dates);
  /** By conversation. */
  const typed = useSignal<Record<string, string>>(keptDrafts());
  const text = typed.value[here] ?? '';
  const menu = useSignal(CLOSED);
  const form = useSignal<OpenForm | null>(null);
  const unknown = useSignal('');
  const readOnly = isReadOnly(here);
  const away = store.connection.value !== 'open';
  /** A command can't be told from a wrong one before the desk has said which there are. */
  const isEarly = text.startsWith('/') && store.commands.value.length === 0;
  const cannotSend = readOnly || away || isEarly;
  const length = text.trim().length;
  const over = length - MOST_TYPED;
  const session = sessionOf(store, here);

  useLayoutEffect(() => {
    menu.value = CLOSED;
    unknown.value = '';
    return () => {
      const line = form.value?.line;
      form.value = null;
      putBack(line);
    };
  }, [here]);
  const write = (line: string) => {
    typed.value = { ...typed.value, [here]: line };
    keepDrafts(typed.value);
    unknown.value = '';
  };
  /** What was written since stays. */
  const putBack = (line: string | undefined) => {
    if (line && !typed.value[here]) write(line);
  };
  const follow = (line: string) => {
    const found = /^\/[^\n:]*$/.test(line) ? matching(store.commands.value, line) : [];
    menu.value = { ...CLOSED, found };
  };
  const openForm = (command: Command, values: OptionValues, about: Partial<OpenForm> = {}) => {
    menu.value = CLOSED;
    form.value = { command, values, line: '', problem: '', at: undefined, ...about };
  };
  const choose = (command: Command) => {
    write('');
    openForm(command, {});
  };
  const leaveForm = () => {
    form.value = null;
    focusOn(INPUT);
  };
  const submit = () => {
    const line = text.trim();
    if (!line || cannotSend || over > 0) return;
    const sent = (done: boolean) => done || putBack(line);
    if (!line.startsWith('/')) {
      write('');
      void desk.send(here, line).then(sent);
      return;
    }
    const meant = parseTyped(store.commands.value, line, say.form);
    if (!meant) {
      unknown.value = line.split(/\s/)[0] ?? line;
      return;
    }
    const { command, options, problem, at } = meant;
    write('');
    if (problem !== undefined) return openForm(command, options, { line, problem, at });
    menu.value = CLOSED;
    void desk.invoke(here, command.name, options).then(sent);
  };

  useSignalEffect(() => {
    const request = store.form.value;
    if (!request) return;
    store.form.value = null;
    const command = store.commands.peek().find(({ name }) => name === request.command);
    if (command && request.sessionKey === here) openForm(command, request.options);
  });

  return (
    <div id="composer" class={`composer${readOnly ? ' read-only' : ''}`}>
      <div class="composer-extra">
        {form.value && (
          <OptionForm
            key={form.value.command.name}
            command={form.value.command}
            values={form.value.values}
            problem={form.value.problem}
            at={form.value.at}
            run={async (options) => {
              const own = form.value;
              const problem = await desk.invokeFromForm(here, own?.command.name ?? '', options);
              // Another conversation, or another command, may be open by now.
              if (problem !== undefined && form.value !== own) toast(problem, 'problem', true);
              if (problem === undefined && form.value === own) leaveForm();
              return problem;
            }}
            cancel={() => {
              const line = form.value?.line;
              leaveForm();
              putBack(line);
            }}
          />
        )}
      </div>
      <SlashMenu
        found={menu.value.found}
        active={menu.value.active}
        choose={choose}
        hover={(active) => (menu.value = { ...menu.value, active })}
      />
      <form
        class="composer-box"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          text={text}
          disabled={readOnly}
          placeholder={
            readOnly
              ? say.composer.readOnly
              : say.composer.to(`${session?.origin?.parent ? '' : '#'}${session ? nameOf(session, say) : ''}`)
          }
          menu={menu.value}
          setMenu={(next) => (menu.value = next)}
          isWhole={() => parseTyped(store.commands.value, text, say.form) !== undefined}
          choose={choose}
          write={(line) => {
            write(line);
            follow(line);
          }}
          focused={(is) => (is ? follow(text) : (menu.value = CLOSED))}
          submit={submit}
        />
        <button
          class="send"
          aria-label={say.composer.send}
          title={say.composer.send}
          disabled={cannotSend || length === 0 || over > 0}
        >
          <Icon name="send" />
        </button>
      </form>
      {!readOnly && (
        <p id="composer-hint" class={`composer-hint${away || over > 0 ? ' away' : ''}`} role="status">
          {away
            ? say.composer.away
            : over > 0
              ? say.chat.tooLong(amount(over))
              : unknown.value
                ? say.composer.unknown(unknown.value)
                : text
                  ? say.composer.keys
                  : say.composer.slash}
          {length >= COUNTED_FROM && over <= 0 && (
            <span class="composer-count" aria-hidden="true">
              {say.chat.count(amount(length), amount(MOST_TYPED))}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  text: string;
  disabled: boolean;
  placeholder: string;
  menu: Menu;
  setMenu: (menu: Menu) => void;
  /** Whether the text names a command whole: Enter then runs it. */
  isWhole: () => boolean;
  choose: (command: Command) => void;
  write: (text: string) => void;
  focused: (is: boolean) => void;
  submit: () => void;
}

function Field(props: FieldProps) {
  const { text, disabled, placeholder, menu, setMenu, isWhole, choose, write, focused, submit } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const isOpen = menu.found.length > 0;

  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    field.style.height = '';
    if (text) field.style.height = `${Math.min(TALLEST, field.scrollHeight)}px`;
  }, [text]);
  useEffect(() => {
    if (isOpen) document.getElementById(optionId(menu.active))?.scrollIntoView({ block: 'nearest' });
  }, [menu]);

  /** @returns whether the key was the menu's */
  const keyOfMenu = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const { found, active } = menu;
    const command = found[active];
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : found.length - 1;
      setMenu({ found, active: (active + step) % found.length, moved: true });
    } else if (key === 'Escape') setMenu(CLOSED);
    else if (command && ((key === 'Enter' && !shiftKey) || key === 'Tab')) choose(command);
    else return false;
    return true;
  };
  const keydown = (event: KeyboardEvent) => {
    // While an input method composes (Chinese, Japanese, Korean), Enter chooses characters.
    if (event.isComposing || event.keyCode === 229) return;
    const runs = event.key === 'Enter' && !menu.moved && isWhole();
    if (!runs && keyOfMenu(event)) event.preventDefault();
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  };

  return (
    <textarea
      ref={input}
      id={INPUT}
      rows={1}
      aria-label={words.value.composer.message}
      aria-haspopup="listbox"
      aria-autocomplete="list"
      aria-controls="slash-menu"
      aria-activedescendant={isOpen ? optionId(menu.active) : undefined}
      autocomplete="off"
      value={text}
      disabled={disabled}
      placeholder={placeholder}
      onInput={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={keydown}
      onBlur={() => focused(false)}
      onFocus={() => focused(true)}
    />
  );
}
