/** What a brief is about: a line of words that can be searched for. */
import { isBlank } from '../sessions/visible.ts';
import { briefTopic } from '../text/brief-request.ts';
import { readsAsCjk } from '../text/cjk.ts';
import { localeOf } from '../time/locale.ts';
import type { Locale, WrittenLanguage } from '../time/locale.ts';
import { BriefRefusal } from './refusal.ts';

/** In UTF-16 units; a search takes no more words than this has. */
const LONGEST_TOPIC = 300;

/** On one line, without what steers a screen or the direction of writing. @throws BriefRefusal */
function readTopic(given: string): string {
  const topic = given
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (isBlank(topic)) throw new BriefRefusal('no_topic', {});
  if (topic.length > LONGEST_TOPIC)
    throw new BriefRefusal('long_topic', { longest: LONGEST_TOPIC, length: topic.length });
  return topic;
}

/** A job's message, or what a person typed, may ask for a brief in a sentence. @throws BriefRefusal */
export function topicIn(message: string): string {
  return readTopic(briefTopic(message) ?? message);
}

/** Whoever asks in Chinese is told in Chinese, whatever the edition is written in. */
export function localeFor(topic: string, language: WrittenLanguage): Locale {
  return readsAsCjk(topic) ? 'zh' : localeOf(language);
}
