/** What a person does with automations: look at them, add, edit, pause, skip, run and remove them. */
import { newJob, patchOf } from '../model/job-form.ts';
import type { JobFields } from '../model/job-form.ts';
import type { Job, JobChoices, JobList, Preview, Schedule } from '../model/shapes.ts';
import { dayAndTime } from '../model/times.ts';
import { ask, askText } from '../views/questions.tsx';
import { attempt } from './desk.ts';
import { GatewayError } from './gateway-client.ts';
import type { Call } from './gateway-client.ts';
import { announce, toast } from './notices.ts';
import { locale, words } from './preferences.ts';
import type { JobRuns } from './job-runs.ts';
import type { Store } from './store.ts';
import type { Upkeep } from './upkeep.ts';
import { whoWrites } from './who-writes.ts';

type SkippedSlot = NonNullable<JobList['skipped']>[string][number];

export class JobActions {
  readonly #call: Call;
  readonly #store: Store;
  readonly #upkeep: Upkeep;
  readonly #runs: JobRuns;
  #asked = 0;
  /** What may have been added, as the desk did not say in time whether it was; and the jobs that there were before. */
  #unsure: { readonly wanted: Wanted; readonly known: ReadonlySet<string> } | undefined;

  constructor(call: Call, store: Store, upkeep: Upkeep, runs: JobRuns) {
    this.#call = call;
    this.#store = store;
    this.#upkeep = upkeep;
    this.#runs = runs;
  }

  /** While they are looked at. Of several questions at once, only the answer to the last counts. */
  load = async (): Promise<void> => {
    const { view, connection, allJobs, allJobsFailed } = this.#store;
    if (view.value !== 'jobs' || connection.value !== 'open') return;
    const question = ++this.#asked;
    const done = await attempt(async () => {
      const list = await this.#call('cron.list', { includeDisabled: true, words: locale.value });
      if (question === this.#asked) allJobs.value = list;
    });
    void attempt(() => this.#runs.follow(allJobs.value?.jobs ?? []));
    if (question === this.#asked) allJobsFailed.value = !done;
  };

  choices = (): Promise<JobChoices> => this.#call('cron.choices', { locale: locale.value });

  /** How a schedule is understood. @param tz empty for the desk's own */
  preview = (schedule: string, tz: string): Promise<Preview> =>
    this.#call('cron.preview', {
      schedule,
      locale: locale.value,
      ...(tz.trim() !== '' && { tz: tz.trim() }),
    });

  /** Pressed again where the desk did not answer in time, it adds no second one. @throws what the desk refuses */
  async add(fields: JobFields, schedule: Schedule): Promise<void> {
    const wanted = newJob(fields, schedule);
    const job = (await this.#addedBefore(wanted)) ?? (await this.#add(wanted));
    this.#did(words.value.automations.done.added(job.name));
    await this.#changed(job);
  }

  /** @throws what the desk refuses */
  async change(job: Job, was: JobFields, is: JobFields, schedule: Schedule | undefined): Promise<void> {
    const patch = patchOf(job, was, is, schedule);
    if (Object.keys(patch).length === 0) return;
    const author = await this.#author();
    const changed = await this.#call('cron.update', { id: job.id, patch, author });
    this.#did(words.value.automations.done.changed(changed.name));
    await this.#changed(changed);
  }

  setEnabled = (job: Job, enabled: boolean): Promise<boolean> =>
    attempt(async () => {
      const author = await this.#author();
      const changed = await this.#call('cron.update', { id: job.id, patch: { enabled }, author });
      const { done } = words.value.automations;
      this.#did((enabled ? done.resumed : done.paused)(job.name));
      await this.#changed(changed);
    });

  /** The next run doesn't take place, after a question for the reason. */
  async skip(job: Job): Promise<void> {
    const { automations: say } = words.value;
    const slotMs = job.state.nextRunAtMs;
    if (slotMs === undefined) return;
    const because = await askText({
      title: say.skipTitle(job.name),
      body: say.skipWhen(dayAndTime(slotMs, words.value)),
      label: say.skipWhy,
      agree: say.skipAgree,
      optional: true,
    });
    if (because === undefined) return;
    const now = this.#store.allJobs.value?.jobs.find(({ id }) => id === job.id);
    if (now?.state.nextRunAtMs !== slotMs) return toast(say.done.notSkipped(job.name));
    await attempt(async () => {
      const author = await this.#author();
      const asked = { id: job.id, author, ...(because !== '' && { because }) };
      const answer = await this.#call('cron.skipNext', asked);
      this.#did(say.done.skipped(job.name, dayAndTime(answer.slotMs, words.value)));
      await this.#changed(answer.job);
    });
  }

  unskip = (job: Job): Promise<boolean> =>
    attempt(async () => {
      const { job: changed, slotMs } = await this.#call('cron.skipNext', {
        id: job.id,
        undo: true,
        author: await this.#author(),
      });
      this.#did(words.value.automations.done.unskipped(job.name, dayAndTime(slotMs, words.value)));
      await this.#changed(changed);
    });

