/**
 * Whether a person spoke of the story that a model is about to change. Every story is made of pages, and a page may
 * order that another one is approved, so the person's own words must name it, or point at it: "approve it", 「撤回呢篇」.
 */
import { scriptless } from '../../text/chinese/scripts.ts';
import { conceptsOf, termsOf } from '../../text/concepts.ts';
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import { POINTED } from '../../text/pointing.ts';
import { requestsIn, withoutPeople, withoutQuotedLines } from '../../text/requests.ts';
import { tokens } from '../../text/tokens.ts';
import type { StoryRecord } from '../model/story-service.ts';
import { askedFor, verbOf } from './asked-action.ts';
import type { StoryVerb } from './asked-action.ts';

interface Named {
  /** How the model named it: words of its title, or its id. */
  readonly given: string | undefined;
  readonly record: StoryRecord;
  readonly action: StoryVerb;
}

/** What is said of any story, and of any page. */
const OF_ANY = new Set(
  tokens(
    'story stories article page site link post piece news report summary headline title source text draft item thing reader editor desk hold approve publish release check wait stop kill drop pull withdraw remove delete cancel retry try rewrite correct correction wrong fix follow watch track update write cover read tell give make new newest last latest first next waiting today now please can',
  ),
);
/** So short a message is about what was spoken of last. */
const SHORT = 8;
const ADDRESS = /\S*(?::\/\/|www\.)\S*/giu;
/** What may be said with a bare verb: "yes, approve please". */
const POLITE =
  /\b(?:yes|yep|ok(?:ay)?|please|pls|now|then|right away|at once|thanks?|thank you|go ahead|and)\b|[啦喇吧呀咗好係是可以唔該謝多]/giu;
const STORY = '(?:stor(?:y|ies)|pieces?|drafts?|articles?|reports?|ones?|items?|posts?)';
const THE = '(?:the|this|that|these|those|our|my|your|both|all)';
const WHICH =
  '(?: (?:waiting|held|new|newest|last|latest|first|second|third|next|whole|other|current|posted|same))*';
const IT = `(?:${POINTED}|\\b(?:all|both|everything)\\b(?!\\s+(?:the|of|about|that|we)\\b)|\\b${THE}${WHICH} ${STORY}\\b)`;
const CHINESE_IT = scriptless(
  '(?:[呢嗰這那該此上][一兩幾]?[篇單則條宗件份](?!網|頁)|[呢嗰這那該此]個?(?:報道|報導|稿|故事)|佢|它)',
);
/** Between a verb and what it is done to. */
const THEN = '(?:[\\s,:–—-]+(?:please|now|just|back|up|on|off|to|for|with|an|eye))*[\\s,:–—-]+';
const IS =
  "(?:\\s+(?:is|are|was|can|may|should|must|has|have|to|be|been|being|needs?|now|back|on|out|fine|not|please))*(?:['’]s)?\\s+";
/** Where the verb itself says little, what it is done to stands beside it: "post it", not "post a summary of this". */
const STRICT: ReadonlySet<StoryVerb> = new Set(['hold', 'approve', 'kill', 'retry']);

export function isSpokenOf(
  { given, record, action }: Named,
  { said, saidBefore }: { readonly said: string; readonly saidBefore: string },
): boolean {
  const asks = requestsIn(said)
    .split('\n')
    .filter((sentence) => askedFor(sentence, action));
  if (asks.some((sentence) => pointsAt(scriptless(sentence), action))) return true;
  const spoken = lengthOf(said) <= SHORT ? `${said}\n${saidBefore}` : said;
  const own = withoutPeople(withoutQuotedLines(spoken));
  if (own.includes(record.status.id)) return true;
  // The address of a page that they ask about is its author's.
  const words = own.replace(ADDRESS, ' ');
  return (
    (given !== undefined && isIn(words, given)) || titlesOf(record).some((title) => hasWordOf(title, words))
  );
}

function pointsAt(sentence: string, action: StoryVerb): boolean {
  const verb = `(?:${verbOf(action).source})`;
  const isBare = !/[\p{L}\p{N}]/u.test(sentence.replace(new RegExp(verb, 'giu'), ' ').replace(POLITE, ' '));
  const forms = STRICT.has(action)
    ? [
        `${verb}${THEN}${IT}`,
        `${IT}${IS}${verb}`,
        `${verb}[^，。,;；\\s]{0,4}${CHINESE_IT}`,
        `${CHINESE_IT}[^，。,;；\\s]{0,4}${verb}`,
      ]
    : [`${IT}|${CHINESE_IT}`];
  // "Take it down" has what it is done to in its midst.
  const found = new RegExp(verb, 'iu').exec(sentence)?.[0] ?? '';
  return (
    isBare ||
    /\b(?:it|this|that)\b/iu.test(found) ||
    forms.some((form) => new RegExp(form, 'iu').test(sentence))
  );
}

/** The words that the model gave for it are the person's, and name something. */
function isIn(own: string, given: string): boolean {
  if (given.includes('/')) return false;
  const theirs = new Set(tokens(own));
  const words = tokens(given);
  return words.some((word) => !OF_ANY.has(word)) && words.every((word) => theirs.has(word));
}

/** Whether somebody's words have a word or a name of the title, in either language. */
export function hasWordOf(title: string, own: string): boolean {
  const terms = { glossary: bundledGlossary(), acrossLanguages: true };
  const called = termsOf(title, terms);
  const spoken = [...tokens(own), ...conceptsOf(own, terms).flat()];
  return spoken.some((term) => called.has(term) && !OF_ANY.has(term) && !term.startsWith('#'));
}

function titlesOf({ status, job, published }: StoryRecord): string[] {
  return [status.title, job?.story.title, published?.title].filter((title) => title !== undefined);
}

function lengthOf(said: string): number {
  return said
    .replace(/\p{Script=Han}{2}/gu, ' x ')
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
