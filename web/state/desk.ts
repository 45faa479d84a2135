/** What a person can do in a conversation, and what the desk tells of it: calls of the gateway that change the state. */
import { batch } from '@preact/signals';
import { emptyLog, joinNewest, joinOlder, joinOne, withoutConfirmed, withoutOldest } from '../model/log.ts';
import type { Entry, Log, OptionValues, Pending, Reply, Whisper } from '../model/shapes.ts';
import { GatewayError } from './gateway-client.ts';
import type { Call } from './gateway-client.ts';
import { toast } from './notices.ts';
import { locale } from './preferences.ts';
import type { Store } from './store.ts';
import { whoWrites } from './who-writes.ts';

const PAGE = 50;

/** `crypto.randomUUID` is missing on pages that come over plain HTTP from another machine. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const codeOf = (error: unknown) => (error instanceof GatewayError ? error.code : undefined);

/**
 * Do it, or say why not; a lost connection is already shown.
 * @returns whether it was done
 */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (codeOf(error) !== 'disconnected') toast(messageOf(error));
    return false;
  }
}

export class Desk {
  readonly #call: Call;
  readonly #store: Store;
  readonly #invoked: (sessionKey: string) => void;
  #asked = 0;
  #answered = 0;

  /** @param invoked a command ran: much may be different now */
  constructor(call: Call, store: Store, invoked: (sessionKey: string) => void) {
    this.#call = call;
    this.#store = store;
    this.#invoked = invoked;
  }

