/** What stands around a conversation: its automations and notes, the desk's condition, and deleting it. */
import type { Job, NewsletterProgress } from '../model/shapes.ts';
import { ask, askToLoseJobs } from '../views/questions.tsx';
import { attempt } from './desk.ts';
import type { Desk } from './desk.ts';
import type { Call } from './gateway-client.ts';
import { toast } from './notices.ts';
import { locale, words } from './preferences.ts';
import type { Store } from './store.ts';
import { whoWrites } from './who-writes.ts';

export class Upkeep {
  readonly #call: Call;
  readonly #store: Store;
  readonly #desk: Desk;
  #asked = 0;

  constructor(call: Call, store: Store, desk: Desk) {
    this.#call = call;
    this.#store = store;
    this.#desk = desk;
  }

  loadJobs = (sessionKey: string): Promise<boolean> =>
    attempt(async () => {
      const { jobs = [] } = await this.#call('cron.list', { includeDisabled: true, sessionKey });
      this.#store.jobs.value = { ...this.#store.jobs.value, [sessionKey]: jobs };
    });

  loadNotes = (sessionKey: string): Promise<boolean> =>
    attempt(async () => {
      const { notes = [] } = await this.#call('notes.list', { sessionKey });
      this.#store.notes.value = { ...this.#store.notes.value, [sessionKey]: notes };
    });

  /** Of several questions under way at once, only the answer to the last counts. */
  loadStatus = (): Promise<boolean> =>
    attempt(async () => {
      const question = ++this.#asked;
      const status = await this.#call('desk.status', { locale: locale.value });
      if (question === this.#asked) this.#store.status.value = status;
    });

  /** The newest there is; where there is none, or the desk makes none, nothing is said. */
  async loadNewsletter(): Promise<void> {
    const newsletter = await this.#call('newsletter.record').catch(() => null);
    if (newsletter) this.#store.newsletter.value = newsletter as unknown as NewsletterProgress;
  }

  /** The step that is under way is its last. */
  stopNewsletter = (session: string): Promise<boolean> =>
    attempt(async () => {
      await this.#call('newsletter.stop', { session });
      await this.loadNewsletter();
    });

  setEnabled = (sessionKey: string, id: string, enabled: boolean): Promise<boolean> =>
    attempt(async () => {
      const author = { name: await whoWrites(this.#store) };
      await this.#call('cron.update', { id, patch: { enabled }, author });
      await this.loadJobs(sessionKey);
    });

  async removeJob(sessionKey: string, { id, name }: Job): Promise<void> {
    const { jobs } = words.value;
    const question = {
      title: jobs.removeTitle(name),
      body: jobs.removeBody,
      agree: jobs.remove,
      danger: true,
    };
    if (!(await ask(question))) return;
    await attempt(async () => {
      const author = { name: await whoWrites(this.#store) };
      await this.#call('cron.remove', { id, author });
      await this.loadJobs(sessionKey);
    });
  }

  forget = (sessionKey: string, id: string): Promise<boolean> =>
    attempt(async () => {
      await this.#call('notes.remove', { sessionKey, id });
      await this.loadNotes(sessionKey);
    });

  setPaused = (paused: boolean): Promise<boolean> =>
    attempt(async () => {
      await this.#call(paused ? 'desk.pause' : 'desk.resume');
      const { status } = this.#store;
      status.value = status.value && { ...status.value, paused };
      await this.loadStatus();
    });

  /**
   * Delete a channel, or a thread, after asking; asks again where jobs live in it.
   * @returns whether it is gone
   */
  async deleteSession(key: string, title: string): Promise<boolean> {
    const { drafts } = this.#store;
    if (drafts.value.some((draft) => draft.key === key)) {
      drafts.value = drafts.value.filter((draft) => draft.key !== key);
      this.#desk.forget(key);
      return true;
    }
    const say = words.value.deletion;
    const question = { title: say.title(title), body: say.body, agree: say.agree, danger: true };
    if (!(await ask(question))) return false;
    let deleted = false;
    await attempt(async () => {
      let answer = await this.#call('sessions.delete', { key });
      if (!answer.deleted) {
        if (!(await askToLoseJobs(answer.automations))) return;
        answer = await this.#call('sessions.delete', { key, confirm: true });
      }
      deleted = answer.deleted;
      toast(deleted ? say.done(title) : say.kept, deleted ? 'done' : 'problem');
      await this.#desk.loadSessions();
    });
    return deleted;
  }
}
