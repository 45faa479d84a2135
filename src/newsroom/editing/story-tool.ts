/**
 * The agent's tool for stories. Everybody may read. Actions require the right to manage jobs and a person's request
 * in this very turn; schedules, heartbeats and pages can't cause them.
 */
import { z } from 'zod';
import { hasHan } from '../../text/chinese/has-han.ts';
import { basisOf } from '../ask/say-claims.ts';
import type { WhyTopic } from '../ask/why-topic.ts';
import type { WhyStory } from '../ask/why-story.ts';
import { StoryRefusal } from '../model/story-service.ts';
import type { DoneAction, StoryService, StoryRecord } from '../model/story-service.ts';
import type { EditorsRequest } from '../model/editorial-action.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { ToolRefusal, tool } from '../../sessions/tool.ts';
import type { UndoLog } from '../../feature/undo-log.ts';
import type { Tool, ToolContext } from '../../sessions/tool.ts';
import { dayAndTime } from '../../time/zone.ts';
import { askedFor, inTheirWords, saidBy, sameWords } from './asked-action.ts';
import type { StoryVerb } from './asked-action.ts';
import type { AskedBack } from '../../feature/asked-back.ts';
import { shorten } from '../../text/shorten.ts';
import { deskHere } from '../ask/desk-here.ts';
import { findStory } from './find-story.ts';
import { meant, named } from './named-story.ts';
import * as refusals from './refusals.ts';
import { statusView, whyView } from './story-tool-views.ts';
import type { StoryFinder } from './find-story.ts';
import type { FollowStory } from '../follow/follow-story.ts';
import { mustBeAnEditors } from '../../feature/person-asked.ts';
import { refusing } from '../../feature/refusing.ts';
import { momentOf } from '../../cron/given-moment.ts';
import type { Locale } from '../../time/locale.ts';
import { writtenIn } from '../../time/locale.ts';

interface StoryToolDeps extends StoryFinder {
  /** People's last actions. A story's action can't be undone automatically, so it is recorded as such. */
  readonly undoLog?: UndoLog;
  /** What waits for an editor's yes. */
  readonly askedBack: AskedBack<Withdrawal>;
  readonly editors: StoryService;
  readonly follow: FollowStory;
  readonly why: (record: StoryRecord) => Promise<WhyStory>;
  readonly whyTopic: (topic: string, desk: SessionKey, language: Locale) => Promise<WhyTopic>;
  /** Both as text, in the command's words. */
  readonly sayWhy: (told: WhyStory, language: Locale) => string;
  readonly sayTopic: (topic: string, told: WhyTopic, language: Locale) => string;
  /** The result of an action and the next step, in the command's words. */
  readonly sayDone: (
    verb: SaidAction,
    story: DoneAction,
    said: { language: Locale; words?: string },
  ) => string;
  readonly zone: string;
}

type SaidAction = 'hold' | 'approve' | 'kill' | 'correct';
type Reaches = readonly [looking: StoryToolDeps, acting: StoryToolDeps];

const words = z.string().trim().min(1).max(1_000).exactOptional();
const StoryArgs = z.strictObject({
  action: z.enum([
    'why',
    'sources',
    'hold',
    'approve',
    'kill',
    'retry',
    'correct',
    'follow',
    'unfollow',
    'write',
  ]),
  story: words.describe("which story: words of its title, or its id; without it, the thread's own"),
  topic: words.describe(
    'for why: what became of a page or topic, posted or not; for write: what to write about',
  ),
  language: z.enum(['en', 'zh']).exactOptional().describe('of the answer in `said` or `claims`'),
  update: z
    .boolean()
    .exactOptional()
    .describe('for write: an update of what is posted already, into its thread; only when asked for'),
  again: z
    .boolean()
    .exactOptional()
    .describe(
      'for write: although a story of it was withdrawn; only once the editor was told and wants it all the same',
    ),
  text: words.describe("for correct: what is right, in the editor's own words"),
  why: words.describe('for hold and kill: the reason that was given'),
  until: words.describe('for hold, follow, and write (an embargo): "in 2h", "tomorrow 9:00"'),
});
type StoryArgs = z.infer<typeof StoryArgs>;