  /** For debugging, after a question. */
  async runNow(job: Job): Promise<void> {
    const { automations: say } = words.value;
    if (!(await ask({ title: say.runTitle(job.name), body: say.runBody, agree: say.runAgree }))) return;
    await attempt(async () => {
      const { runId, reason = '' } = await this.#call('cron.run', { id: job.id, mode: 'force' });
      if (runId === null) toast(say.done.notRun(job.name, reason));
      else this.#did(say.done.queued(job.name));
      await this.load();
    });
  }

  async remove(job: Job): Promise<void> {
    await this.#upkeep.removeJob(sessionOfJob(job), job);
    await this.load();
  }

  /** The slots still to come that were skipped, earliest first. */
  skippedOf = ({ id }: Job): readonly SkippedSlot[] => this.#store.allJobs.value?.skipped?.[id] ?? [];

  async #add(wanted: Wanted): Promise<Job> {
    const { value: before } = this.#store.allJobs;
    const author = await this.#author();
    try {
      return await this.#call('cron.add', { ...wanted, author } as never);
    } catch (error) {
      const isUnsure = error instanceof GatewayError && ['timeout', 'disconnected'].includes(error.code);
      if (isUnsure && before) this.#unsure = { wanted, known: new Set(before.jobs.map(({ id }) => id)) };
      throw error;
    }
  }

  async #addedBefore(wanted: Wanted): Promise<Job | undefined> {
    const unsure = this.#unsure;
    if (!unsure || !isAlike(unsure.wanted, wanted)) return undefined;
    const { jobs } = await this.#call('cron.list', { includeDisabled: true });
    this.#unsure = undefined;
    return jobs.find((job) => !unsure.known.has(job.id) && isAlike(job, wanted));
  }

  #author = async (): Promise<{ name: string }> => ({ name: await whoWrites(this.#store) });

  #did(said: string): void {
    toast(said, 'done');
    announce(said);
  }

  async #changed(job: Job): Promise<void> {
    const session = sessionOfJob(job);
    await Promise.all([this.load(), ...(session === '' ? [] : [this.#upkeep.loadJobs(session)])]);
  }
}

type Wanted = ReturnType<typeof newJob>;

interface Told {
  readonly name: string;
  readonly payload: { readonly kind: string; readonly message?: string };
}

/** By its name and what it is told: the desk gives schedules more than was asked. */
function isAlike({ name, payload }: Told, other: Wanted): boolean {
  return name === other.name && payload.message === other.payload.message;
}

/** The conversation that a job is bound to; empty for none. */
export const sessionOfJob = ({ payload, sessionTarget }: Pick<Job, 'payload' | 'sessionTarget'>): string =>
  sessionTarget === 'bound' && payload.kind === 'agentTurn' ? (payload.sessionKey ?? '') : '';
