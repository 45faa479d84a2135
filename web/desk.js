/**
 * What a person can do at the console, and what the desk tells it: the only module that both calls the gateway
 * and changes the state. Views call these functions and read the store.
 *
 * @import { GatewayClient } from './gateway-client.js'
 * @import { Store } from './store.js'
 * @import { Entry, Log, OptionValues, Pending, Reply, Whisper } from './shapes.js'
 */
import { emptyLog, joinNewest, joinOlder, joinOne, withoutConfirmed } from './log.js';
import { toast } from './toast.js';

const PAGE = 50;

/** @typedef {ReturnType<typeof createDesk>} Desk */

/**
 * @param {GatewayClient['call']} call
 * @param {Store} store
 * @param {{ invoked: (sessionKey: string) => void, locale: 'en' | 'zh' }} tell `invoked`: a command ran; much may be different
 *   now; `locale`: the language of commands and their answers
 */
export function createDesk(call, store, { invoked, locale }) {
  /** @type {(key: string, change: (log: Log) => Log) => void} */
  const changeLog = (key, change) =>
    store.update({ logs: { ...store.state.logs, [key]: change(store.state.logs[key] ?? emptyLog()) } });
  /** @type {(clientId: string, change: Partial<Pending>) => void} */
  const changePending = (clientId, change) =>
    store.update({
      pending: store.state.pending.map((p) => (p.clientId === clientId ? { ...p, ...change } : p)),
    });

  /** Say what failed; a lost connection is already shown. @param {unknown} error */
  const complain = (error) => {
    if (/** @type {any} */ (error)?.code !== 'disconnected') toast(messageOf(error));
  };

  /**
   * Do it, or say why not. Resolves to whether it was done.
   * @param {() => Promise<unknown>} action
   */
  async function attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }

  const loadSessions = () =>
    attempt(async () => {
      const { sessions = [] } = await call('sessions.list');
      const known = new Set(sessions.map((/** @type {{ key: string }} */ { key }) => key));
      const drafts = store.state.drafts.filter(({ key }) => !known.has(key));
      store.update({ sessions, drafts, sessionsLoaded: true });
    });

  /** @param {string} key */
  const isDraft = (key) => store.state.drafts.some((draft) => draft.key === key);

  /** @param {string} key */
  async function loadNewest(key) {
    if (isDraft(key)) return changeLog(key, (log) => ({ ...log, loaded: true, complete: true }));
    changeLog(key, (log) => ({ ...log, loading: true, failed: false }));
    const done = await attempt(async () => {
      const { entries = [] } = await call('sessions.history', { key, limit: PAGE }).catch(asEmpty);
      changeLog(key, (log) => joinNewest(log, entries, PAGE));
      confirm(key, entries);
    });
    if (!done) changeLog(key, (log) => ({ ...log, loading: false, failed: true }));
  }

  /** Where nobody has spoken yet, nothing was said. @param {any} error */
  function asEmpty(error) {
    if (error?.code === 'not_found') return { entries: [] };
    throw error;
  }

  /** @param {string} key */
  async function loadOlder(key) {
    const log = store.state.logs[key];
    const before = log?.entries[0]?.id;
    if (!log || log.loading || log.complete || !before) return;
    changeLog(key, (known) => ({ ...known, loading: true }));
    const done = await attempt(async () => {
      const { entries = [] } = await call('sessions.history', { key, limit: PAGE, before });
      changeLog(key, (known) => joinOlder(known, entries, PAGE));
    });
    if (!done) changeLog(key, (known) => ({ ...known, loading: false }));
  }

  /** @type {(key: string, entries: Entry[]) => void} */
  function confirm(key, entries) {
    let { pending } = store.state;
    for (const entry of entries) pending = withoutConfirmed(pending, key, entry);
    if (pending !== store.state.pending) store.update({ pending });
  }

  /** @param {Pending} message */
  async function deliver({ clientId, sessionKey, text, author }) {
    changePending(clientId, { state: 'sending' });
    try {
      const { turnId } = await call('chat.send', { sessionKey, text, author: { name: author }, clientId });
      changePending(clientId, { turnId });
      if (isDraft(sessionKey)) await loadSessions();
    } catch (error) {
      // A lost connection is retried by `resume`, with the same client id: the desk takes it once.
      if (/** @type {any} */ (error)?.code === 'disconnected') return;
      changePending(clientId, { state: 'failed', error: messageOf(error) });
    }
  }

  /** @type {(sessionKey: string, name: string, options: OptionValues) => Promise<Reply | undefined>} */
  async function run(sessionKey, name, options) {
    const { reply } = await call('commands.invoke', { name, options, sessionKey, locale });
    invoked(sessionKey);
    return reply;
  }

  /** @type {(sessionKey: string, command: string, options: OptionValues, reply?: Reply) => void} */
  function whisper(sessionKey, command, options, reply) {
    if (!reply) return;
    const said = { id: crypto.randomUUID(), sessionKey, ts: Date.now(), command, options, reply };
    store.update({ whispers: [...store.state.whispers, said] });
  }

  /** @type {(sessionKey: string, name: string, options: OptionValues) => Promise<boolean>} */
  const invoke = (sessionKey, name, options) =>
    attempt(async () => whisper(sessionKey, name, options, await run(sessionKey, name, options)));

  /**
   * The same from a form that stays when the command fails: resolves to what went wrong, if anything did.
   * @type {(sessionKey: string, name: string, options: OptionValues) => Promise<string | undefined>}
   */
  async function invokeFromForm(sessionKey, name, options) {
    try {
      const reply = await run(sessionKey, name, options);
      if (reply?.refused) return reply.text;
      whisper(sessionKey, name, options, reply);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  return {
    attempt,
    loadSessions,
    loadNewest,
    loadOlder,
    invoke,
    invokeFromForm,

    loadCommands: () =>
      attempt(async () =>
        store.update({ commands: (await call('commands.list', { locale })).commands ?? [] }),
      ),

    /** @type {(sessionKey: string, text: string) => Promise<void>} */
    send(sessionKey, text) {
      const { author, pending } = store.state;
      /** @type {Pending} */
      const message = {
        clientId: crypto.randomUUID(),
        sessionKey,
        text,
        author,
        ts: Date.now(),
        state: 'sending',
      };
      store.update({ pending: [...pending, message] });
      return deliver(message);
    },

    deliver,

    /** @param {string} clientId */
    discard: (clientId) =>
      store.update({ pending: store.state.pending.filter((message) => message.clientId !== clientId) }),

    /** @param {string} id */
    dismiss: (id) => store.update({ whispers: store.state.whispers.filter((whisper) => whisper.id !== id) }),

    /** Have the form of an answered command opened again, as it was filled in. @param {Whisper} whisper */
    editAgain: ({ sessionKey, command, options }) => store.update({ form: { sessionKey, command, options } }),

    /** @param {Whisper} whisper */
    async confirmWhisper(whisper) {
      const { confirm } = whisper.reply;
      if (confirm) await this.follow(whisper, confirm.name, confirm.options ?? {});
    },

    /** One of the list that a reply offers was picked. @type {(whisper: Whisper, value: string | number) => Promise<void>} */
    async chooseWhisper(whisper, value) {
      const { choose } = whisper.reply;
      if (choose) await this.follow(whisper, choose.name, { ...choose.options, [choose.option]: value });
    },

    /** Do what a reply offers, and let it go once that is done. @type {(whisper: Whisper, name: string, options: OptionValues) => Promise<void>} */
    async follow({ id, sessionKey }, name, options) {
      const mark = (/** @type {boolean} */ busy) =>
        store.update({ whispers: store.state.whispers.map((w) => (w.id === id ? { ...w, busy } : w)) });
      mark(true);
      if (await invoke(sessionKey, name, options)) this.dismiss(id);
      else mark(false);
    },

    /** An entry was written. @type {(key: string, entry: Entry) => void} */
    hear(key, entry) {
      confirm(key, [entry]);
      if (store.state.logs[key]?.loaded || store.state.logs[key]?.loading)
        changeLog(key, (log) => joinOne(log, entry));
      const known = store.state.sessions.some((session) => session.key === key);
      if (!known) return void loadSessions();
      const sessions = store.state.sessions.map((session) =>
        session.key === key
          ? { ...session, entries: session.entries + 1, updatedAtMs: Math.max(session.updatedAtMs, entry.ts) }
          : session,
      );
      store.update({ sessions });
    },

    /** A turn moved on. @type {(turn: { turnId: string, sessionKey: string, state: string }) => void} */
    watchTurn({ turnId, sessionKey, state }) {
      const others = (store.state.turns[sessionKey] ?? []).filter((id) => id !== turnId);
      const turns = state === 'finished' ? others : [...others, turnId];
      store.update({ turns: { ...store.state.turns, [sessionKey]: turns } });
      if (state !== 'finished') return;
      const late = store.state.pending.some((message) => message.turnId === turnId);
      if (late) void loadNewest(sessionKey);
    },

    /** After a reconnect: nothing known is trusted, what was typed is sent again. */
    async resume() {
      const { selected, logs, pending } = store.state;
      store.update({ turns: {}, logs: selected && logs[selected] ? { [selected]: logs[selected] } : {} });
      await loadSessions();
      if (selected) await loadNewest(selected);
      const unsent = new Set(store.state.pending.map(({ clientId }) => clientId));
      for (const message of pending)
        if (message.state === 'sending' && unsent.has(message.clientId)) void deliver(message);
    },
  };
}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
