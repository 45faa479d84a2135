/** What editors do with stories, wired: commands, the agent's tool, and following. */
import type { TaskQueue } from '../async/task-queue.ts';
import type { Logger } from 'pino';
import { sayDone } from '../commands/say-done.ts';
import { sayTopic, sayWhy } from '../commands/say-why.ts';
import { storyCommands } from '../commands/story-commands.ts';
import type { Command } from '../feature/command.ts';
import type { Cron } from '../cron/cron.ts';
import type { Desk } from '../desk/desk.ts';
import { FollowStory } from '../desk/follow-story.ts';
import { guildsIn } from '../desk/guild-reach.ts';
import { storyTool } from '../desk/story-tool.ts';
import { whyTopic } from '../newsroom/ask/why-topic.ts';
import type { WhyTopic } from '../newsroom/ask/why-topic.ts';
import { whyStory } from '../newsroom/ask/why-story.ts';
import type { WhyStory } from '../newsroom/ask/why-story.ts';
import type { InputsSnapshot, PlanKind } from '../newsroom/model/candidate.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { DoneAction, StoryService, StoryRecord } from '../newsroom/model/story-service.ts';
import type { EventService } from '../newsroom/intake/event-service.ts';
import { Follower } from '../newsroom/follow/follower.ts';
import type { Inputs } from '../newsroom/intake/inputs.ts';
import type { JobFiles } from '../newsroom/batches/job-files.ts';
import type { BatchTerms } from '../newsroom/plan/draft-batch.ts';
import { draftUpdate } from '../newsroom/plan/draft-update.ts';
import { EventRefusal } from '../newsroom/intake/pool/event-book.ts';
import type { Pool } from '../newsroom/intake/pool/pool.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Tool } from '../sessions/tool.ts';
import type { Clock } from '../time/clock.ts';
import type { Stores } from './stores.ts';
import type { Locale } from '../time/locale.ts';

interface StoryDeskDeps {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly zone: string;
  readonly edition: Edition;
  readonly editors: StoryService;
  readonly events: EventService;
  readonly cron: Cron;
  readonly say: Desk['say'];
  readonly lastInputs: (kind: PlanKind) => Promise<InputsSnapshot | undefined>;
}

type SaidVerb = Parameters<typeof sayDone>[0];

/** The commands and the tool of stories: one set of parts, so that they can do and say the same. */
export function buildStoryDesk(parts: StoryDeskDeps): { commands: Command[]; tools: Tool[] } {
  const { stores, clock, zone, edition, editors, events, cron, say, lastInputs } = parts;
  const { stories, actions, sessions, ops } = stores;
  const event = async (id: number) => {
    try {
      return await events.show(id);
    } catch (error) {
      if (error instanceof EventRefusal) return undefined; // it has served its time
      throw error;
    }
  };
  const deps = {
    editors,
    stories,
    ops,
    say,
    clock,
    zone,
    guildOf: guildsIn(sessions),
    follow: new FollowStory({ cron, stories, actions, clock, language: edition.language }),
    why: (record: StoryRecord) => whyStory(record, { stories, event, edition }),
    whyTopic: (topic: string, desk: SessionKey) =>
      whyTopic(topic, desk, { stories, lastInputs, editors, edition }),
    sayWhy: (told: WhyStory, locale: Locale) => sayWhy(told, locale, zone),
    sayTopic: (topic: string, told: WhyTopic, locale: Locale) => sayTopic(topic, told, locale, zone),
    sayDone: (verb: SaidVerb, story: DoneAction, { language, words }: { language: Locale; words?: string }) =>
      sayDone(verb, story, { locale: language, zone, words }),
  };
  return { commands: storyCommands(deps), tools: [storyTool(deps)] };
}

interface FollowerDeps {
  readonly stores: Pick<Stores, 'stories' | 'actions'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly edition: Edition;
  readonly pool: Pool;
  readonly inputs: Pick<Inputs, 'updateFeeds'>;
  readonly files: Pick<JobFiles, 'ensure'>;
  readonly newBatchId: () => string;
  readonly promptFor: BatchTerms['promptFor'];
  readonly cron: Cron;
  readonly tasks: Pick<TaskQueue, 'poke'>;
}

/** Who looks what became of followed stories. */
export function buildFollower(parts: FollowerDeps): Follower {
  const { stores, clock, log, edition, pool, inputs, files, newBatchId, promptFor, cron, tasks } = parts;
  return new Follower({
    stories: stores.stories,
    actions: stores.actions,
    pool,
    clock,
    refresh: () => inputs.updateFeeds(),
    draft: ({ story, development, turn, nowMs }) => {
      const { event, links, news, kind } = development;
      const why = kind === 'development' ? `a development: ${event.title}` : `new: ${news.join(', ')}`;
      return draftUpdate(
        { story, eventId: event.id, links, news, why },
        {
          runId: newBatchId(),
          desk: story.desk,
          edition,
          nowMs,
          job: turn.run && { id: turn.run.jobId, name: turn.run.jobName, slotMs: turn.run.slotMs },
          promptFor,
        },
      );
    },
    ordered: async (plan) => {
      try {
        await files.ensure(plan);
      } catch (error) {
        // Ordered is ordered: files that could not be written now are the pipeline's to write.
        log.warn({ err: error, run: plan.run.run.run_id }, 'job files of an update were not written yet');
      }
      tasks.poke();
    },
    ended: async (jobId) => void (await cron.remove(jobId)),
  });
}
