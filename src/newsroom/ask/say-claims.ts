/** What a story stands on: its sources, and its claims, each with the passage that supports it, quoted and linked. */
import type { Claim, SourceConflict } from '../model/claim.ts';
import type { Source } from '../model/source-pack.ts';
import type { PublishedStory } from '../model/story-book.ts';
import { sayDoubt } from '../verify/say-doubt.ts';
import type { WrittenLanguage } from '../../time/locale.ts';
import { shortLine } from '../../text/shorten.ts';

interface Words {
  readonly none: string;
  readonly unchecked: string;
  /** A standing doubt, and a doubt of the rules that a checker has cleared. */
  readonly inDoubt: (why: string) => string;
  readonly cleared: string;
  readonly published: string;
  readonly conflict: (sides: readonly string[]) => string;
  readonly why: Readonly<Record<NonNullable<Claim['because']>, string>>;
}

const ENGLISH: Words = {
  none: 'The claims of this story were not looked up.',
  unchecked: 'not checkable',
  inDoubt: (why) => `in doubt: ${why}`,
  cleared: '(doubted by the rules, cleared by the checker)',
  published: 'by its day of publication or its outlet',
  conflict: (sides) => `The sources differ: ${sides.join('; ')}`,
  why: {
    untranslatable: 'translated',
    undated: 'no source names the day',
    loose: 'not named so in a source',
  },
};

const CHINESE: Words = {
  none: '本文的說法未經查核。',
  unchecked: '無法查核',
  inDoubt: (why) => `存疑：${why}`,
  cleared: '（規則存疑，經查核員確認）',
  published: '據其發表日期或媒體名稱',
  conflict: (sides) => `各來源說法不一：${sides.join('；')}`,
  why: { untranslatable: '譯文', undated: '來源未註明日期', loose: '來源並無相同名稱' },
};

/** A longer passage is cut at its end. */
const LONGEST_QUOTE = 160;
const LONGEST_TITLE = 150;

type StoryBasis = Pick<PublishedStory, 'claims' | 'conflicts' | 'pack'>;

/**
 * A line for each passage, with the claims that it supports: `“Eleven”, “6.7” – [1] Quayside Post: “Eleven dead after 6.7
 * quake” <url>`. A passage that says no more than the claim is not repeated. Links are in angle brackets, so that they
 * show no previews.
 */
export function claimsOf(story: StoryBasis, language: WrittenLanguage): string {
  const words = language === 'en' ? ENGLISH : CHINESE;
  const [open, close] = language === 'en' ? (['“', '”'] as const) : (['「', '」'] as const);
  const quoted = (text: string) => `${open}${shortLine(text, LONGEST_QUOTE)}${close}`;
  if (story.claims === undefined) return words.none;
  const where = ({ n, quote }: { readonly n: number; readonly quote: string }, said = '') => {
    const source = story.pack.sources.find((one) => one.n === n);
    const more = quote === said ? '' : `: ${quoted(quote)}`;
    return `[${n}] ${source?.outlet ?? ''}${more} <${source?.url ?? ''}>`;
  };
  const finding = (claim: Claim) => {
    const { text, verdict, because, passage, by } = claim;
    if (verdict === 'doubted' || verdict === 'contradicted') {
      const doubt = words.inDoubt(sayDoubt(claim, language));
      return passage === undefined ? doubt : `${doubt} – ${where(passage)}`;
    }
    if (verdict !== 'supported')
      return because === undefined ? words.unchecked : `${words.unchecked} (${words.why[because]})`;
    const found = passage === undefined ? words.published : where(passage, text);
    return by === 'checker' ? `${found} ${words.cleared}` : found;
  };
  const conflict = ({ sides }: SourceConflict) =>
    words.conflict(sides.map(({ value, passage }) => `${value} – ${where(passage)}`));
  // The claims of a fully supported sentence are already listed.
  const told = story.claims.filter(({ kind, verdict }) => kind !== 'entailment' || verdict !== 'supported');
  const claims = new Map<string, Set<string>>();
  for (const claim of told) {
    const found = finding(claim);
    claims.set(found, (claims.get(found) ?? new Set()).add(quoted(claim.text)));
  }
  const comma = language === 'en' ? ', ' : '、';
  const lines = [...claims].map(([found, texts]) => `${[...texts].join(comma)} – ${found}`);
  return [...new Set([...lines, ...(story.conflicts ?? []).map(conflict)])].join('\n');
}

/**
 * The sources of a story, then its claims.
 *
 * @param most characters; what is longer ends with the last line that fits.
 */
export function basisOf(story: StoryBasis, language: WrittenLanguage, most: number): string {
  const sources = story.pack.sources.filter(({ usable }) => usable).map(sourceLine);
  const lines = [...sources, '', ...claimsOf(story, language).split('\n')];
  let length = 0;
  const fit = lines.filter((line) => (length += line.length + 1) <= most);
  return [...fit, ...(fit.length < lines.length ? ['…'] : [])].join('\n').trim();
}

/** `[1] Quayside Post — Eleven dead after 6.7 quake <url>` */
export function sourceLine({ n, outlet, title, url }: Source): string {
  return `[${n}] ${outlet} — ${shortLine(title, LONGEST_TITLE)} <${url}>`;
}
