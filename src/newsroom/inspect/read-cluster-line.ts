/** Reads a line of `newsroom cluster`: a link for the clusterer, or the problem with it. */
import { z } from 'zod';
import type { NewsItem } from '../intake/cluster/news-item.ts';
import { parseFeedDate } from '../../text/feed-date.ts';
import type { Clock } from '../../time/clock.ts';
import { parseUrl } from '../../text/parse-url.ts';

/** An input line: an object, or the problem with it. */
export type AskedLine =
  { readonly asked: Readonly<Record<string, unknown>> } | { readonly id: unknown; readonly error: string };

/** Why a link's date isn't usable. */
export type DateWarning = 'no_date' | 'bad_date' | 'date_in_future';

export type ReadLine =
  | { readonly id: unknown; readonly item: NewsItem; readonly warning?: DateWarning }
  | { readonly id: unknown; readonly error: string };

const TITLE_CHARACTERS = 1_000;
const LEDE_CHARACTERS = 2_000;
/** Outlets' clocks differ; a date further ahead is wrong. */
const AHEAD_MS = 3_600_000;
/** A smaller number counts seconds. */
const LEAST_MS = 100_000_000_000;

const link = z.object({
  url: z.string().nullish(),
  title: z.string().trim().min(1),
  description: z.string().nullish(),
  publishedAt: z.union([z.string(), z.number()]).nullish(),
});

export class ClusterLineReader {
  readonly #times: Times;
  #links = 0;

  constructor(clock: Clock) {
    this.#times = new Times(clock);
  }

  read(line: AskedLine): ReadLine {
    if ('error' in line) return line;
    const id = line.asked['id'] ?? null;
    const given = link.safeParse(line.asked);
    if (!given.success) return { id, error: `bad_request: ${issuesOf(given.error)}` };
    const { atMs, warning } = this.#times.of(given.data.publishedAt);
    return { id, item: itemOf(++this.#links, given.data, atMs), ...(warning && { warning }) };
  }
}

function itemOf(linkId: number, { url, title, description }: z.infer<typeof link>, atMs: number): NewsItem {
  const lede = (description ?? '').slice(0, LEDE_CHARACTERS);
  const shown = title.slice(0, TITLE_CHARACTERS);
  return { linkId, description: lede, title: shown, outlet: hostOf(url ?? ''), lede, atMs };
}

/** Empty where the address has no host. */
function hostOf(url: string): string {
  return parseUrl(url)?.hostname ?? '';
}

/** The links' times. One without a usable date gets the newest time before it. */
class Times {
  readonly #clock: Clock;
  #newestMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(given: string | number | null | undefined): { atMs: number; warning?: DateWarning } {
    const now = this.#clock.now();
    const instead = this.#newestMs ?? now;
    if (given === undefined || given === null || given === '') return { atMs: instead, warning: 'no_date' };
    const ms = typeof given === 'string' ? parseFeedDate(given) : given < LEAST_MS ? given * 1_000 : given;
    if (ms === undefined || !Number.isFinite(ms) || ms <= 0) return { atMs: instead, warning: 'bad_date' };
    if (ms > now + AHEAD_MS) return { atMs: instead, warning: 'date_in_future' };
    this.#newestMs = Math.max(this.#newestMs ?? ms, ms);
    return { atMs: ms };
  }
}

/** A schema's complaints in one line: `field: message; …`. */
export function issuesOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');
}
