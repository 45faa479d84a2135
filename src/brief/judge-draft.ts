/**
 * What rules can judge of a draft: its length, its citations, how recent they are, whether the articles bear it out. No
 * model overrides what they find. Pure.
 */
import { citedSentences } from '../text/cited-sentences.ts';
import { hasLinks } from '../text/without-links.ts';
import { citesOf, lengthOf, unitOf } from './read-draft.ts';
import type { Article } from './state.ts';

export const MOST = { words: 200, cjk: 400 } as const;
/** Older news is none of a brief. */
export const RECENT_MS = 30 * 24 * 3_600_000;

/** Something that a text says and that no article bears out, as the project's verification found it. */
export interface Doubt {
  /** One-based, among the sentences of the text. */
  readonly sentence: number;
  readonly kind: string;
  readonly text: string;
  readonly contradicted: boolean;
}

export interface Issue {
  readonly rule: 'length' | 'citations' | 'recency' | 'grounding' | 'links';
  /** A sentence for the writer and for people. */
  readonly said: string;
  /** The sentence that it is about. */
  readonly sentence?: string;
}

interface Terms {
  readonly articles: readonly Article[];
  readonly doubts: readonly Doubt[];
  readonly nowMs: number;
}

/** What the rules find wrong: length, citations, old articles, links and doubted claims. Empty if nothing is wrong. */
export function judgeDraft(post: string, { articles, doubts, nowMs }: Terms): Issue[] {
  return [
    ...tooLong(post),
    ...uncited(post, articles.length),
    ...old(post, articles, nowMs),
    ...linked(post),
    ...doubted(post, doubts),
  ];
}

function tooLong(post: string): Issue[] {
  const unit = unitOf(post);
  const length = lengthOf(post);
  if (length <= MOST[unit]) return [];
  const what = unit === 'cjk' ? 'Chinese characters' : 'words';
  return [{ rule: 'length', said: `over ${MOST[unit]} ${what}: it has ${length}` }];
}

function uncited(post: string, articles: number): Issue[] {
  const stray = citesOf(post).filter((n) => n < 1 || n > articles);
  const bare = sentencesOf(post).filter(({ standsOn }) => standsOn.length === 0);
  return [
    ...stray.map((n): Issue => ({ rule: 'citations', said: `[${n}] is none of the ${articles} articles` })),
    ...bare.map(({ text }): Issue => ({ rule: 'citations', said: `no citation: “${text}”`, sentence: text })),
  ];
}

function old(post: string, articles: readonly Article[], nowMs: number): Issue[] {
  return citesOf(post).flatMap((n): Issue[] => {
    const at = articles[n - 1]?.published_at;
    if (at == null || nowMs - Date.parse(at) <= RECENT_MS) return [];
    return [{ rule: 'recency', said: `[${n}] is older than 30 days: ${at.slice(0, 10)}` }];
  });
}

function linked(post: string): Issue[] {
  return hasLinks(post) ? [{ rule: 'links', said: 'the text has a link; links stand under it' }] : [];
}

function doubted(post: string, doubts: readonly Doubt[]): Issue[] {
  const sentences = citedSentences(post);
  return doubts.map(({ sentence, kind, text, contradicted }): Issue => {
    const whole = sentences[sentence - 1]?.text;
    const said = `${contradicted ? 'contradicted' : 'unsupported'} (${kind}): “${text}”`;
    return { rule: 'grounding', said, ...(whole !== undefined && { sentence: whole }) };
  });
}

/** Those that say something: a line that is marked as a heading, short and no whole sentence, says nothing yet. */
function sentencesOf(post: string) {
  const lines = post.split('\n');
  const cited = citedSentences(post);
  return cited.filter(({ line }) => {
    const text = (lines[line] ?? '').trim();
    const isOne = cited.filter((other) => other.line === line).length === 1;
    return !HEADING.test(text) || !isOne || STATEMENT.test(text);
  });
}

const HEADING = /^(?:#{1,6}\s.*|\*\*[^*\n]+\*\*:?|【[^】\n]*】)$/u;
const STATEMENT = /[.。!！][”"’'」』)]{0,3}[*】]*$|(?:\S+\s+){16}\S|\p{Script=Han}{30}/u;
