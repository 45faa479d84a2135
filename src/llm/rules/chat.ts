/**
 * A conversation without a language model: find the intent by rule, call one tool, and word its result in the
 * asker's language.
 */
import { z } from 'zod';
import { cjkLength } from '../../text/cjk.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { answerAskedJob, askCreator, askCron, askLastRun, askWhenJob } from './ask-cron.ts';
import { askDesk, askTool } from './ask-desk.ts';
import { answerFromBrief, orderBrief } from './ask-brief.ts';
import { answerAskedNote } from './ask-notes.ts';
import { asksForMore, sayUpdates } from './say-since.ts';
import { answerAskedBack, askStory, askWhyNot, onLastStory } from './ask-story.ts';
import { askNamedJob, askPausedJob, askStoppedJob } from './ask-named-job.ts';
import { askSearch } from './ask-search.ts';
import { sayBeyondMe } from './beyond-me.ts';
import { intentOf } from './chat-intent.ts';
import type { Serving } from './chat-intent.ts';
import { LookUpResult } from './chat-shapes.ts';
import { callTool, sayText } from './desk-reply.ts';
import { explain, sayNoReason, topicWords } from './explain.ts';
import { orderOnLastJob } from './last-job.ts';
import { sayNotUnderstood } from './not-understood.ts';
import { questionOf } from './question.ts';
import {
  sayCannot,
  sayFarewell,
  sayGreeting,
  sayHelp,
  sayNothingOpen,
  sayRefused,
  sayThanks,
  sayTooLong,
  sayTooMany,
} from './say-chat.ts';
import { sayClock } from './say-moment.ts';
import { sayJobElsewhere } from './say-jobs.ts';
import { sayOrigin } from './say-origin.ts';
import { topicOf } from './topic.ts';
import { readResult, refusalIn, toolTalk } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';
import { withPerson } from './whom.ts';
import { splitRequests } from './split-requests.ts';
import type { Locale } from '../../time/locale.ts';
import { inWords, toolFor } from './chat-tools.ts';
import type { Served } from './chat-tools.ts';

/** The most requests that are handled in one message. */
const MOST_REQUESTS = 3;

/** Characters of a message. Word forms may take a square of its length; a message on Discord has at most as many. */
const MOST_ASKED = 4_000;

/** Handle each request of a message in order: tool calls while one is needed, then all the answers. */
export function chat(request: ModelRequest): ModelReply {
  const whole = toolTalk(request);
  if (whole.asked.length > MOST_ASKED) return sayText(sayTooLong(languageOf(whole.asked), MOST_ASKED));
  const requests = splitRequests(whole.asked, servingOf(request, whole));
  if (requests.length === 1) return serve(request, whole);
  const said: string[] = [];
  for (const [at, asked] of requests.slice(0, MOST_REQUESTS).entries()) {
    const reply = serve(request, toolTalk(request, { asked, at }));
    if (reply.toolCalls.length > 0) return reply;
    said.push(reply.text);
  }
  const rest = requests.slice(MOST_REQUESTS);
  if (rest.length > 0) said.push(sayTooMany(languageOf(whole.asked), rest));
  return sayText(said.join('\n\n'));
}

function servingOf({ tools }: ModelRequest, talk: ToolTalk): Serving {
  return { desk: talk.offers('desk'), tools };
}

/** The language of what somebody says. */
export function languageOf(text: string): Locale {
  return cjkLength(text) >= 2 || /^\P{Script=Latin}*\p{Script=Han}\P{Script=Latin}*$/u.test(text)
    ? 'zh'
    : 'en';
}

