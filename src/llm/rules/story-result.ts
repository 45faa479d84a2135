/** The worker's result in the newsroom seed's shape; its field names are a contract. */
import { cjkLength, readsAsCjk } from '../../text/cjk.ts';
import type { StoryMaterial } from './story-material.ts';

const MOST_READ_MORE = 5;
const LEAST_READ_MORE = 3;
/** Failures after which the page is still useful to a reader. */
const STILL_WORTH_READING = new Set(['paywall', 'timeout', 'login', 'http_403', 'http_429', 'http_503']);

interface Written {
  readonly body: string;
  /** True if the body was already posted. */
  readonly posted?: boolean;
  /** One-based, ascending. */
  readonly used: readonly number[];
  readonly anchorUsed: boolean;
}

/** The result for a story that was written. */
export function storySuccess(material: StoryMaterial, { body, posted, used, anchorUsed }: Written) {
  const urls = readMore(material);
  return {
    status: 'SUCCESS',
    ...common(material),
    title: titleFor(material, used),
    read_more_urls_count: urls.length,
    report_char_count: body.length,
    draft: { body: posted ? '' : body, read_more_urls: urls },
    concrete_anchor_used: anchorUsed,
    sources_used: used,
    error_type: null,
    error_message: null,
  };
}

/** The result for a story that could not be written, with the reason. */
export function storyFailure(material: StoryMaterial, message: string) {
  return {
    status: 'FAILURE',
    ...common(material),
    read_more_urls_count: 0,
    report_char_count: 0,
    draft: { body: '', read_more_urls: [] },
    concrete_anchor_used: false,
    sources_used: [],
    error_type: 'missing_data',
    error_message: message,
  };
}

/** The story job's title, or the headline of the first quoted source when the title is in another language. */
function titleFor({ story, language, sources }: StoryMaterial, used: readonly number[]): string {
  const reads = (title: string) => (language === 'en' ? !readsAsCjk(title) : cjkLength(title) > 0);
  if (reads(story.title)) return story.title;
  const quoted = sources.filter(({ n, title }) => used.includes(n) && title.trim() !== '' && reads(title));
  return (quoted.find(({ url }) => url === story.primary_url) ?? quoted[0])?.title ?? story.title;
}

function common({ story }: StoryMaterial) {
  return {
    story_id: story.story_id,
    category: story.category,
    title: story.title,
    primary_url: story.primary_url,
    thread_id: null,
    content_posted: false,
    content_message_ids: [],
    images_attached_count: 0,
    concrete_anchor_provided: (story.concrete_anchor ?? '').trim() !== '',
  };
}

/** The primary source first, then one of each other domain, then more; no duplicates. */
function readMore({ story, sources }: StoryMaterial): string[] {
  const usable = sources.filter((source) => source.usable);
  const domains = new Set(
    sources.filter((source) => source.url === story.primary_url).map((source) => source.domain),
  );
  const fresh = usable.filter((source) => {
    if (source.url === story.primary_url || domains.has(source.domain)) return false;
    domains.add(source.domain);
    return true;
  });
  const urls = new Set([story.primary_url, ...[...fresh, ...usable].map((source) => source.url)]);
  for (const source of sources) {
    if (urls.size >= LEAST_READ_MORE) break;
    if (source.error != null && STILL_WORTH_READING.has(source.error)) urls.add(source.url);
  }
  return [...urls].slice(0, MOST_READ_MORE);
}
