/**
 * What a planner is shown of its inputs: what it chooses by, and no more, as every word is read at every call. Ids,
 * addresses, scores and the states of feeds stay in the snapshot, by which code judges what was picked.
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
  /** The edition's own rules of style: titles keep to them. */
  readonly house_style: readonly string[];
  /** Of the feeds and searches: silence is no proof that there was no news. */
  readonly feeds: {
    readonly of: number;
    readonly answered: number;
    readonly items: number;
    readonly newItems: number;
    /** Those that didn't answer; at most a few. */
    readonly silent?: readonly string[];
  };
  /** Best first, by rule. */
  readonly candidates: readonly object[];
  /** What editors' notes kept out, with its category as people read it, to be told in the channel; at most a few. */
  readonly leftOut?: readonly Omit<LeftOut, 'event_id' | 'rule'>[];
}

/** Tokens, about: four Latin characters are one, and each Chinese one. */
const MOST_DESCRIPTION = 46;
/** Of two that tell the same, each is shorter. */
const MOST_BESIDE_SUMMARY = 22;
const MOST_SUMMARY = 15;
const LATIN_A_TOKEN = 4;
const MOST_OUTLETS = 5;
const MOST_SILENT = 8;
const MOST_LEFT_OUT = 10;

/** The inputs as a planner is shown them. */
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
  const asked = [...feeds, ...searches.filter(({ result }) => result === 'ok' || result === 'failed')];
  // One that is left alone after failures has not answered either.
  const silent = asked.filter(({ result }) => result !== 'ok' && result !== 'unchanged');
  return {
    of: asked.length,
    answered: asked.length - silent.length,
    items: asked.reduce((sum, { items }) => sum + items, 0),
    newItems: asked.reduce((sum, { newItems }) => sum + newItems, 0),
    ...(silent.length > 0 && { silent: silent.slice(0, MOST_SILENT).map(({ label }) => label) }),
  };
}

/** The feed's own words beside a model's summary: what the summary leaves out may be what matters. */
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