  loadSessions = (): Promise<boolean> =>
    attempt(async () => {
      const question = ++this.#asked;
      const { sessions = [] } = await this.#call('sessions.list');
      if (question < this.#answered) return; // a later one was answered before
      this.#answered = question;
      const known = new Set(sessions.map(({ key }) => key));
      const { drafts } = this.#store;
      batch(() => {
        // Somebody deleted them elsewhere.
        for (const { key } of this.#store.sessions.value) if (!known.has(key)) this.forget(key);
        this.#store.sessions.value = sessions;
        drafts.value = drafts.value.filter(({ key }) => !known.has(key));
        this.#store.sessionsLoaded.value = true;
      });
    });

  loadCommands = (): Promise<boolean> =>
    attempt(async () => {
      const { commands = [] } = await this.#call('commands.list', { locale: locale.value });
      this.#store.commands.value = commands;
    });

  async loadNewest(key: string): Promise<void> {
    if (this.#isDraft(key)) return this.#changeLog(key, (log) => ({ ...log, loaded: true, complete: true }));
    this.#changeLog(key, (log) => ({ ...log, loading: true, failed: false }));
    const done = await attempt(async () => {
      const { entries } = await this.#call('sessions.history', { key, limit: PAGE }).catch(nothingSaid);
      batch(() => {
        this.#changeLog(key, (log) => joinNewest(log, entries, PAGE));
        this.#confirm(key, entries);
      });
    });
    if (!done) this.#changeLog(key, (log) => ({ ...log, loading: false, failed: true }));
  }

  async loadOlder(key: string): Promise<void> {
    const log = this.#store.logs.value[key];
    const before = log?.entries[0]?.id;
    if (!log || log.loading || log.failed || log.complete || !before) return;
    this.#changeLog(key, (known) => ({ ...known, loading: true }));
    const done = await attempt(async () => {
      const { entries } = await this.#call('sessions.history', { key, limit: PAGE, before });
      this.#changeLog(key, (known) => joinOlder(known, entries, PAGE));
    });
    if (!done) this.#changeLog(key, (known) => ({ ...known, loading: false, failed: true }));
  }

  /** After either failed: nothing asks again by itself. */
  async loadAgain(key: string): Promise<void> {
    await this.loadNewest(key);
    await this.loadOlder(key);
  }

  /** @returns false where nobody says who writes: nothing is sent then */
  async send(sessionKey: string, text: string): Promise<boolean> {
    const { pending } = this.#store;
    let author = '';
    if (!(await attempt(async () => (author = await whoWrites(this.#store))))) return false;
    const message: Pending = {
      clientId: newId(),
      sessionKey,
      text,
      author,
      ts: Date.now(),
      state: 'sending',
    };
    pending.value = [...pending.value, message];
    void this.deliver(message);
    return true;
  }

  async deliver({ clientId, sessionKey, text, author }: Pending): Promise<void> {
    this.#changePending(clientId, { state: 'sending' });
    try {
      const params = { sessionKey, text, author: { name: author }, clientId };
      const { turnId } = await this.#call('chat.send', params);
      this.#changePending(clientId, { turnId });
      if (this.#isDraft(sessionKey)) await this.loadSessions();
    } catch (error) {
      // A lost connection is retried by `resume`, with the same client id: the desk takes it once.
      if (codeOf(error) === 'disconnected') return;
      this.#changePending(clientId, { state: 'failed', error: messageOf(error) });
    }
  }

  discard(clientId: string): void {
    const { pending } = this.#store;
    pending.value = pending.value.filter((message) => message.clientId !== clientId);
  }

  invoke = (sessionKey: string, name: string, options: OptionValues): Promise<boolean> =>
    attempt(async () => this.#whisper(sessionKey, name, options, await this.#run(sessionKey, name, options)));

  /**
   * The same from a form that stays when the command fails.
   * @returns what went wrong, if anything did
   */
  async invokeFromForm(sessionKey: string, name: string, options: OptionValues): Promise<string | undefined> {
    try {
      const reply = await this.#run(sessionKey, name, options);
      if (reply?.refused) return reply.text;
      this.#whisper(sessionKey, name, options, reply);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** A conversation is gone, and its threads with it: one that is made anew has nothing of it. */
  forget(key: string): void {
    const { listed, logs, whispers, pending, selected } = this.#store;
    const threads = listed.value.filter(({ origin }) => origin?.parent === key);
    const gone = new Set([key, ...threads.map((thread) => thread.key)]);
    logs.value = Object.fromEntries(Object.entries(logs.value).filter(([of]) => !gone.has(of)));
    whispers.value = whispers.value.filter(({ sessionKey }) => !gone.has(sessionKey));
    pending.value = pending.value.filter(({ sessionKey }) => !gone.has(sessionKey));
    const here = selected.value;
    if (here !== null && gone.has(here))
      this.#changeLog(here, (log) => ({ ...log, loaded: true, complete: true }));
  }

  dismiss(id: string): void {
    const { whispers } = this.#store;
    whispers.value = whispers.value.filter((whisper) => whisper.id !== id);
  }

  /** Have the form of an answered command opened again, as it was filled in. */
  editAgain({ sessionKey, command, options }: Whisper): void {
    this.#store.form.value = { sessionKey, command, options };
  }

  /** Do what a reply offers, and let it go once that is done. */
  async follow({ id, sessionKey }: Whisper, name: string, options: OptionValues): Promise<void> {
    const { whispers } = this.#store;
    const mark = (busy: boolean) => {
      whispers.value = whispers.value.map((one) => (one.id === id ? { ...one, busy } : one));
    };
    mark(true);
    if (await this.invoke(sessionKey, name, options)) this.dismiss(id);
    else mark(false);
  }

  /** Nobody reads the older entries of a conversation: of a long one they are let go, and loaded again when wanted. */
  letGo(key: string): void {
    const log = this.#store.logs.value[key];
    if (log && withoutOldest(log) !== log) this.#changeLog(key, withoutOldest);
  }

  /** An entry was written. */
  hear(key: string, entry: Entry): void {
    const { logs, sessions } = this.#store;
    batch(() => {
      this.#confirm(key, [entry]);
      const log = logs.value[key];
      if (log?.loaded || log?.loading) this.#changeLog(key, (known) => joinOne(known, entry));
      if (key !== this.#store.selected.value) this.letGo(key);
      if (!sessions.value.some((session) => session.key === key)) return void this.loadSessions();
      sessions.value = sessions.value.map((session) =>
        session.key === key
          ? { ...session, entries: session.entries + 1, updatedAtMs: Math.max(session.updatedAtMs, entry.ts) }
          : session,
      );
    });
  }

  /** A turn moved on. */
  watchTurn({ turnId, sessionKey, state }: { turnId: string; sessionKey: string; state: string }): void {
    const { turns, pending } = this.#store;
    const others = (turns.value[sessionKey] ?? []).filter((id) => id !== turnId);
    turns.value = { ...turns.value, [sessionKey]: state === 'finished' ? others : [...others, turnId] };
    if (state !== 'finished') return;
    const late = pending.value.some((message) => message.turnId === turnId);
    if (late) void this.loadNewest(sessionKey);
  }

  /** After a reconnect: nothing known is trusted, what was typed is sent again. */
  async resume(): Promise<void> {
    const { selected, logs, pending, turns } = this.#store;
    const typed = pending.value;
    const here = selected.value;
    const log = here === null ? undefined : logs.value[here];
    batch(() => {
      turns.value = {};
      logs.value = here !== null && log ? { [here]: log } : {};
    });
    await this.loadSessions();
    if (here !== null) await this.loadNewest(here);
    const unsent = new Set(pending.value.map(({ clientId }) => clientId));
    for (const message of typed)
      if (message.state === 'sending' && unsent.has(message.clientId)) void this.deliver(message);
  }

  async #run(sessionKey: string, name: string, options: OptionValues): Promise<Reply | undefined> {
    const author = { name: await whoWrites(this.#store) };
    const params = { name, options, sessionKey, author, locale: locale.value };
    const { reply } = await this.#call('commands.invoke', params);
    this.#invoked(sessionKey);
    return reply;
  }

  #whisper(sessionKey: string, command: string, options: OptionValues, reply?: Reply): void {
    if (!reply) return;
    const said = { id: newId(), sessionKey, ts: Date.now(), command, options, reply };
    this.#store.whispers.value = [...this.#store.whispers.value, said];
  }

  #isDraft(key: string): boolean {
    return this.#store.drafts.value.some((draft) => draft.key === key);
  }

  #changeLog(key: string, change: (log: Log) => Log): void {
    const { logs } = this.#store;
    logs.value = { ...logs.value, [key]: change(logs.value[key] ?? emptyLog()) };
  }

  #changePending(clientId: string, change: Partial<Pending>): void {
    const { pending } = this.#store;
    pending.value = pending.value.map((p) => (p.clientId === clientId ? { ...p, ...change } : p));
  }

  #confirm(key: string, entries: Entry[]): void {
    const { pending } = this.#store;
    let left = pending.value;
    for (const entry of entries) left = withoutConfirmed(left, key, entry);
    pending.value = left;
  }
}

/** Where nobody has spoken yet, nothing was said. */
function nothingSaid(error: unknown): { entries: Entry[] } {
  if (codeOf(error) === 'not_found') return { entries: [] };
  throw error;
}
