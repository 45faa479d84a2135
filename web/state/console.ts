/**
 * The console of one desk: wires the line to the gateway, the state, and what can be done; follows the address of the
 * page and what the desk tells.
 */
import { batch, effect, signal } from '@preact/signals';
import type { Tab } from '../model/board-data.ts';
import { pageInHash, titleOfPage } from '../model/pages.ts';
import {
  BOARD,
  JOBS,
  channelKey,
  hrefOf,
  jobHref,
  jobInHash,
  keyInHash,
  nameOf,
} from '../model/session-tree.ts';
import type { Connection, Entry, NewsletterProgress, View } from '../model/shapes.ts';
import { BoardActions } from './board-actions.ts';
import { Charts } from './charts.ts';
import { JobActions } from './job-actions.ts';
import { JobRuns } from './job-runs.ts';
import { Desk, attempt } from './desk.ts';
import { Feeds } from './feeds.ts';
import { GatewayClient } from './gateway-client.ts';
import type { Call } from './gateway-client.ts';
import { keepName, keptName } from './kept.ts';
import { announce } from './notices.ts';
import { locale, words } from './preferences.ts';
import { followReading } from './seen.ts';
import { Settings } from './settings.ts';
import { SetupWizard } from './setup.ts';
import { createStore, sessionOf } from './store.ts';
import { forgetToken, keepToken } from './token.ts';
import { Upkeep } from './upkeep.ts';

/** A pause at another console is told by no event, so the desk's condition is asked for often. */
const STATUS_EVERY_MS = 5_000;
const SESSIONS_EVERY_MS = 30_000;
/** What comes of a burst of events is done once, this long after it. */
const BURST_MS = 120;

export type Drawer = 'rail' | 'panel';

export class Console {
  readonly store = createStore(keptName(), keyInHash(location.hash));
  readonly drawer = signal<Drawer | null>(null);
  /** What the board shows; it stays while a conversation is read. */
  readonly tab = signal<Tab>('stories');
  readonly filter = signal('');
  /** Which automations are shown: of one conversation, and with these words. */
  readonly jobsIn = signal('');
  readonly jobFilter = signal('');
  readonly desk: Desk;
  readonly call: Call;
  readonly upkeep: Upkeep;
  readonly board: BoardActions;
  readonly feeds: Feeds;
  readonly charts: Charts;
  readonly settings: Settings;
  readonly setup: SetupWizard;
  readonly jobs: JobActions;
  readonly runs: JobRuns;
  readonly #token: string;
  readonly #refused: () => void;
  readonly #planned = new Map<string, ReturnType<typeof setTimeout>>();

  /** @param refused the gateway knows no token that we have */
  constructor(token: string, refused: () => void) {
    this.#token = token;
    this.#refused = refused;
    const client = new GatewayClient({
      token,
      onConnection: (connection) => void this.#onConnection(connection),
      onEvent: (event, payload) => this.#onEvent(event, payload),
    });
    this.call = client.call;
    this.desk = new Desk(client.call, this.store, (key) => {
      void this.upkeep.loadStatus();
      this.#loadAround(key);
    });
    this.upkeep = new Upkeep(client.call, this.store, this.desk);
    this.board = new BoardActions(client.call, this.store);
    this.feeds = new Feeds(client.call, this.store);
    this.charts = new Charts(client.call, this.store);
    this.settings = new Settings(client.call, this.store);
    this.setup = new SetupWizard(client.call, this.store);
    this.runs = new JobRuns(client.call, this.store);
    this.jobs = new JobActions(client.call, this.store, this.upkeep, this.runs);
    followReading(this.store, token);
    this.#follow();
  }

  /** Show a conversation, ready to be written in. @param entry what was said there, to be shown */
  open(key: string, entry?: string): void {
    if (entry !== undefined) this.store.sought.value = { key, entry };
    location.hash = hrefOf(key);
    setTimeout(() => focusOn('composer-input')); // another page hides it until the address was followed
  }

  openBoard(): void {
    location.hash = BOARD;
  }

  /** The automations of a conversation, or all of them. */
  openJobs(session = ''): void {
    this.jobsIn.value = session;
    location.hash = JOBS;
  }

  openJob(id: string): void {
    location.hash = jobHref(id);
  }

  /** @returns undefined where the name can't be one */
  openChannel(name: string): void {
    const key = channelKey(name);
    if (key === undefined) return;
    const { drafts, listed } = this.store;
    if (!listed.value.some((session) => session.key === key)) {
      const now = Date.now();
      const title = key.slice('console:'.length);
      const draft = { key, title, createdAtMs: now, updatedAtMs: now, entries: 0, draft: true };
      drafts.value = [...drafts.value, draft];
    }
    this.open(key);
  }

  rename(author: string): void {
    keepName(author);
    this.store.author.value = author;
  }

  toggle(drawer: Drawer): void {
    this.drawer.value = this.drawer.value === drawer ? null : drawer;
  }

  async removeSelected(): Promise<void> {
    const session = sessionOf(this.store, this.store.selected.value);
    if (!session) return;
    const parentKey = session.origin?.parent;
    if (!(await this.upkeep.deleteSession(session.key, nameOf(session, words.value)))) return;
    const parent = sessionOf(this.store, parentKey);
    if (parent) location.replace(hrefOf(parent.key));
    else this.#openFirst();
  }

  /** The desk channel, where stories are ordered. */
  deskChannel(): string {
    return this.store.board.value?.runs[0]?.sessionKey ?? this.store.selected.value ?? '';
  }

