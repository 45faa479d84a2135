/**
 * A command's options as labelled fields.
 *
 * @import { Command, CommandOption, OptionValues } from './shapes.js'
 */
import { exampleOf, expects, valueOf } from './command-text.js';
import { h } from './dom.js';
import { icon } from './icons.js';

/**
 * @param {Command} command
 * @param {OptionValues} values what is known already
 * @param {{
 *   run: (options: OptionValues) => Promise<string | undefined>, cancel: () => void, problem?: string, at?: string,
 * }} wishes `run` resolves to what went wrong, if anything did; `at`: the option that `problem` is about
 */
export function optionForm(command, values, { run, cancel, problem = '', at }) {
  const fields = (command.options ?? []).map((option) => ({
    option,
    control: controlOf(option, values[option.name]),
  }));
  const trouble = h('p', { class: 'field-problem', role: 'alert' });
  const example = h(
    'p',
    { class: 'option-example', hidden: true },
    'Example: ',
    h('code', {}, exampleOf(command)),
  );
  const say = (/** @type {string} */ text) => {
    trouble.textContent = text;
    if (text && fields.length) example.hidden = false;
    if (text) top.scrollIntoView({ block: 'nearest' });
  };
  const go = h('button', { class: 'button primary' }, 'Run');

  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {OptionValues} */
    const options = {};
    for (const { option, control } of fields) {
      const text =
        control instanceof HTMLInputElement && control.type === 'checkbox'
          ? String(control.checked)
          : control.value.trim();
      if (text === '' || (text === 'false' && option.type === 'boolean' && !option.required)) {
        if (!option.required) continue;
        say(`“${option.name}” is needed.`);
        return control.focus();
      }
      const value = valueOf(option, text);
      if (value === undefined) {
        say(`“${option.name}” ${expects(option)}.`);
        return control.focus();
      }
      options[option.name] = value;
    }
    say('');
    go.disabled = true;
    say((await run(options)) ?? '');
    go.disabled = false;
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape') cancel();
  };

  const top = h(
    'div',
    { class: 'option-top' },
    h(
      'header',
      {},
      h('b', {}, `/${command.name}`),
      h('span', {}, command.description ?? ''),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close', on: { click: cancel } },
        icon('close'),
      ),
    ),
    trouble,
    example,
  );
  const form = h(
    'form',
    { class: 'option-form', 'aria-label': `/${command.name}`, on: { submit, keydown } },
    top,
    fields.length
      ? h(
          'div',
          { class: 'option-fields' },
          ...fields.map(({ option, control }) => fieldView(option, control)),
        )
      : null,
    h('footer', {}, go),
  );
  return {
    element: form,
    /** To be called once it is on the page. */
    begin() {
      say(problem);
      const named = fields.find(({ option }) => option.name === at) ?? fields[0];
      (named?.control ?? go).focus();
    },
  };
}

/** @type {(option: CommandOption, control: HTMLElement) => HTMLElement} */
function fieldView(option, control) {
  const about = option.description ? h('small', {}, option.description) : null;
  const name = h(
    'span',
    {},
    option.name,
    option.required ? h('i', { class: 'needed', title: 'needed' }, ' *') : null,
  );
  const kind =
    option.type === 'boolean'
      ? 'field check'
      : control instanceof HTMLTextAreaElement
        ? 'field wide'
        : 'field';
  return h('label', { class: kind }, name, control, about);
}

/** @type {(option: CommandOption, value: string | number | boolean | undefined) => HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} */
function controlOf(option, value) {
  const props = {
    class: 'input',
    name: option.name,
    'aria-required': option.required ? 'true' : undefined,
    autocomplete: 'off',
  };
  if (option.choices?.length) {
    return h(
      'select',
      props,
      h('option', { value: '' }, option.required ? 'Choose …' : '—'),
      ...option.choices.map((choice) =>
        h('option', { value: choice.value, selected: choice.value === value }, choice.name),
      ),
    );
  }
  if (option.type === 'boolean')
    return h('input', { ...props, class: '', type: 'checkbox', checked: value === true });
  if (/^(message|text|prompt|correction|note)$/.test(option.name))
    return h('textarea', { ...props, rows: 2 }, String(value ?? ''));
  return h('input', { ...props, value, inputmode: option.type === 'integer' ? 'numeric' : undefined });
}
