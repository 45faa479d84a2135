/** What a person does at the board: load it, and invoke the commands about stories. */
import type { Action } from '../model/board-data.ts';
import type { BoardStory, Command, OpenedStory, OptionValues, Reply } from '../model/shapes.ts';
import { ask, fillIn, read } from '../views/questions.tsx';
import { attempt, messageOf } from './desk.ts';
import type { Call } from './gateway-client.ts';
import { announce, toast } from './notices.ts';
import { locale, words } from './preferences.ts';
import type { Store } from './store.ts';
import { whoWrites } from './who-writes.ts';

/** Actions that are asked about first, though all that can be said with them may be left out. */
const ASKED = /^(hold|kill|correct)$/;
/** Options that a typed command may leave out, because it then asks for them with a form. */
const NEEDED = /^(text|about)$/;
/** The option that spares a second question: the form is the first. */
const SURE = 'sure';
const UNTIL = 'until';
/** Actions whose answer is something to read. */
const READ = /^(why|sources)$/;

const SOON_MS = 500;

export class BoardActions {
  readonly #call: Call;
  readonly #store: Store;
  #loading = false;
  #stale = false;
  #planned: ReturnType<typeof setTimeout> | undefined;

  constructor(call: Call, store: Store) {
    this.#call = call;
    this.#store = store;
  }

  /** One question at a time; what changed meanwhile is asked for once more. Without a connection, its return asks. */
  load = async (): Promise<void> => {
    if (this.#store.view.value !== 'board' || !this.#isOpen()) return;
    if (this.#loading) {
      this.#stale = true;
      return;
    }
    this.#loading = true;
    do {
      this.#stale = false;
      const done = await attempt(async () => {
        this.#store.board.value = await this.#call('newsroom.status', { leftOut: 1_000, runs: 200 });
        this.#store.boardFailed.value = false;
      });
      if (!done && this.#isOpen()) this.#store.boardFailed.value = true;
    } while (this.#stale && this.#isOpen());
    this.#loading = false;
  };

  /** However many events come, at most one look in this time. */
  loadSoon(): void {
    if (this.#store.view.value !== 'board') return;
    this.#planned ??= setTimeout(() => {
      this.#planned = undefined;
      void this.load();
    }, SOON_MS);
  }

  /** Whether people have the command of an action. */
  can = (action: Action): boolean => this.#commandFor(action) !== undefined;

  onStory = (story: BoardStory, action: Action): Promise<void> =>
    this.#act(
      story.sessionKey,
      action,
      { story: story.id, ...(action === 'unfollow' && { stop: true }) },
      story.title,
      story.posted !== undefined,
    );

  /** A story beside its sources, in the language of the page. */
  opened = (id: string): Promise<OpenedStory> =>
    this.#call('newsroom.story.open', { id, locale: locale.value });

  /** Have a story written, about this or about what the person says. */
  async write(sessionKey: string, what?: string): Promise<void> {
    const [first] = this.#commandFor('write')?.options ?? [];
    await this.#act(
      sessionKey,
      'write',
      what !== undefined && first ? { [first.name]: what } : {},
      what ?? '',
    );
  }

  #isOpen(): boolean {
    return this.#store.connection.value === 'open';
  }

  #commandFor(action: Action): Command | undefined {
    const command = action === 'unfollow' ? 'follow' : action;
    return this.#store.commands.value.find(({ name }) => name === `story ${command}`);
  }

  async #invoke(sessionKey: string, name: string, options: OptionValues): Promise<Reply> {
    const author = { name: await whoWrites(this.#store) };
    const params = { name, options, sessionKey, author, locale: locale.value };
    const { reply } = await this.#call('commands.invoke', params);
    void this.load();
    return reply;
  }

  /**
   * @param sessionKey the desk channel
   * @param options what is known: the story, or what to write about
   * @param about the story's title
   * @param isPosted it can be held, but not until a time
   */
  async #act(
    sessionKey: string,
    action: Action,
    options: OptionValues,
    about: string,
    isPosted = false,
  ): Promise<void> {
    const command = this.#commandFor(action);
    if (!command) return;
    const { actions, actOn } = words.value.board;
    const open = (command.options ?? [])
      .filter(({ name }) => name !== 'story' && name !== SURE && !(name in options))
      .filter(({ name }) => !(isPosted && action === 'hold' && name === UNTIL))
      .map((option) => (NEEDED.test(option.name) ? { ...option, required: true } : option));
    const title = about ? actOn(actions[action], about) : actions[action];
    if (open.length > 0 && (ASKED.test(action) || open.some(({ required }) => required))) {
      const sure = command.options?.some(({ name }) => name === SURE) ? { [SURE]: true } : {};
      const run = (filled: OptionValues) =>
        this.#runFilled(sessionKey, command.name, { ...options, ...sure, ...filled });
      return fillIn(title, { ...command, options: open }, run);
    }
    await attempt(async () =>
      this.#answer(sessionKey, action, title, await this.#invoke(sessionKey, command.name, options)),
    );
  }

  /** @returns what went wrong, if anything did */
  async #runFilled(sessionKey: string, name: string, options: OptionValues): Promise<string | undefined> {
    try {
      const reply = await this.#invoke(sessionKey, name, options);
      if (reply.refused) return reply.text;
      tell(reply.text);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  async #answer(sessionKey: string, action: Action, title: string, reply: Reply): Promise<void> {
    if (reply.confirm) {
      const { label, keep, name, options = {} } = reply.confirm;
      const decline = keep ?? words.value.app.close;
      const agreed = await ask({ title, markdown: reply.text, agree: label, decline, danger: true });
      if (agreed) await attempt(async () => tell((await this.#invoke(sessionKey, name, options)).text));
      return;
    }
    if (reply.refused) toast(reply.text, 'problem', true);
    else if (READ.test(action)) void read(title, reply.text);
    else tell(reply.text);
  }
}

function tell(said: string): void {
  toast(said, 'done', true);
  announce(said);
}