  #follow(): void {
    const { store, upkeep, desk } = this;
    this.#showView();
    addEventListener('hashchange', () => {
      const key = keyInHash(location.hash);
      if (this.#showView()) this.drawer.value = null;
      if (!key || key === store.selected.value) return;
      this.drawer.value = null;
      this.#show(key);
    });
    const watched = () => store.connection.value === 'open' && document.visibilityState === 'visible';
    setInterval(() => watched() && void upkeep.loadStatus(), STATUS_EVERY_MS);
    setInterval(() => watched() && void desk.loadSessions(), SESSIONS_EVERY_MS);
    document.addEventListener('visibilitychange', () => watched() && void upkeep.loadStatus());
    effect(() => {
      const session = sessionOf(store, store.selected.value);
      const view = store.view.value;
      const place =
        view !== 'conversation'
          ? titleOfPage(view, words.value)
          : session
            ? nameOf(session, words.value)
            : undefined;
      document.title = place === undefined ? 'Nightdesk' : `${place} · Nightdesk`;
    });
    let asked = locale.peek();
    effect(() => {
      if (locale.value === asked) return;
      asked = locale.value;
      void Promise.all([desk.loadCommands(), this.jobs.load(), this.upkeep.loadStatus()]);
    });
  }

  /** The conversation or a page, as the address says. @returns whether it is another one now */
  #showView(): boolean {
    const { view, openJob } = this.store;
    const next: View = pageInHash(location.hash) ?? 'conversation';
    const job = jobInHash(location.hash) ?? null;
    if (next === view.value && job === openJob.value) return false;
    batch(() => {
      view.value = next;
      openJob.value = job;
    });
    this.#loadPage();
    return true;
  }

  /** Each loads where it is looked at. */
  #loadPage(): void {
    const { board, feeds, charts, settings, setup, jobs } = this;
    for (const page of [board, feeds, charts, settings, setup, jobs]) void page.load();
  }

  #show(key: string): void {
    const { selected, connection, logs } = this.store;
    selected.value = key;
    if (connection.value !== 'open') return;
    if (!logs.value[key]?.loaded) void this.desk.loadNewest(key);
    this.#loadAround(key);
  }

  #loadAround(key: string): void {
    void this.#loadJobs(key);
    void this.upkeep.loadNotes(key);
  }

  /** With the steps of those that run. */
  async #loadJobs(key: string): Promise<void> {
    await this.upkeep.loadJobs(key);
    await attempt(() => this.runs.follow(this.store.jobs.value[key] ?? []));
  }

  #openFirst(): void {
    const first = this.store.tree.value.channels[0]?.session.key;
    if (first !== undefined && pageInHash(location.hash)) this.#show(first);
    else if (first !== undefined) location.replace(hrefOf(first));
    else this.store.selected.value = null;
  }

  async #onConnection(connection: Connection): Promise<void> {
    const { store, desk, upkeep } = this;
    store.connection.value = connection;
    if (connection === 'refused') {
      if (forgetToken()) return location.reload();
      return this.#refused();
    }
    if (connection !== 'open') return;
    keepToken(this.#token);
    void desk.loadCommands();
    void upkeep.loadStatus();
    void upkeep.loadNewsletter();
    void this.runs.loadBatches();
    this.#loadPage();
    void this.runs.resume();
    await desk.resume();
    const selected = store.selected.value;
    if (selected !== null && sessionOf(store, selected)) this.#loadAround(selected);
    else if (store.sessionsLoaded.value) this.#openFirst();
  }

  #onEvent(event: string, payload: unknown): void {
    const { store, desk, upkeep } = this;
    const selected = store.selected.value;
    if (event === 'message') {
      const { sessionKey, entry } = payload as { sessionKey: string; entry: Entry };
      desk.hear(sessionKey, entry);
      this.runs.hear(entry);
      if (sessionKey === selected) this.#heard(entry);
    } else if (event === 'turn') {
      const turn = payload as { turnId: string; sessionKey: string; state: string };
      desk.watchTurn(turn);
      if (turn.state === 'finished' && turn.sessionKey === selected)
        this.#soon('notes', () => this.#loadAround(turn.sessionKey));
    } else if (event === 'cron') {
      this.#soon('jobs', () => {
        if (store.selected.value !== null) void this.#loadJobs(store.selected.value);
        void upkeep.loadStatus();
        void this.jobs.load();
        if (store.openJob.value !== null) void this.runs.load(store.openJob.value);
      });
    } else if (event === 'newsletter') {
      store.newsletter.value = payload as NewsletterProgress;
    } else if (event === 'newsroom') {
      this.#soon('newsroom', () => {
        void desk.loadSessions();
        void upkeep.loadStatus();
      });
      this.board.loadSoon();
      this.feeds.loadSoon();
      this.settings.loadSoon();
      this.runs.loadBatchesSoon();
    }
  }

  #heard({ role, content, author }: Entry): void {
    const { said, somebody } = words.value.conversation;
    if (role === 'assistant' && content) announce(said('Nightdesk', content));
    if (role === 'user' && author?.name !== this.store.author.value)
      announce(said(author?.name ?? somebody, content));
  }

  #soon(what: string, action: () => void): void {
    clearTimeout(this.#planned.get(what));
    this.#planned.set(what, setTimeout(action, BURST_MS));
  }
}

export const focusOn = (id: string): void => document.getElementById(id)?.focus();
