/** Reads a line of `newsroom verify`: a story and its sources, or the problem with it. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseFeedDate } from '../../text/feed-date.ts';
import { issuesOf } from './read-cluster-line.ts';
import { languageOf } from '../model/language.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import { parseUrl } from '../../text/parse-url.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

export interface StoryToVerify {
  readonly language: WrittenLanguage;
  readonly title: string;
  readonly body: string;
  readonly pack: SourcePack;
}

export type ReadVerifyLine = StoryToVerify | { readonly error: string };

/** ISO 8601, another date format of feeds, or milliseconds since the epoch. */
const moment = z.union([z.string(), z.number()]).transform((given, context) => {
  const ms = typeof given === 'number' ? given : parseFeedDate(given);
  if (ms !== undefined && Number.isFinite(ms)) return ms;
  context.addIssue('is no date');
  return z.NEVER;
});

const source = z.object({
  n: z.int().positive().nullish(),
  url: z.string().nullish(),
  title: z.string().nullish(),
  publishedAt: moment.nullish(),
  text: z.string(),
});

const story = z.object({
  language: z.string().nullish(),
  builtAt: moment,
  title: z.string().nullish(),
  body: z.string(),
  sources: z.array(source),
});

/** Sources without an `n` are numbered by position. */
// ts-unused-exports:disable-next-line
export function readVerifyLine(asked: unknown): ReadVerifyLine {
  const given = story.safeParse(asked);
  if (!given.success) return { error: `bad_request: ${issuesOf(given.error)}` };
  const { language, builtAt, title, body, sources } = given.data;
  const numbered = sources.map((one, at) => sourceOf(one, one.n ?? at + 1));
  if (new Set(numbered.map(({ n }) => n)).size < numbered.length)
    return { error: 'bad_request: sources: two have the same n' };
  return {
    language: isChinese(language ?? languageOf(body)) ? 'zh-Hant-HK' : 'en',
    title: title ?? '',
    body,
    pack: { builtAtMs: builtAt, sources: numbered.sort((a, b) => a.n - b.n) },
  };
}

function sourceOf(given: z.infer<typeof source>, n: number): Source {
  const { title, publishedAt, text } = given;
  const url = given.url ?? '';
  const domain = parseUrl(url)?.hostname.replace(/^www\./u, '') ?? '';
  return {
    n,
    url,
    domain,
    outlet: domain,
    title: title ?? '',
    ...(typeof publishedAt === 'number' && { publishedAtMs: publishedAt }),
    language: languageOf(`${title ?? ''}\n${text}`),
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    usable: true,
  };
}

function isChinese(language: string): boolean {
  return /^(?:zh|mixed)/iu.test(language);
}
