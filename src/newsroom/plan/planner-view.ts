/**
 * What a planner sees of its inputs: only what it needs to choose, because every word is read at every call. Ids,
 * addresses, scores and feed states stay in the snapshot, which code uses to check the picks.
 */
import { categoryLabel } from '../edition/category-label.ts';
import type { Candidate, InputsSnapshot, LeftOut } from '../model/candidate.ts';
import type { Edition } from '../edition/edition.ts';
import { languageOf } from '../model/language.ts';
import { shortenAtWord } from '../../text/shorten.ts';

interface Shown {
  readonly kind: InputsSnapshot['kind'];
  readonly language: Edition['language'];
  readonly pick: InputsSnapshot['pick'];
  /** The edition's style rules, which titles must follow. */
  readonly house_style: readonly string[];
  /** States of feeds and searches: silence doesn't prove that there was no news. */
  readonly feeds: {
    readonly of: number;
    readonly answered: number;
    readonly items: number;
    readonly newItems: number;
    /** A few that didn't answer. */
    readonly silent?: readonly string[];
  };
  /** Best first, by rule. */
  readonly candidates: readonly object[];
  /** A few events excluded by editors' notes, with their categories' labels, to be mentioned in the channel. */
  readonly leftOut?: readonly Omit<LeftOut, 'event_id' | 'rule'>[];
}

/** In tokens, roughly: four Latin characters or one Chinese character each. */
const MOST_DESCRIPTION = 46;
/** The length of each when a candidate has both a description and a summary. */
const MOST_BESIDE_SUMMARY = 22;
const MOST_SUMMARY = 15;
const LATIN_A_TOKEN = 4;
const MOST_OUTLETS = 5;
const MOST_SILENT = 8;
const MOST_LEFT_OUT = 10;

/** The inputs as a planner sees them. */
export function plannerView(snapshot: InputsSnapshot, edition: Edition): Shown {
  const { language, style } = edition;
  const { kind, pick, candidates } = snapshot;
  const leftOut = snapshot.leftOut.filter(({ noteId }) => noteId !== undefined).slice(0, MOST_LEFT_OUT);
  return {
    kind,
    language,
    pick,
    house_style: style.notes,
    feeds: feedsIn(snapshot),
    candidates: candidates.map((one) => candidateShown(one, language)),
    ...(leftOut.length > 0 && {
      leftOut: leftOut.map(({ event_id: _, rule: __, category, ...one }) => {
        return { ...one, category: categoryLabel(category, edition) };
      }),
    }),
  };
}

function feedsIn({ feeds, searches = [] }: InputsSnapshot): Shown['feeds'] {
  const asked = [
    ...feeds.filter(({ result }) => result !== 'paused'),
    ...searches.filter(({ result }) => result === 'ok' || result === 'failed'),
  ];
  // A feed that is skipped after failures hasn't answered either.
  const silent = asked.filter(({ result }) => result !== 'ok' && result !== 'unchanged');
  return {
    of: asked.length,
    answered: asked.length - silent.length,
    items: asked.reduce((sum, { items }) => sum + items, 0),
    newItems: asked.reduce((sum, { newItems }) => sum + newItems, 0),
    ...(silent.length > 0 && { silent: silent.slice(0, MOST_SILENT).map(({ label }) => label) }),
  };
}

/** Show the feed's own words beside a model's summary, because they may contain what it leaves out. */
function candidateShown(candidate: Candidate, language: Edition['language']): object {
  const {
    i,
    title,
    description,
    summary_en: summary,
    suggested_category,
    age_minutes,
    link_count,
  } = candidate;
  const { domains, parent_event_id, suggest_flags, languages = [] } = candidate;
  const isForeign = !languages.some((one) => (language === 'en') === (one === 'en'));
  return {
    i,
    title,
    ...(description !== '' &&
      description !== title && {
        description: cut(description, summary ? MOST_BESIDE_SUMMARY : MOST_DESCRIPTION),
      }),
    ...(summary !== undefined && summary !== description && { summary: cut(summary, MOST_SUMMARY) }),
    suggested_category,
    age_minutes,
    link_count,
    domains: domains.slice(0, MOST_OUTLETS),
    ...(isForeign && languages.length > 0 && { languages }),
    ...(parent_event_id !== null && { parent_event_id }),
    ...(suggest_flags.length > 0 && { suggest_flags }),
  };
}

function cut(text: string, mostTokens: number): string {
  return shortenAtWord(text, languageOf(text) === 'en' ? mostTokens * LATIN_A_TOKEN : mostTokens);
}
