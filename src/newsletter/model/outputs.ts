/**
 * What each step hands on, as JSON. A person may have edited it since: it is read back through its schema.
 *
 * Articles are named by their address throughout. Times are milliseconds since 1970, UTC.
 */
import { z } from 'zod';
import { citesOf } from './cited-text.ts';

const url = z.url();
const time = z.number().int().nonnegative();

const gatheredUrl = z.strictObject({
  url,
  title: z.string().min(1),
  /** The feed or search that told of it: "BBC News". */
  source: z.string(),
  /** The source's reliability in the edition: 1 is the highest. */
  tier: z.number().int().min(1).exactOptional(),
  publishedAtMs: time.exactOptional(),
  /** What the feed says about it. */
  description: z.string().exactOptional(),
  /** The category that the feed promises, as the edition spells it. */
  category: z.string().exactOptional(),
});
export type GatheredUrl = z.infer<typeof gatheredUrl>;

const article = gatheredUrl.extend({
  text: z.string().min(1),
  image: url.exactOptional(),
  /** Other addresses under which the same page, or the same text, was found. */
  also: z.array(url).exactOptional(),
});
export type DownloadedArticle = z.infer<typeof article>;

const summary = z.strictObject({
  url,
  /** Three, each with what the article says. */
  bullets: z.array(z.string().min(1)).min(1).max(3),
  /** The article in a line of at most 40 words (80 CJK characters). */
  line: z.string().min(1),
});
export type ArticleSummary = z.infer<typeof summary>;

const rating = z.strictObject({ url, score: z.number(), parts: z.record(z.string(), z.number()) });
export type ArticleRating = z.infer<typeof rating>;

const topic = z.strictObject({ name: z.string().min(1), urls: z.array(url).min(1) });
export type Topic = z.infer<typeof topic>;

const source = z.strictObject({
  /** Its number in `[n]`, from 1. */
  n: z.number().int().positive(),
  url,
  title: z.string().min(1),
  publisher: z.string(),
  publishedAtMs: time.exactOptional(),
});
export type NewsletterSource = z.infer<typeof source>;

const story = z.strictObject({
  headline: z.string().min(1),
  /** Sentences with `[n]` citations, on one paragraph. */
  text: z.string().min(1),
  /** The articles that tell of it, those that it cites first: no later issue has them again. */
  urls: z.array(url).min(1),
  /** What the verification could not find in the sources: sentences, as they stand in `text`. */
  doubts: z.array(z.string()).exactOptional(),
});
export type NewsletterStory = z.infer<typeof story>;

interface Cited {
  readonly sections: readonly { readonly stories: readonly { readonly text: string }[] }[];
  readonly sources: readonly { readonly n: number }[];
}

/** Each `[n]` has its source: readers could look up nothing else. */
function citesItsSources({ value: { sections, sources }, issues }: z.core.ParsePayload<Cited>): void {
  const known = new Set(sources.map(({ n }) => n));
  for (const [s, { stories }] of sections.entries())
    for (const [at, { text }] of stories.entries())
      for (const n of citesOf(text))
        if (!known.has(n))
          issues.push({
            code: 'custom',
            input: text,
            path: ['sections', s, 'stories', at, 'text'],
            message: `it cites [${n}], which is none of its sources; allowed: ${sayNumbers(known)}`,
          });
}

/** "[1] to [34]", or each of them where some are missing. */
function sayNumbers(known: ReadonlySet<number>): string {
  const numbers = [...known].sort((a, b) => a - b);
  const isRow = numbers.length > 2 && numbers.every((n, at) => n === at + 1);
  return isRow ? `[1] to [${numbers.length}]` : numbers.map((n) => `[${n}]`).join(', ');
}

const section = z.strictObject({ heading: z.string().min(1), stories: z.array(story).min(1) });
export type NewsletterSection = z.infer<typeof section>;

export const letterSchema = z
  .strictObject({
    /** The newsletter's session: "newsletter_20260214". */
    session: z.string(),
    language: z.enum(['en', 'zh-Hant-HK']),
    title: z.string().min(1),
    intro: z.string(),
    issuedAtMs: time,
    sections: z.array(section).min(1),
    /** All that is cited, by number. */
    sources: z.array(source).min(1),
    /** Who wrote it: the model's name, or undefined for the desk model, which is said to readers. */
    model: z.string().exactOptional(),
  })
  .check(citesItsSources);
export type Newsletter = z.infer<typeof letterSchema>;

const left = z.strictObject({ url, reason: z.string() });
const failed = z.strictObject({ what: z.string(), error: z.string() });

/** By step. */
export const OUTPUTS = {
  gather_urls: z.strictObject({ urls: z.array(gatheredUrl), failed: z.array(failed) }),
  filter_urls: z.strictObject({ kept: z.array(gatheredUrl), left: z.array(left) }),
  download_articles: z.strictObject({ articles: z.array(article), failed: z.array(failed) }),
  extract_summaries: z.strictObject({ summaries: z.array(summary), failed: z.array(failed) }),
  /** Best first. */
  rate_articles: z.strictObject({ ratings: z.array(rating) }),
  cluster_topics: z.strictObject({ topics: z.array(topic) }),
  select_sections: z.strictObject({ sections: z.array(topic) }),
  draft_sections: z
    .strictObject({
      sections: z.array(section),
      sources: z.array(source),
      /** Who wrote it; absent where the desk model only quoted. */
      model: z.string().exactOptional(),
    })
    .check(citesItsSources),
  finalize_newsletter: letterSchema,
} as const;

export type StepOutputs = { readonly [Name in keyof typeof OUTPUTS]: z.infer<(typeof OUTPUTS)[Name]> };
