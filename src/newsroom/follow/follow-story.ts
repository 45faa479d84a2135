/**
 * Following a story: a quiet job bound to its thread, which ends at a time. There is one job per thread; a second
 * request moves its end.
 */
import type { Cron } from '../../cron/cron.ts';
import { boundTo } from '../../cron/job.ts';
import type { CreatedBy, Job } from '../../cron/job.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import { StoryRefusal } from '../model/story-service.ts';
import { FOLLOW_PROFILE } from './follower.ts';
import type { StoryBook } from '../model/story-book.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { Clock } from '../../time/clock.ts';
import { conversationJob } from '../../cron/conversation-job.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

interface FollowDeps {
  readonly cron: Cron;
  readonly stories: Pick<StoryBook, 'find'>;
  readonly actions: Pick<EditorialActionBook, 'act'>;
  readonly clock: Clock;
  /** The language of the job's name and message. */
  readonly language: WrittenLanguage;
}

interface FollowRequest {
  readonly by: CreatedBy & { readonly name: string };
  readonly untilMs?: number | undefined;
  readonly key?: string | undefined;
  readonly mark?: ((what: string) => EffectMark) | undefined;
}

/** A story that is followed. */
export interface Followed {
  readonly title: string;
  readonly untilMs: number;
  readonly job: Job;
  /** It was followed before; only the end has changed. */
  readonly already: boolean;
}

const EVERY_MS = 30 * 60_000;
const DEFAULT_MS = 7 * 24 * 3_600_000;
const LONGEST_MS = 30 * 24 * 3_600_000;

export class FollowStory {
  readonly #deps: FollowDeps;

  constructor(deps: FollowDeps) {
    this.#deps = deps;
  }

  /** @throws StoryRefusal for a story without a thread or an impossible end; CronError, DeskError. */
  async follow(id: string, { by, untilMs, key, mark }: FollowRequest): Promise<Followed> {
    const { cron, clock } = this.#deps;
    const atMs = clock.now();
    const until = untilMs ?? atMs + DEFAULT_MS;
    if (until <= atMs || until > atMs + LONGEST_MS)
      throw new StoryRefusal('bad_request', {
        en: 'A story is followed for at most 30 days, from now on.',
        zh: '跟進最多 30 天，由現在起計。',
      });
    const { id: story, title, thread } = await this.#posted(id);
    // Store the action first: a follow without a job ends by itself.
    const action = { story, kind: 'follow', by: by.name, atMs, untilMs: until } as const;
    await this.#deps.actions.act({ ...action, ...(key !== undefined && { key }) }, ({ actions }) => {
      if (actions.some(({ kind }) => kind === 'kill'))
        throw new StoryRefusal('ended', {
          en: `"${title}" was withdrawn: there is nothing to follow.`,
          zh: `「${title}」已撤回，沒有可跟進的。`,
        });
      return {};
    });
    // Only now: a job that was there before may be removed by who unfollows it meanwhile.
    const [known] = await this.#jobsIn(thread);
    if (known) {
      const job = known.enabled ? known : await cron.update(known.id, { enabled: true });
      return { title, untilMs: until, job, already: true };
    }
    const request = {
      ...this.#words(title),
      schedule: { kind: 'every', everyMs: EVERY_MS },
      profile: FOLLOW_PROFILE,
      quiet: true,
    } as const;
    const what = `follows "${title}"`;
    // Somebody else may have asked for it since.
    const terms = { isSame: isFollow, mark: mark && (() => mark(what)) };
    const { job, isNew } = await cron.addOnce(conversationJob(request, thread), by, terms);
    return { title, untilMs: until, job, already: !isNew };
  }

  /**
   * @returns whether it was followed.
   * @throws StoryRefusal, CronError
   */
  async stop(id: string, { by, key, mark }: FollowRequest): Promise<boolean> {
    const { id: story, title, thread } = await this.#posted(id);
    const jobs = await this.#jobsIn(thread);
    const action = { story, kind: 'unfollow', by: by.name, atMs: this.#deps.clock.now() } as const;
    // The board shows a story as followed by its actions, also where its job was removed in the thread.
    const isFollowed = (actions: readonly EditorialAction[]) =>
      actions.findLast(({ kind }) => kind === 'follow' || kind === 'unfollow')?.kind === 'follow';
    for (const [at, job] of jobs.entries())
      await this.#deps.cron.remove(job.id, {
        by: by.name,
        ...(at === 0 && mark && { mark: mark(`follows "${title}" no more`) }),
      });
    // Last: who follows it after this finds no job that is about to go.
    await this.#deps.actions.act({ ...action, ...(key !== undefined && { key }) }, ({ actions }) =>
      jobs.length > 0 || isFollowed(actions) ? {} : undefined,
    );
    return jobs.length > 0;
  }

  /** The threads of the stories that are followed. */
  async threads(): Promise<SessionKey[]> {
    const jobs = await this.#deps.cron.list();
    return jobs.filter(isFollow).flatMap((job) => boundTo(job) ?? []);
  }

  async #posted(
    id: string,
  ): Promise<{ readonly id: string; readonly title: string; readonly thread: SessionKey }> {
    const story = await this.#deps.stories.find(id);
    // An update belongs to its story's thread, so that story is followed.
    const whole = story?.updateOf === undefined ? story : await this.#deps.stories.find(story.updateOf);
    if (whole?.thread === undefined)
      throw new StoryRefusal('not_posted', {
        en: 'Only a posted story can be followed: updates go into its thread.',
        zh: '只有已發佈的報道才可以跟進：最新發展會發到它的討論串。',
      });
    return { id: whole.id, title: whole.title, thread: whole.thread };
  }

  async #jobsIn(thread: SessionKey): Promise<Job[]> {
    const jobs = await this.#deps.cron.list({ session: thread, includeDisabled: true });
    return jobs.filter(isFollow);
  }

  #words(title: string): { readonly name: string; readonly message: string } {
    const short = [...title].slice(0, 120).join('');
    return this.#deps.language === 'en'
      ? { name: `Follow: ${short}`, message: `Tell this thread what is new about "${short}".` }
      : { name: `跟進：${short}`, message: `在這個討論串報告「${short}」的最新發展。` };
  }
}

function isFollow({ payload }: Job): boolean {
  return payload.kind === 'agentTurn' && payload.profile === FOLLOW_PROFILE;
}
