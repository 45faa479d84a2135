/**
 * The manager: search, write, review, by code. A model writes and judges; what happens next is decided here.
 *
 * - One search, also of a brief that is started again; at most four calls of a model (`ask-model.ts`); 90 seconds in all.
 * - A draft that can't be used is asked for once more. What is not ready is written anew once, with the notes, and reviewed
 *   once more. What a model has turned down is never published without a second look of a model.
 */
import { errorMessage } from '../text/error-message.ts';
import { unlessAborted } from '../async/joined.ts';
import type { ModelReply, ModelRequest } from '../llm/chat-model.ts';
import type { Log } from '../newsroom/model/log.ts';
import type { SourcePack } from '../newsroom/model/source-pack.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { withoutLinks } from '../text/without-links.ts';
import { deadline } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import type { Locale } from '../time/locale.ts';
import { BriefCalls } from './ask-model.ts';
import type { BriefModel } from './ask-model.ts';
import { BriefRecord } from './brief-record.ts';
import type { RecordTerms } from './brief-record.ts';
import { differingLines } from './differing.ts';
import { fallbackPost, publishedPost } from './final-post.ts';
import { findArticles, foundBefore } from './find-articles.ts';
import type { Found, NewsSources } from './find-articles.ts';
import { MOST, judgeDraft } from './judge-draft.ts';
import type { Doubt } from './judge-draft.ts';
import { materialOf } from './material.ts';
import { draftOf } from './read-draft.ts';
import { Reviewer } from './reviewer.ts';
import type { Review } from './reviewer.ts';
import type { BriefState, Feedback, Outcome } from './state.ts';
import { FALLBACK, wordsIn } from './wording.ts';
import { Writer } from './writer.ts';

const MOST_MS = 90_000;

export interface BriefDeps extends BriefModel {
  readonly sources: NewsSources;
  /** What the project's verification doubts of a text that stands on these sources. */
  readonly doubts: (post: string, pack: SourcePack, locale: Locale) => Promise<readonly Doubt[]>;
  /** A text in the script of its readers. */
  readonly inScript: (post: string, locale: Locale) => Promise<string>;
  /** A text with a citation where only an article that it doesn't cite bears a sentence out. */
  readonly cited: (post: string, pack: SourcePack, locale: Locale) => Promise<string>;
  /** The newsroom's name, as its prompts say it. */
  readonly title: string;
  /** In which moments are told. */
  readonly zone: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface BriefTerms extends RecordTerms {
  /** Whom the calls are counted for. */
  readonly about: NonNullable<ModelRequest['about']>;
  /** In place of those configured for briefs. */
  readonly model?: string | undefined;
  readonly signal: AbortSignal;
}

export interface MadeBrief {
  readonly state: BriefState;
  /** What is posted. */
  readonly text: string;
  readonly servedBy?: ModelReply['servedBy'] | undefined;
}

class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Rejects with the outer signal's reason, or where the state can't be kept. */
export async function makeBrief(deps: BriefDeps, terms: BriefTerms): Promise<MadeBrief> {
  const late = new OutOfTime(`the brief took longer than ${MOST_MS / 1_000} seconds`);
  const time = deadline(deps.clock, deps.clock.now() + MOST_MS, late, terms.signal);
  const making = new BriefMaking(deps, { ...terms, signal: time.signal });
  try {
    return await making.make();
  } catch (error) {
    if (error !== late) throw error;
    return await making.end('timed_out', wordsIn(terms.locale).timedOut);
  } finally {
    time.clear();
  }
}

class BriefMaking {
  readonly #deps: BriefDeps;
  readonly #terms: BriefTerms;
  readonly #calls: BriefCalls;
  readonly #record: BriefRecord;

  constructor(deps: BriefDeps, terms: BriefTerms) {
    this.#deps = deps;
    this.#terms = terms;
    const { locale, about, model, signal } = terms;
    const values = {
      DESK_TITLE: deps.title,
      LANGUAGE: locale === 'zh' ? 'Traditional Chinese (Hong Kong)' : 'English',
      LENGTH: locale === 'zh' ? `${MOST.cjk} Chinese characters` : `${MOST.words} words`,
    };
    this.#calls = new BriefCalls(deps, { values, about, model, signal });
    this.#record = new BriefRecord(deps, terms);
  }

