/** Connects the editors' commands and the agent's tool for stories. */
import { AskedBack } from '../../feature/asked-back.ts';
import type { Kernel } from '../../feature/kernel.ts';
import { sayDone } from './say-done.ts';
import { sayTopic, sayWhy } from './say-why.ts';
import { storyCommands } from './story-commands.ts';
import type { Command } from '../../feature/command.ts';
import { FollowStory } from '../follow/follow-story.ts';
import { guildsIn } from '../../sessions/guilds.ts';
import type { DeskReach } from '../ask/desk-here.ts';
import { followedTool } from '../editing/followed-tool.ts';
import { storyTool } from '../editing/story-tool.ts';
import type { Withdrawal } from '../editing/story-tool.ts';
import { reasonIn } from '../ask/reason-in.ts';
import { leftOutLately } from '../ask/why-left-out.ts';
import type { LeftOutStory } from '../ask/why-left-out.ts';
import { whyTopic } from '../ask/why-topic.ts';
import type { WhyTopic } from '../ask/why-topic.ts';
import { whyStory } from '../ask/why-story.ts';
import type { WhyStory } from '../ask/why-story.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import type { StoryBook } from '../model/story-book.ts';
import type { InputsSnapshot, PlanKind } from '../model/candidate.ts';
import type { Edition } from '../edition/edition.ts';
import type { DoneAction, StoryService, StoryRecord } from '../model/story-service.ts';
import type { Feedback } from '../intake/feedback.ts';
import type { EventService } from '../intake/event-service.ts';
import { EventRefusal } from '../intake/pool/event-book.ts';
import type { Actor } from '../../sessions/actor.ts';
import type { Said } from '../../sessions/said.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Tool } from '../../sessions/tool.ts';
import type { Locale } from '../../time/locale.ts';

interface StoryDeskDeps {
  readonly kernel: Pick<Kernel, 'cron' | 'clock' | 'stores' | 'desk' | 'undoLog'>;
  readonly stories: StoryBook;
  readonly actions: EditorialActionBook;
  readonly zone: string;
  readonly edition: Edition;
  readonly editors: StoryService;
  readonly events: EventService;
  readonly feedback: Feedback;
  readonly sees: DeskReach['sees'];
  /** Those of the sessions whose places somebody can see and where they may manage jobs. */
  readonly manages: DeskReach['sees'];
  readonly lastInputs: (kind: PlanKind) => Promise<InputsSnapshot | undefined>;
}

type SaidVerb = Parameters<typeof sayDone>[0];

/** The commands and the tool for stories. They share their dependencies, so that they do and say the same. */
export function buildStoryDesk(given: StoryDeskDeps): { commands: Command[]; tools: Tool[] } {
  const { kernel, stories, actions, zone, edition, editors, events, feedback, lastInputs, sees, manages } =
    given;
  const { cron, clock, stores } = kernel;
  const { sessions, ops } = stores;
  const event = async (id: number) => {
    try {
      return await events.show(id);
    } catch (error) {
      if (error instanceof EventRefusal) return undefined; // It was pruned.
      throw error;
    }
  };
  const inLanguage = (left: readonly LeftOutStory[], locale: Locale) =>
    left.map(({ why, ...story }) => ({
      ...story,
      ...(why !== undefined && { why: reasonIn(why, locale, edition) }),
    }));
  const deps = {
    editors,
    feedback,
    labels: edition,
    stories,
    ops,
    say: (said: Said, actor: Actor) => kernel.desk.say(said, actor),
    clock,
    zone,
    guildOf: guildsIn(sessions),
    sees,
    follow: new FollowStory({ cron, stories, actions, clock, language: edition.language }),
    why: (record: StoryRecord) => whyStory(record, { stories, event, edition }),
    whyTopic: async (topic: string, desk: SessionKey, locale: Locale) => {
      const told = await whyTopic(topic, desk, { stories, lastInputs, editors, edition });
      return { ...told, leftOut: inLanguage(told.leftOut, locale) };
    },
    leftOut: async (desk: SessionKey, locale: Locale) =>
      inLanguage(await leftOutLately(desk, { stories, lastInputs, edition }), locale),
    undoLog: kernel.undoLog,
    askedBack: new AskedBack<Withdrawal>(stores.sessionState, 'asked back of stories'),
    sayWhy: (told: WhyStory, locale: Locale) => sayWhy(told, locale, zone),
    sayTopic: (topic: string, told: WhyTopic, locale: Locale) => sayTopic(topic, told, locale, zone),
    sayDone: (verb: SaidVerb, story: DoneAction, { language, words }: { language: Locale; words?: string }) =>
      sayDone(verb, story, { locale: language, zone, words }),
  };
  // Seeing a desk channel isn't the right to change what it has not posted.
  const acting = { ...deps, sees: manages };
  return {
    commands: storyCommands(deps, acting),
    tools: [storyTool(deps, acting), followedTool({ ...deps, actions })],
  };
}