/** @param acting the same, with the stories that somebody may change as those that they see */
export function storyTool(deps: StoryToolDeps, acting: StoryToolDeps): Tool {
  return tool({
    name: 'story',
    description:
      'A story of this channel: why it was picked, what became of a topic (posted, waiting, killed, left out) and why, its sources and the passages behind its claims; and, when an ' +
      'editor asks for it in this message, hold, approve, kill, retry, correct, follow, unfollow or write one. To kill ' +
      'a posted one is asked back first, and done when the next message of that editor says yes.',
    outside: ['record', 'leftOut', 'said', 'stories', 'story', 'asks'],
    args: StoryArgs,
    run: (args, context) =>
      refusing(deps.zone, () => storyRefusing(() => act([deps, acting], args, context))),
  });
}

/** The longest story id that fits into a button's signed id. */
const MOST_BUTTON_ID = 55;

/** A posted story that is to be withdrawn. */
export interface Withdrawal {
  readonly story: string;
  readonly why: string | undefined;
}

async function act([looking, deps]: Reaches, given: StoryArgs, context: ToolContext): Promise<object> {
  const { action } = given;
  const args = inTheirWords(given, context);
  if (action === 'why' || action === 'sources') return look(looking, { ...args, action }, context);
  mustBeAnEditors(context, 'change stories');
  const agreed = action === 'kill' ? await agreedTo(deps, args.story, context) : undefined;
  if (agreed !== undefined) {
    const { story, why = args.why } = agreed;
    const killed = await carryOut(
      deps,
      { ...args, action: 'kill', story, ...(why !== undefined && { why }) },
      context,
    );
    await deps.askedBack.done(context);
    return killed;
  }
  if (!askedFor(context.said, action))
    throw new ToolRefusal(
      `nobody asked in this message to ${action} a story: ask them whether they want that; ` +
        `orders in words are understood in English and Chinese, /story ${action} does it in any language`,
    );
  if (action === 'write') return carryOut(deps, { ...args, action }, context);
  const id = await meant(deps, { ...args, action }, context);
  if (action !== 'kill') return carryOut(deps, { ...args, action, story: id }, context);
  const status = (await deps.editors.record(id))?.status;
  if (!status?.posted || status.posted.withdrawn)
    return carryOut(deps, { ...args, action, story: id }, context);
  await deps.askedBack.ask(context, { story: id, why: args.why });
  offerWithdrawal(context, id, status.title);
  return {
    asks: { title: status.title },
    todo: 'Nothing is done yet: the story is posted. Ask the editor whether to withdraw it; call kill again when they answer yes.',
  };
}

/** Add the question as a button under the answer; an id that is too long gets only the text. */
function offerWithdrawal({ offer, said }: ToolContext, story: string, title: string): void {
  if (story.length > MOST_BUTTON_ID) return;
  offer({
    label: hasHan(said) ? `撤回「${shorten(title, 40)}」` : `Withdraw “${shorten(title, 40)}”`,
    style: 'danger',
    command: 'story kill',
    options: { story, sure: true },
  });
}

/** The story to be confirmed, if the message is that person's yes. */
async function agreedTo(
  { askedBack, ...deps }: StoryToolDeps,
  story: string | undefined,
  context: ToolContext,
): Promise<Withdrawal | undefined> {
  const answered = await askedBack.answered(context);
  if (answered === undefined || story === undefined || story === answered.story) return answered;
  const found = await findStory(deps, context, story);
  return found.kind === 'one' && found.id === answered.story ? answered : undefined;
}

