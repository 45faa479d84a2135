import { domainOf } from '../model/url-key.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { WritingPhase } from '../edition/lengths.ts';
import { primaryOf, sameUrl } from '../model/primary-source.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** The number of further-reading URLs. */
const COUNT: Readonly<Record<WritingPhase, { readonly min: number; readonly max: number }>> = {
  write: { min: 3, max: 5 },
  rescue: { min: 2, max: 4 },
};
/** Pages that could not be read here but are still worth linking. */
const STILL_WORTH_READING = new Set([
  'paywall',
  'timeout',
  'login',
  'http_401',
  'http_403',
  'http_429',
  'http_503',
]);

/** The pages that can be linked: the primary first, then one page per other domain, then the rest; each once. */
function linkable(primaryUrl: string, pack: SourcePack): string[] {
  const worth = pack.sources.filter(({ usable, error }) => usable || STILL_WORTH_READING.has(error ?? ''));
  const seen = new Set([domainOf(primaryUrl)]);
  const others = worth.filter(({ url }) => !sameUrl(url, primaryUrl));
  const fresh = others.filter(({ domain, usable }) => usable && !seen.has(domain) && seen.add(domain));
  const primary = primaryOf(pack, primaryUrl)?.url ?? primaryUrl;
  return [...new Set([primary, ...[...fresh, ...others].map(({ url }) => url)])];
}

/** What is wrong with a draft's URLs. The minimum is lowered when there are fewer pages. */
export function readMoreFindings(
  urls: readonly string[],
  { primaryUrl, pack, phase }: { primaryUrl: string; pack: SourcePack; phase: WritingPhase },
): Finding[] {
  const there = linkable(primaryUrl, pack);
  const { max } = COUNT[phase];
  const min = Math.min(COUNT[phase].min, there.length);
  const foreign = urls.filter((url) => !there.some((other) => sameUrl(url, other)));
  const domains = new Set(there.map(domainOf));
  return [
    urls.length < min ? `draft.read_more_urls has ${urls.length} URLs, not ${min} to ${max}` : '',
    urls.length > max ? `draft.read_more_urls has ${urls.length} URLs, at most ${max} are allowed` : '',
    urls.some((url) => sameUrl(url, primaryUrl)) ? '' : 'draft.read_more_urls lacks the primary URL',
    foreign.length > 0
      ? `draft.read_more_urls has URLs that are not of the source pack: ${foreign.join(', ')}`
      : '',
    domains.size > 1 && new Set(urls.map(domainOf)).size < 2
      ? 'draft.read_more_urls has only one domain; add one of another'
      : '',
  ]
    .filter((told) => told !== '')
    .map((told) => finding(told, 'its links to read more are not right', '延伸閱讀的連結不符要求'));
}

/** The draft's own URLs that are in the pack, with the primary added, filled up from the pack. */
export function filledReadMore(
  urls: readonly string[],
  { primaryUrl, pack, phase }: { primaryUrl: string; pack: SourcePack; phase: WritingPhase },
): string[] {
  const there = linkable(primaryUrl, pack);
  const { min, max } = COUNT[phase];
  const [primary = primaryUrl, ...others] = there;
  const own = others.filter((url) => urls.some((other) => sameUrl(url, other)));
  const rest = others.filter((url) => !own.includes(url));
  // The first ones added are from other domains; anything cut at `max` is from the draft.
  const domains = new Set([primary, ...own].map(domainOf));
  const another = domains.size > 1 ? [] : rest.filter((url) => !domains.has(domainOf(url))).slice(0, 1);
  const filled = [primary, ...another, ...own].slice(0, max);
  const missing = rest.filter((url) => !filled.includes(url)).slice(0, Math.max(0, min - filled.length));
  return [...filled, ...missing];
}