/** One request: its intent by rule, its tool, and the answer. */
function serve(request: ModelRequest, talk: ToolTalk): ModelReply {
  const agreed =
    answerAskedBack(talk, request.messages) ??
    answerAskedJob(talk, request.messages) ??
    answerAskedNote(talk, request.messages);
  if (agreed !== undefined) return agreed;
  const language = languageOf(talk.asked);
  const onLast = talk.offers('cron') ? orderOnLastJob(talk.asked, request.messages) : undefined;
  if (onLast !== undefined) return askCron(onLast, talk, language);
  const intent = intentOf(talk.asked, servingOf(request, talk));
  // "Pause stretch until Friday" would else leave a subject out.
  if (
    intent.kind === 'question' ||
    intent.kind === 'unknown' ||
    (intent.kind === 'beyond' && intent.request.request === 'skip') ||
    (intent.kind === 'remember' && intent.rule) ||
    // 「取消例會」 is said of notes, too.
    (intent.kind === 'forget' && /^(?:取消|刪除)/u.test(talk.asked))
  ) {
    const named = askNamedJob(talk.asked, talk, language);
    if (named !== undefined) return named;
  }
  if (intent.kind === 'question') {
    const whom = withPerson(intent.text, request.messages, language);
    if ('unclear' in whom) return sayText(whom.unclear);
    if (whom.question !== intent.text)
      return answerWith({ kind: 'question', text: whom.question }, request, talk, language);
    const when = isThread(request.material)
      ? undefined
      : (askWhenJob(talk.asked, talk, language) ??
        askLastRun(talk.asked, talk, language) ??
        askCreator(talk.asked, talk, language));
    if (when !== undefined) return when;
  }
  if (intent.kind === 'desk') return askDesk(intent.request, talk, language);
  if (intent.kind === 'tool') {
    const reply = askTool(intent.tool, intent.args, talk, language);
    const isDone = hasNothingToDo(talk.resultOf(intent.tool), language);
    const onJob = isDone
      ? (askPausedJob(talk.asked, talk, language) ?? askStoppedJob(talk.asked, talk, language))
      : undefined;
    return onJob ?? reply;
  }
  // In a story's thread its own sources come first.
  const ofBrief = isThread(request.material)
    ? undefined
    : answerFromBrief(intent, request.material, language);
  if (ofBrief !== undefined) return ofBrief;
  if (intent.kind === 'story') {
    const order = isThread(request.material) ? intent.order : onLastStory(intent.order, request.messages);
    return askStory(order, talk, language);
  }
  if (intent.kind === 'unknown') return sayText(sayNotUnderstood(language, intent.text));
  if (intent.kind === 'clock') return sayText(sayClock(language, request.material) ?? sayCannot(language));
  if (intent.kind === 'farewell') return sayText(sayFarewell(language));
  if (intent.kind === 'greeting') return sayText(sayGreeting(language));
  if (intent.kind === 'help') return sayText(sayHelp(language));
  if (intent.kind === 'thanks') return sayText(sayThanks(language));
  if (intent.kind === 'answer') return sayText(sayNothingOpen(language));

  if (intent.kind === 'job')
    return talk.offers('cron')
      ? askCron(intent.order, talk, language)
      : sayText(sayJobElsewhere(language, intent.order));
  if (intent.kind === 'brief') return orderBrief(intent.topic, talk, language);
  if (intent.kind === 'search') return askSearch(intent, talk, language);
  if (intent.kind === 'beyond') return sayText(sayBeyondMe(language, intent.request));
  if (intent.kind === 'explain' && topicWords(intent.text) === '' && talk.offers('desk'))
    return askDesk({ request: 'left_out' }, talk, language);
  const reason = intent.kind === 'explain' ? explain(intent.text, request.messages, language) : undefined;
  if (reason !== undefined) return sayText(reason);

  const origin = sayOrigin(talk.asked, request.material, language);
  if (origin !== undefined) return sayText(origin);

  if (intent.kind === 'explain') {
    const topic = topicWords(intent.text);
    const told = topic === '' ? undefined : askWhyNot(topic, talk, language);
    if (told !== undefined) return told;
  }
  if (isThread(request.material) && asksForMore(talk.asked) && talk.offers('look_up'))
    return tellUpdates(talk, language);

  return answerWith(intent, request, talk, language);
}

/** Call the tool of the intent, and say what it answers. */
export function answerWith(
  intent: Served,
  request: ModelRequest,
  talk: ToolTalk,
  language: Locale,
): ModelReply {
  const { tool, args } = toolFor(intent, request.messages);
  const result = talk.resultOf(tool);
  // "What happened?" in a channel is about all that was posted.
  if (
    result !== undefined &&
    intent.kind === 'question' &&
    asksOfAll(intent.text, result) &&
    talk.offers('stories')
  )
    return answerWith({ kind: 'stories' }, request, talk, language);
  if (result !== undefined) return sayText(inWords(intent, result, language));
  if (!talk.offers(tool))
    return sayText(
      intent.kind === 'explain' ? sayNoReason(intent.text, { notes: [] }, language) : sayCannot(language),
    );
  return callTool(talk.nextCallId, tool, args);
}

function asksOfAll(asked: string, result: string): boolean {
  return (
    readResult(LookUpResult, result)?.scope === 'recent' &&
    topicOf(asked) === undefined &&
    questionOf(asked).expected === 'summary'
  );
}

const Over = z.object({ outcome: z.literal('over') });

/** Whether a tool refused, or had done all before: something else may be meant. */
function hasNothingToDo(result: string | undefined, language: Locale): boolean {
  if (result === undefined) return false;
  return refusalIn(result, language) !== undefined || readResult(Over, result) !== undefined;
}

const Threaded = z.object({ thread: z.object({ title: z.string() }) });

function isThread(material: unknown): boolean {
  return Threaded.safeParse(material).success;
}

/** "What's new since?" in a thread is about its story. */
function tellUpdates(talk: ToolTalk, language: Locale): ModelReply {
  const result = talk.resultOf('look_up');
  if (result === undefined) return callTool(talk.nextCallId, 'look_up', { question: talk.asked });
  const found = readResult(LookUpResult, result);
  return sayText(
    found?.story == null
      ? sayRefused(language, refusalIn(result, language) ?? result.slice(0, 300))
      : sayUpdates(language, { ...found.story, updates: found.updates }),
  );
}
