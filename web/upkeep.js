/**
 * What stands around a conversation: its automations and notes, the desk's condition, and deleting it. The
 * second and last module that calls the gateway.
 *
 * @import { GatewayClient } from './gateway-client.js'
 * @import { Store } from './store.js'
 * @import { Desk } from './desk.js'
 * @import { NewsletterProgress } from './shapes.js'
 */
import { ask } from './dialog.js';
import { h } from './dom.js';
import { toast } from './toast.js';

/** @typedef {ReturnType<typeof createUpkeep>} Upkeep */

/**
 * @param {GatewayClient['call']} call
 * @param {Store} store
 * @param {Desk} desk
 */
export function createUpkeep(call, store, { attempt, loadSessions }) {
  /** @param {string} sessionKey */
  const loadJobs = (sessionKey) =>
    attempt(async () => {
      const { jobs = [] } = await call('cron.list', { includeDisabled: true, sessionKey });
      store.update({ jobs: { ...store.state.jobs, [sessionKey]: jobs } });
    });

  /** @param {string} sessionKey */
  const loadNotes = (sessionKey) =>
    attempt(async () => {
      const { notes = [] } = await call('notes.list', { sessionKey });
      store.update({ notes: { ...store.state.notes, [sessionKey]: notes } });
    });

  let asked = 0;
  /** Of several questions under way at once, only the answer to the last counts. */
  const loadStatus = () =>
    attempt(async () => {
      const question = ++asked;
      const status = await call('desk.status');
      if (question === asked) store.update({ status });
    });

  /** The newest there is; where there is none, or the desk makes none, nothing is said. */
  const loadNewsletter = async () => {
    // The table of methods that types the answers has none of features.
    const method = /** @type {any} */ ('newsletter.record');
    /** @type {NewsletterProgress | null} */
    const newsletter = /** @type {any} */ (await call(method).catch(() => null));
    if (newsletter) store.update({ newsletter });
  };

  return {
    loadNewsletter,
    loadJobs,
    loadNotes,
    loadStatus,

    /** @type {(sessionKey: string, id: string, enabled: boolean) => Promise<unknown>} */
    setEnabled: (sessionKey, id, enabled) =>
      attempt(async () => {
        await call('cron.update', { id, patch: { enabled } });
        await loadJobs(sessionKey);
      }),

    /** @type {(sessionKey: string, job: { id: string, name: string }) => Promise<boolean>} */
    async removeJob(sessionKey, { id, name }) {
      const body = h('p', {}, 'It stops running and leaves the list. What it posted stays.');
      if (!(await ask({ title: `Remove “${name}”?`, body, agree: 'Remove', danger: true }))) return false;
      return attempt(async () => {
        await call('cron.remove', { id });
        await loadJobs(sessionKey);
      });
    },

    /** @type {(sessionKey: string, id: string) => Promise<unknown>} */
    forget: (sessionKey, id) =>
      attempt(async () => {
        await call('notes.remove', { sessionKey, id });
        await loadNotes(sessionKey);
      }),

    /** @param {boolean} paused */
    setPaused: (paused) =>
      attempt(async () => {
        await call(paused ? 'desk.pause' : 'desk.resume');
        const { status } = store.state;
        store.update({ status: status && { ...status, paused } });
        await loadStatus();
      }),

    /**
     * Delete a channel, or a thread, after asking; asks again where jobs live in it.
     * @type {(key: string, title: string) => Promise<boolean>} whether it is gone
     */
    async deleteSession(key, title) {
      if (store.state.drafts.some((draft) => draft.key === key)) {
        store.update({ drafts: store.state.drafts.filter((draft) => draft.key !== key) });
        return true;
      }
      const body = h(
        'p',
        {},
        'The conversation and its threads are set aside. The desk no longer remembers them.',
      );
      if (!(await ask({ title: `Delete “${title}”?`, body, agree: 'Delete', danger: true }))) return false;
      let deleted = false;
      await attempt(async () => {
        let answer = await call('sessions.delete', { key });
        if (!answer.deleted) {
          if (!(await agreesToLose(answer.automations))) return;
          answer = await call('sessions.delete', { key, confirm: true });
        }
        deleted = answer.deleted;
        if (deleted) toast(`“${title}” is deleted.`, 'done');
        else toast('The desk kept the conversation.');
        await loadSessions();
      });
      return deleted;
    },
  };
}

/** @param {{ id: string, name: string, enabled?: boolean }[]} automations */
function agreesToLose(automations) {
  const count = automations.length === 1 ? 'One job lives here' : `${automations.length} jobs live here`;
  const jobs = automations.map(({ name, enabled }) =>
    h('li', {}, h('span', {}, name), enabled === false ? h('em', {}, 'paused') : null),
  );
  return ask({
    title: count,
    body: h(
      'div',
      {},
      h('p', {}, 'They would have nowhere to report. Delete them together with the channel?'),
      h('ul', { class: 'job-names' }, ...jobs),
    ),
    agree: 'Delete the jobs and the channel',
    decline: 'Keep',
    danger: true,
  });
}
