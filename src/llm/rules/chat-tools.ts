/** What an intent asks of the chat's tools, and their answers in words. */
import { z } from 'zod';
import { cjkLength } from '../../text/cjk.ts';
import { shorten } from '../../text/shorten.ts';
import type { ChatMessage } from '../chat-model.ts';
import type { ChatIntent } from './chat-intent.ts';
import {
  ForgetResult,
  JobsResult,
  LookUpResult,
  NotesResult,
  RememberResult,
  StoriesResult,
} from './chat-shapes.ts';
import { sayNoReason } from './explain.ts';
import { byOutlet, findAnswer } from './find-answer.ts';
import { isAsking, sayNotUnderstood } from './not-understood.ts';
import { questionOf } from './question.ts';
import { sayAnswer } from './say-answer.ts';
import { sayForgotten, sayJobs, sayNotes, sayRefused, sayRemembered, sayStories } from './say-chat.ts';
import { citedAs, saySource } from './say-source.ts';
import { sayTopic, searchedFor } from './topic.ts';
import { readResult, refusalIn } from './tool-talk.ts';
import type { Locale } from '../../time/locale.ts';

export type Served = Exclude<
  ChatIntent,
  {
    kind:
      | 'answer'
      | 'beyond'
      | 'clock'
      | 'farewell'
      | 'desk'
      | 'tool'
      | 'brief'
      | 'job'
      | 'search'
      | 'story'
      | 'unknown';
  }
>;

/** Characters that `look_up` takes. */
const MOST_ASKED = 1_000;

/** The tool that serves an intent. Tools without arguments have the same name as the intent. */
export function toolFor(
  intent: Served,
  messages: readonly ChatMessage[],
): { tool: string; args: Record<string, unknown> } {
  switch (intent.kind) {
    case 'question':
      return { tool: 'look_up', args: { question: shorten(searchedFor(intent.text), MOST_ASKED) } };
    case 'remember':
      return { tool: 'remember', args: { text: intent.text } };
    case 'forget':
      if (intent.last) return { tool: 'forget', args: { last: true } };
      if (intent.all) return { tool: 'forget', args: { text: intent.text, all: true } };
      return { tool: 'forget', args: intent.id === undefined ? { text: intent.text } : { id: intent.id } };
    case 'explain':
      return { tool: 'notes', args: {} };
    case 'source':
      return { tool: 'look_up', args: { question: citedAs(intent.n, messages) } };
    case 'stories':
      return { tool: intent.kind, args: intent.when === undefined ? {} : { when: intent.when } };
    case 'notes':
    case 'jobs':
    case 'greeting':
    case 'help':
    case 'thanks':
      return { tool: intent.kind, args: {} };
  }
}

/** What a tool answered, in words. */
export function inWords(intent: ChatIntent, result: string, language: Locale): string {
  const refused = refusalIn(result, language);
  if (refused !== undefined) return sayRefused(language, refused);
  const said = sayResult(intent, result, language);
  return said ?? sayRefused(language, result.slice(0, 300));
}

/** Undefined when the tool's result has another shape. */
function sayResult(intent: ChatIntent, result: string, language: Locale): string | undefined {
  const read = <T>(schema: z.ZodType<T>, say: (value: T) => string): string | undefined => {
    const value = readResult(schema, result);
    return value === undefined ? undefined : say(value);
  };
  switch (intent.kind) {
    case 'remember':
      return read(RememberResult, (value) => sayRemembered(language, value));
    case 'forget':
      return read(ForgetResult, (value) => sayForgotten(language, value, intent.text ?? ''));
    case 'explain':
      return read(NotesResult, (value) => sayNoReason(intent.text, value, language));
    case 'source':
      return read(LookUpResult, (value) => saySource(language, intent.n, value));
    case 'answer':
    case 'beyond':
    case 'clock':
    case 'farewell':
    case 'desk':
    case 'tool':
    case 'brief':
    case 'job':
    case 'search':
    case 'story':
    case 'unknown':
      return undefined;
    case 'notes':
      return read(NotesResult, (value) => sayNotes(language, value));
    case 'jobs':
      return read(JobsResult, (value) => sayJobs(language, value));
    case 'stories':
      return read(StoriesResult, (value) => sayStories(language, value, intent.when));
    case 'question':
      return read(LookUpResult, (value) => {
        const ofTopic = sayTopic(intent.text, language, value);
        if (ofTopic !== undefined) return ofTopic;
        const { said, passages } = byOutlet(intent.text, value.passages);
        const question = questionOf(said);
        const finding = findAnswer(question, passages, value.story?.title ?? '');
        // A sentence that asks nothing and matches nothing isn't an unanswered question.
        if (finding.kind === 'unanswered' && !isAsking(intent.text) && isSentence(intent.text))
          return sayNotUnderstood(language, intent.text);
        return sayAnswer(question, finding, value);
      });
    case 'greeting':
    case 'help':
    case 'thanks':
      return undefined;
  }
}

/** Fewer words are a search: "ferry crash cause". */
function isSentence(text: string): boolean {
  return text.split(/\s+/u).length > 3 || cjkLength(text) > 6;
}