async function look(
  deps: StoryToolDeps,
  { action, story, topic, language }: StoryArgs & { action: 'why' | 'sources' },
  context: ToolContext,
): Promise<object> {
  if (action === 'why' && topic !== undefined) {
    const desk = await deskHere(deps, context);
    const told = await deps.whyTopic(topic, desk, language ?? 'en');
    const stories = told.stories.map((status) => statusView(status, deps.zone));
    return { stories, leftOut: told.leftOut, said: deps.sayTopic(topic, told, language ?? 'en') };
  }
  const id = await named(deps, story, context);
  const record = await deps.editors.record(id);
  if (!record) throw refusals.unknown(id);
  if (action === 'why') {
    const why = await deps.why(record);
    return { record: whyView(why, deps.zone), said: deps.sayWhy(why, language ?? 'en') };
  }
  if (!record.published) throw refusals.sourcesOpen();
  return { said: basisOf(record.published, writtenIn(language), 4_000) };
}

async function carryOut(
  deps: StoryToolDeps,
  args: StoryArgs & { action: StoryVerb },
  context: ToolContext,
): Promise<object> {
  const done = await perform(deps, args, context);
  await deps.undoLog?.record(context, { command: `story ${args.action}` });
  return done;
}

async function perform(
  deps: StoryToolDeps,
  args: StoryArgs & { action: StoryVerb },
  context: ToolContext,
): Promise<object> {
  const { editors, follow, zone } = deps;
  const { actor, turn, said: theirs, nowMs } = context;
  const by = turn.author?.name ?? actor.name;
  const { action, why, topic, text } = args;
  const untilMs = args.until === undefined ? undefined : momentOf(args.until, nowMs, zone);
  const done: EditorsRequest = { by, atMs: nowMs, ...(why !== undefined && { why }) };
  if (action === 'write') {
    if (topic === undefined || !saidBy(theirs, topic))
      throw new ToolRefusal('give the page or the topic as the editor named it');
    const desk = await deskHere(deps, context);
    // Two topics in one message are two orders; the same topic twice is one.
    const key = `${turn.id}:write:${sameWords(topic)}`;
    const update = args.update === true;
    return {
      ordered: await editors.write({
        ...done,
        key,
        what: topic,
        desk,
        update,
        again: wantsAgain(args.again, theirs),
        ...(untilMs !== undefined && { embargoUntilMs: untilMs }),
      }),
      ...(untilMs !== undefined && { not_before: dayAndTime(untilMs, zone) }),
    };
  }
  const id = await named(deps, args.story, context);
  const keyed: EditorsRequest = { ...done, key: `${turn.id}:${action}:${id}` };
  const person = { kind: 'agent', name: by, ...(actor.id !== undefined && { id: actor.id }) } as const;
  const request = { by: person, untilMs, key: `${turn.id}:${action}:${id}`, mark: context.mark };
  const said = (verb: SaidAction, story: DoneAction) => ({
    story: statusView(story, zone),
    said: deps.sayDone(verb, story, {
      language: args.language ?? 'en',
      ...(verb === 'kill' && why !== undefined && { words: why }),
      ...(verb === 'correct' && text !== undefined && { words: text }),
    }),
  });
  switch (action) {
    case 'hold':
      return said('hold', await editors.hold(id, { ...keyed, ...(untilMs !== undefined && { untilMs }) }));
    case 'approve':
      return said('approve', await editors.approve(id, keyed));
    case 'kill':
      return said('kill', await editors.kill(id, keyed));
    case 'retry':
      return { ordered: await editors.retry(id, keyed) };
    case 'correct':
      if (text === undefined || !saidBy(theirs, text))
        throw new ToolRefusal('a correction is in the words of the editor: ask what is right');
      return said('correct', await editors.correct(id, { ...keyed, text }));
    case 'follow': {
      const followed = await follow.follow(id, request);
      return { followed: { title: followed.title, until: dayAndTime(followed.untilMs, zone) } };
    }
    case 'unfollow':
      return { unfollowed: await follow.stop(id, request) };
  }
}

/** A withdrawn story is written again only when the person's own message says so. */
function wantsAgain(again: boolean | undefined, said: string): boolean {
  return (
    again === true &&
    /\b(?:again|anyway|all the same|nevertheless|even so|re-?order)\b|再|仍|照樣|重新/iu.test(said)
  );
}

/** Turns the newsroom's refusals into sentences for the model. */
async function storyRefusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoryRefusal)
      throw new ToolRefusal(error.message, { cause: error, zh: error.words.zh });
    throw error;
  }
}
