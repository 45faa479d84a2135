/**
 * Step 4: each article in three bullets and a line of at most 40 words or 80 Chinese characters. Wants `LetterChecks`, and
 * `LetterModel` where a language model is configured.
 *
 * - What a model writes is held to the article: in place of a bullet, or a line, with a doubted claim stands a sentence of
 *   the article.
 * - Without a language model, and where it fails or leaves an article out, the article's best sentences are quoted.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { z } from 'zod';
import type { ArticleSummary, DownloadedArticle, StepOutputs } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { StepFailed, type LetterChecks, type LetterModel, type StepDeps } from './deps.ts';
import { inParallel } from '../../async/in-parallel.ts';
import { bestQuotes, fitsLine, lineFrom, quoteFor } from './quotes.ts';
import { lineOf, readItems } from './read-items.ts';
import { checkSource } from './sources.ts';
import { leftBecause } from './left-reasons.ts';
import { stepWords } from './words.ts';

export type SummaryInputs = Pick<StepOutputs, 'download_articles'>;

export interface SummaryStepDeps extends StepDeps {
  readonly model: LetterModel;
  readonly checks: LetterChecks;
}

const BULLETS = 3;
/** To choose from, where a bullet is replaced. */
const QUOTES = 8;
const BATCH = 4;
const AT_ONCE = 3;
const SHOWN_CHARACTERS = 4_000;

const written = z.object({
  bullets: z.array(z.unknown()).transform((all) => all.flatMap((one) => lineOf.safeParse(one).data ?? [])),
  line: z
    .unknown()
    .optional()
    .transform((one) => lineOf.safeParse(one).data),
});
type Written = z.output<typeof written>;
const answer = z.object({
  items: z.array(z.object({ i: z.int(), bullets: z.array(z.string()), line: z.string() })),
});

interface Tally {
  quoted: number;
  replaced: number;
  failedBatches: number;
}

/** The step `extract_summaries`: the main points of each article, held to its text. */
export async function extractSummaries(
  { download_articles: { articles } }: SummaryInputs,
  deps: SummaryStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['extract_summaries']>> {
  const words = stepWords(deps.edition.language).summary;
  const tally: Tally = { quoted: 0, replaced: 0, failedBatches: 0 };
  const batches = Array.from({ length: Math.ceil(articles.length / BATCH) }, (_, n) =>
    articles.slice(n * BATCH, (n + 1) * BATCH),
  );
  let done = 0;
  const results = await inParallel(batches, AT_ONCE, signal, async (batch) => {
    const said = await writtenBy(batch, deps, tally, signal);
    const summaries: (ArticleSummary | { readonly what: string; readonly error: string })[] = [];
    for (const [at, article] of batch.entries()) {
      await breathe();
      signal.throwIfAborted();
      const summary = await summaryOf(article, said.get(at + 1), deps.checks, tally);
      summaries.push(summary ?? { what: article.url, error: leftBecause('nothing_to_say') });
      deps.progress?.((done += 1), articles.length);
    }
    return summaries;
  });
  const all = results.flat();
  const summaries = all.filter((one): one is ArticleSummary => 'bullets' in one);
  const failed = all.flatMap((one) => ('what' in one ? [one] : []));
  if (summaries.length === 0) throw new StepFailed(words.noSummaries);
  const { quoted, replaced, failedBatches } = tally;
  return {
    output: { summaries, failed },
    message: words.summarised(summaries.length, quoted, replaced),
    counts: {
      ...{ summaries: summaries.length, failed: failed.length, quoted },
      ...{ replaced_bullets: replaced, failed_batches: failedBatches },
    },
  };
}

async function writtenBy(
  batch: readonly DownloadedArticle[],
  { model }: SummaryStepDeps,
  tally: Tally,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Written>> {
  if (!model.serves()) return new Map();
  const reply = await model.ask({
    profile: 'newsletter_summary',
    input: {
      articles: batch.map(({ title, source, text }, at) => ({
        ...{ i: at + 1, title, source },
        text: text.slice(0, SHOWN_CHARACTERS),
      })),
    },
    answer,
    signal,
  });
  if (reply.kind === 'answered') return readItems(reply.value, batch.length, written);
  tally.failedBatches += 1;
  return new Map();
}

/** Undefined for a page without a single sentence. */
async function summaryOf(
  article: DownloadedArticle,
  said: Written | undefined,
  checks: LetterChecks,
  tally: Tally,
): Promise<ArticleSummary | undefined> {
  const quotes = bestQuotes(article.text, QUOTES);
  const first = quotes.slice(0, BULLETS).toSorted((a, b) => a.place - b.place);
  if (said === undefined || said.bullets.length === 0) {
    if (first.length === 0) return undefined;
    tally.quoted += 1;
    const bullets = first.map(({ text }) => text);
    return { url: article.url, bullets, line: lineFrom(quotes.map(({ text }) => text)) };
  }
  const given = said.bullets.slice(0, BULLETS);
  const line = said.line !== undefined && fitsLine(said.line) ? said.line : undefined;
  const isDoubted = await doubtsIn([...given, line ?? ''], article, checks);
  const bullets: string[] = [];
  for (const bullet of given) {
    if (!isDoubted(bullet)) {
      bullets.push(bullet);
      continue;
    }
    tally.replaced += 1;
    const instead = quoteFor(bullet, quotes, bullets);
    if (instead !== undefined) bullets.push(instead);
  }
  while (bullets.length < BULLETS) {
    const further = quotes.find(({ text }) => quoteFor(text, [{ text, place: 0 }], bullets) !== undefined);
    if (further === undefined) break;
    bullets.push(further.text);
  }
  if (bullets.length === 0) return undefined;
  const isFit = line !== undefined && !isDoubted(line);
  return { url: article.url, bullets, line: isFit ? line : lineFrom(bullets) };
}

/** Which of some texts the article doesn't bear out, looked up at once. */
async function doubtsIn(
  texts: readonly string[],
  article: DownloadedArticle,
  checks: LetterChecks,
): Promise<(text: string) => boolean> {
  const cited = (text: string) => `${text} [1]`;
  const body = texts.map(cited).join('\n');
  const { doubts } = await checks.check({ title: '', body }, [checkSource(article)]);
  return (text) => doubts.some(({ sentence }) => cited(text).includes(sentence));
}
