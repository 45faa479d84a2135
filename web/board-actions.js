/**
 * What a person does at the board: load it, and invoke the commands about stories. The third and last module that
 * calls the gateway.
 *
 * @import { GatewayClient } from './gateway-client.js'
 * @import { Store } from './store.js'
 * @import { Desk } from './desk.js'
 * @import { BoardStory, OptionValues, Reply } from './shapes.js'
 * @import { BoardWords, Action } from './board-words.js'
 */
import { ask, show } from './dialog.js';
import { h } from './dom.js';
import { text } from './message-view.js';
import { optionForm } from './option-form.js';
import { announce, toast } from './toast.js';

/** @typedef {ReturnType<typeof createBoardActions>} BoardActions */

/** Actions that are asked about first, though all that can be said with them may be left out. */
const ASKED = /^(hold|kill)$/;
/** The option that spares a second question: the form is the first. */
const SURE = 'sure';
/** Actions whose answer is something to read. */
const READ = /^(why|sources)$/;

const SOON_MS = 500;

/**
 * @param {GatewayClient['call']} call
 * @param {Store} store
 * @param {Desk} desk
 * @param {{ words: BoardWords, locale: 'en' | 'zh' }} language
 */
export function createBoardActions(call, store, desk, { words, locale }) {
  let loading = false;
  let stale = false;

  const isOpen = () => store.state.connection === 'open';

  /** One question at a time; what changed meanwhile is asked for once more. Without a connection, its return asks. */
  async function load() {
    if (store.state.view !== 'board' || !isOpen()) return;
    if (loading) {
      stale = true;
      return;
    }
    loading = true;
    do {
      stale = false;
      const done = await desk.attempt(async () => {
        store.update({
          board: await call('newsroom.status', { leftOut: 1_000, runs: 200 }),
          boardFailed: false,
        });
      });
      if (!done && isOpen()) store.update({ boardFailed: true });
    } while (stale && isOpen());
    loading = false;
  }

  /** @type {(sessionKey: string, name: string, options: OptionValues) => Promise<Reply>} */
  async function invoke(sessionKey, name, options) {
    const { author } = store.state;
    const params = { name, options, sessionKey, author: { name: author }, locale };
    const { reply } = await call('commands.invoke', params);
    void load();
    return reply;
  }

  /** @type {(action: Action) => import('./shapes.js').Command | undefined} */
  const commandFor = (action) => store.state.commands.find(({ name }) => name === `story ${action}`);

  /**
   * @param {string} sessionKey the desk channel
   * @param {Action} action
   * @param {OptionValues} options what is known: the story, or what to write about
   * @param {string} about the story's title
   */
  async function act(sessionKey, action, options, about) {
    const command = commandFor(action);
    if (!command) return;
    const open = (command.options ?? []).filter(
      ({ name }) => name !== 'story' && name !== SURE && !(name in options),
    );
    const title = about ? `${words.actions[action]}: ${about}` : words.actions[action];
    if (open.length > 0 && (ASKED.test(action) || open.some(({ required }) => required))) {
      const isSure = command.options?.some(({ name }) => name === SURE) && { [SURE]: true };
      return fillIn(sessionKey, { ...command, options: open }, { ...options, ...isSure }, title);
    }
    await desk.attempt(async () =>
      answer(sessionKey, action, title, await invoke(sessionKey, command.name, options)),
    );
  }

  /** @type {(sessionKey: string, command: import('./shapes.js').Command, options: OptionValues, title: string) => void} */
  function fillIn(sessionKey, command, options, title) {
    const run = async (/** @type {OptionValues} */ filled) => {
      try {
        const reply = await invoke(sessionKey, command.name, { ...options, ...filled });
        if (reply.refused) return reply.text;
        dialog.close();
        tell(reply.text);
        return undefined;
      } catch (error) {
        return /** @type {Error} */ (error).message;
      }
    };
    const form = optionForm(command, {}, { run, cancel: () => dialog.close() });
    const dialog = h(
      'dialog',
      { class: 'dialog board-dialog', 'aria-labelledby': 'board-dialog-title' },
      h('h2', { id: 'board-dialog-title' }, title),
      command.description ? h('p', { class: 'dialog-body' }, command.description) : null,
      form.element,
    );
    show(dialog, () => {});
    form.begin();
  }

  /** @type {(sessionKey: string, action: Action, title: string, reply: Reply) => Promise<void>} */
  async function answer(sessionKey, action, title, reply) {
    if (reply.confirm) {
      const { label, keep, name, options = {} } = reply.confirm;
      const agreed = await ask({
        title,
        body: text(reply.text),
        agree: label,
        decline: keep ?? words.close,
        danger: true,
      });
      if (agreed) await desk.attempt(async () => tell((await invoke(sessionKey, name, options)).text));
      return;
    }
    if (reply.refused) toast(reply.text);
    else if (READ.test(action)) read(title, reply.text);
    else tell(reply.text);
  }

  /** @type {(title: string, content: string) => void} */
  function read(title, content) {
    const close = h(
      'button',
      { type: 'button', class: 'button', on: { click: () => dialog.close() } },
      words.close,
    );
    const dialog = h(
      'dialog',
      { class: 'dialog board-dialog wide', 'aria-labelledby': 'board-dialog-title' },
      h('h2', { id: 'board-dialog-title' }, title),
      h('div', { class: 'board-answer', tabindex: 0 }, text(content)),
      h('div', { class: 'dialog-actions' }, close),
    );
    show(dialog, () => {});
    close.focus();
  }

  /** @param {string} said */
  function tell(said) {
    toast(said, 'done');
    announce(said);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let planned;
  /** However many events come, at most one look in this time. */
  function loadSoon() {
    if (store.state.view !== 'board') return;
    planned ??= setTimeout(() => {
      planned = undefined;
      void load();
    }, SOON_MS);
  }

  return {
    load,
    loadSoon,
    /** Whether people have the command of a action. @param {Action} action */
    can: (action) => commandFor(action) !== undefined,
    /** @type {(story: BoardStory, action: Action) => Promise<void>} */
    onStory: async (story, action) => act(story.sessionKey, action, { story: story.id }, story.title),
    /** Have a story written, about this or about what the person says. @type {(sessionKey: string, what?: string) => Promise<void>} */
    async write(sessionKey, what) {
      const [first] = commandFor('write')?.options ?? [];
      await act(sessionKey, 'write', what !== undefined && first ? { [first.name]: what } : {}, what ?? '');
    },
  };
}
