/** What a person does in a setup: answers its questions, has answers tested, looks at what it writes, writes it. */
import { signal } from '@preact/signals';
import { isKept, nextStep, stepAfter } from '../model/setup-data.ts';
import type { FeedTest, FirstRun, SetupAnswer, SetupLook, SetupPlan, Step } from '../model/setup-data.ts';
import { ask } from '../views/questions.tsx';
import { attempt, messageOf } from './desk.ts';
import { GatewayError } from './gateway-client.ts';
import type { Call } from './gateway-client.ts';
import { announce, toast } from './notices.ts';
import { locale, words } from './preferences.ts';
import type { Store } from './store.ts';
import { whoWrites } from './who-writes.ts';

const PREVIEW_EVERY_MS = 1_000;
/** Feeds in a call, which must end in time. */
const FEEDS_AT_ONCE = 6;

/** An edition of that name is there already: its file is replaced only when that is agreed to. */
async function mayReplace({ files }: SetupPlan): Promise<boolean> {
  const replaced = files.find(
    ({ file, isNew, lines }) => file.endsWith('.json') && !isNew && lines.length > 0,
  );
  if (!replaced) return true;
  const { setup: say } = words.value;
  const name = replaced.file.replace(/^.*[\\/]|\.json$/g, '');
  return ask({
    title: say.replaceTitle(name),
    body: say.replaceBody(replaced.file),
    agree: say.replaceAgree,
    danger: true,
  });
}

export class SetupWizard {
  readonly look = signal<SetupLook | null>(null);
  readonly failed = signal(false);
  readonly step = signal<Step>('language');
  /** What is wrong with the answer of this step. */
  readonly problem = signal('');
  readonly busy = signal(false);
  /** How many of the feeds that are being read were read. */
  readonly reading = signal<{ readonly done: number; readonly all: number } | null>(null);
  readonly tests = signal<Readonly<Record<string, FeedTest>>>({});
  readonly plan = signal<SetupPlan | null>(null);
  /** The files that were written, until something is answered again. */
  readonly written = signal<readonly string[] | null>(null);
  readonly firstRun = signal<FirstRun>({ kind: 'idle' });
  readonly call: Call;
  readonly #store: Store;
  #watching: ReturnType<typeof setTimeout> | undefined;
  /** Since a first run was asked for, the desk has not told of any. */
  #mayRun = false;
  /** An answer to this step that the desk may have kept without saying so, and what was known before it. */
  #unsure: { readonly given: SetupAnswer; readonly before: SetupLook } | undefined;

  constructor(call: Call, store: Store) {
    this.call = call;
    this.#store = store;
  }