  async make(): Promise<MadeBrief> {
    const { locale } = this.#terms;
    const words = wordsIn(locale);
    await this.#record.save({});
    const found = await this.#search();
    const { articles, error } = found.results;
    if (error !== undefined) return this.end('search_failed', words.searchFailed(quoted(error)));
    if (articles.length === 0) return this.end('no_articles');
    const { writer, reviewer } = this.#specialists(found);
    const first = await writer.write();
    if (!first.ok) return this.end('draft_failed', words.draftFailed(quoted(first.problem)));
    let review = await reviewer.review(first.draft);
    if (!review.feedback.ready_for_publish && this.#mayRewrite(review)) {
      const again = await writer.rewrite(first.draft, review);
      if (again) review = await reviewer.review(again, review);
    }
    if (!review.feedback.ready_for_publish)
      return this.end('not_ready', ...sayNotes(review.feedback, locale));
    return this.#publish(review.post, found);
  }

  /** There is no brief: say so, and why. */
  async end(outcome: Exclude<Outcome, 'working' | 'published'>, ...because: string[]): Promise<MadeBrief> {
    const text = fallbackPost(this.#terms.locale, because);
    const said = because.length > 0 && { because: because.join('\n') };
    await this.#record.close({ outcome, final_post: text, model_calls: this.#calls.made, ...said });
    return { state: this.#record.state, text, servedBy: this.#calls.servedBy };
  }

  async #publish(post: string, { results: { articles }, pack }: Found): Promise<MadeBrief> {
    const { topic, locale } = this.#terms;
    const { zone } = this.#deps;
    const { servedBy } = this.#calls;
    const by_rules = servedBy?.languageModel !== true;
    const differing = differingLines(post, pack, locale);
    const text = publishedPost({ topic, post, differing, articles, byRules: by_rules, zone }, locale);
    await this.#record.close({ outcome: 'published', final_post: text, draft_post: draftOf(post), by_rules });
    return { state: this.#record.state, text, servedBy };
  }

  async #search(): Promise<Found> {
    const record = this.#record;
    const words = wordsIn(this.#terms.locale);
    await record.showStage(words.searching);
    const found = await record.stage('search', async () => {
      const got = await this.#searched();
      const { articles, searched, error } = got.results;
      const isKnown = this.#terms.known !== undefined;
      const facts = { articles: articles.length, searched, failed: error !== undefined, known: isKnown };
      return [got, facts] as const;
    });
    const { results } = found;
    if (results.error !== undefined) record.warn(results.error, 'brief: the search failed');
    await record.save({ search_results: results });
    record.addFinding(words.searching, words.articles(results.articles.length));
    return found;
  }

  /** A search that breaks is a search that failed. */
  async #searched(): Promise<Found> {
    const { sources, clock } = this.#deps;
    const { topic, locale, signal, known } = this.#terms;
    const nowMs = clock.now();
    if (known) return foundBefore(known, sources, nowMs);
    try {
      return await unlessAborted(findArticles(topic, { sources, locale, nowMs, signal }), signal);
    } catch (error) {
      signal.throwIfAborted();
      const searched = sources.search ? 'brave' : 'pool';
      const because = errorMessage(error);
      return {
        results: { articles: [], searched, message: FALLBACK[locale], error: because },
        pack: { builtAtMs: nowMs, sources: [] },
      };
    }
  }

  #specialists(found: Found): { readonly writer: Writer; readonly reviewer: Reviewer } {
    const { locale, topic } = this.#terms;
    const { doubts, clock, inScript, cited } = this.#deps;
    const { articles } = found.results;
    const shared = {
      calls: this.#calls,
      record: this.#record,
      material: materialOf(topic, found),
      words: wordsIn(locale),
      prepared: async (post: string) => cited(await inScript(post, locale), found.pack, locale),
    };
    const judge = async (post: string) =>
      judgeDraft(post, { articles, doubts: await doubts(post, found.pack, locale), nowMs: clock.now() });
    return { writer: new Writer(shared), reviewer: new Reviewer({ ...shared, judge }) };
  }

  /** A second draft without a second look at it is of use only where no model has turned the first one down. */
  #mayRewrite({ model }: Review): boolean {
    return model !== 'unasked' && this.#calls.left >= (model === 'turned down' ? 2 : 1);
  }
}

/** What a model or a server wrote, as it stands: it is no Markdown of ours. */
function quoted(line: string): string {
  return markdownWords(withoutLinks(line).trim(), true);
}

function sayNotes({ review_notes, issues_found }: Feedback, locale: Locale): string[] {
  const notes = review_notes === '' ? [] : review_notes.split('\n').map(quoted);
  return [wordsIn(locale).notReady, ...notes, ...issues_found.map((issue) => `- ${quoted(issue)}`)];
}