  /** Where it was left, when it is first looked at. */
  load = async (): Promise<void> => {
    if (this.#store.view.value !== 'setup' || this.#store.connection.value !== 'open') return;
    const isFirst = this.look.value === null;
    const done = await attempt(async () => {
      this.look.value = await this.call('setup.look');
      if (isFirst) this.step.value = nextStep(this.look.value);
      if (this.step.value === 'write') await this.#loadPlan();
      this.#goOnIfKept();
    });
    this.failed.value = !done && this.look.value === null;
    await this.#watchFirstRun();
  };

  go(step: Step): void {
    this.#unsure = undefined;
    this.problem.value = '';
    this.step.value = step;
    if (step === 'write') void attempt(() => this.#loadPlan());
  }

  /** On, with the answer as it was. */
  skip(): void {
    this.go(stepAfter(this.step.value, 1));
  }

  back(): void {
    this.go(stepAfter(this.step.value, -1));
  }

  /**
   * Keep an answer, and go on to the next question, also where only a look at the desk tells that it was kept: at once after a
   * time-out, on reconnecting (`load`) after a lost connection.
   * @returns whether it was taken
   */
  answer = (given: SetupAnswer): Promise<boolean> =>
    this.doing(async () => {
      const { value: before } = this.look;
      this.#unsure = undefined;
      try {
        this.look.value = await this.call('setup.answer', { ...given, locale: locale.value });
        this.#goOn();
      } catch (error) {
        const code = error instanceof GatewayError ? error.code : '';
        if (before && ['timeout', 'disconnected'].includes(code)) this.#unsure = { given, before };
        if (code !== 'timeout' || !(await this.#lookAgain())) throw error;
      }
    });

  discard = (): Promise<boolean> =>
    this.doing(async () => {
      this.look.value = await this.call('setup.discard');
      this.tests.value = {};
      this.go('language');
    });

  /** Read these feeds now, a few in each call. */
  testFeeds = (urls: readonly string[]): Promise<boolean> =>
    this.doing(async () => {
      const rest = [...urls];
      const all = urls.length;
      try {
        while (rest.length > 0) {
          this.reading.value = { done: all - rest.length, all };
          const some = rest.splice(0, FEEDS_AT_ONCE);
          const { tests } = await this.call('setup.feeds.test', { urls: some, locale: locale.value });
          const told = tests.map((test) => [test.url, test] as const);
          this.tests.value = { ...this.tests.value, ...Object.fromEntries(told) };
        }
      } finally {
        this.reading.value = null;
      }
    });

  write = (): Promise<boolean> =>
    this.doing(async () => {
      const { value: plan } = this.plan;
      if (!plan || !(await mayReplace(plan))) return;
      const author = { name: await whoWrites(this.#store) };
      const { setup: say } = words.value;
      try {
        const { files } = await this.call('setup.write', {
          ...{ over: plan.revision, author, locale: locale.value },
        });
        this.written.value = files;
        this.look.value = await this.call('setup.look');
        toast(say.written, 'done');
        announce(say.written);
      } catch (error) {
        const isOther = error instanceof GatewayError && error.field === 'over';
        if (isOther) await this.#loadPlan();
        throw isOther ? new Error(say.changedMeanwhile) : error;
      }
    });

  startFirstRun = (): Promise<boolean> =>
    this.doing(async () => {
      // It may have begun at a desk that is too busy with it to say so.
      this.#mayRun = true;
      try {
        this.firstRun.value = await this.call('setup.preview.start', { locale: locale.value });
      } finally {
        void this.#watchFirstRun();
      }
    });

  /** Do it, or say beneath the question why not. @returns whether it was done */
  async doing(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy.value) return false;
    this.busy.value = true;
    this.problem.value = '';
    try {
      await work();
      return true;
    } catch (error) {
      this.problem.value = messageOf(error);
      return false;
    } finally {
      this.busy.value = false;
    }
  }

  #goOn(): void {
    this.written.value = null;
    this.go(stepAfter(this.step.value, 1));
  }

  /** @returns whether the answer was kept */
  #goOnIfKept(): boolean {
    const { value: look } = this.look;
    if (!look || !this.#unsure || !isKept(this.#unsure.given, this.#unsure.before, look)) return false;
    this.#goOn();
    return true;
  }

  async #lookAgain(): Promise<boolean> {
    try {
      this.look.value = await this.call('setup.look');
      return this.#goOnIfKept();
    } catch {
      return false; // the answer's own failure is said
    }
  }

  async #loadPlan(): Promise<void> {
    const { value: look } = this.look;
    this.plan.value =
      look && look.open.length === 0 ? await this.call('setup.plan', { locale: locale.value }) : null;
  }

  /** Ask until it is over; a page that was closed meanwhile asks again. */
  async #watchFirstRun(): Promise<void> {
    clearTimeout(this.#watching);
    if (this.#store.view.value !== 'setup' || this.#store.connection.value !== 'open') return;
    const wasRunning = this.firstRun.value.kind === 'running';
    if (await attempt(async () => (this.firstRun.value = await this.call('setup.preview'))))
      this.#mayRun = false;
    const { kind } = this.firstRun.value;
    if (kind === 'running' || this.#mayRun)
      this.#watching = setTimeout(() => void this.#watchFirstRun(), PREVIEW_EVERY_MS);
    else if (wasRunning) announce(words.value.setup.firstRunOver);
  }
}
