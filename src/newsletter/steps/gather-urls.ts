/**
 * Step 1: what the edition's feeds and searches told of in a window of days. Wants `LetterIntake`.
 *
 * - Links to one page are one: the best tier's word for it, the fullest description, the earliest time.
 * - The newest first, what has no date last.
 * - A feed or search that failed is named, and the rest goes on.
 */
import { urlKey, withoutTracking } from '../../newsroom/model/url-key.ts';
import type { GatheredUrl, StepOutputs } from '../model/outputs.ts';
import type { StepResult } from '../model/steps.ts';
import { StepFailed, type IntakeLink, type LetterIntake, type StepDeps } from './deps.ts';
import { stepWords } from './words.ts';

export interface GatherInputs {
  readonly nowMs: number;
  /** How far back; 7 where not given. */
  readonly days?: number | undefined;
}

export interface GatherStepDeps extends StepDeps {
  readonly intake: LetterIntake;
}

const DAY_MS = 24 * 3_600_000;
const WINDOW_DAYS = 7;

/**
 * Links of the last `days` days, each page once.
 * @throws StepFailed when the edition has no sources, or all of them failed.
 */
export async function gatherUrls(
  { nowMs, days = WINDOW_DAYS }: GatherInputs,
  { intake, edition }: GatherStepDeps,
  signal: AbortSignal,
): Promise<StepResult<StepOutputs['gather_urls']>> {
  const words = stepWords(edition.language).gather;
  if (intake.sources === 0) throw new StepFailed(words.noSources);
  const { links, failed } = await intake.gather(nowMs - days * DAY_MS, signal);
  const urls = oncePerPage(links.filter(({ url }) => urlKey(url) !== undefined));
  if (urls.length === 0 && failed.length > 0) throw new StepFailed(words.allFailed(failed));
  return {
    output: { urls, failed: failed.map(({ what, error }) => ({ what, error })) },
    message: words.gathered(urls.length, failed.length),
    counts: { links: links.length, urls: urls.length, failed: failed.length },
  };
}

/** Each page once, the newest first. */
export function oncePerPage(links: readonly IntakeLink[]): GatheredUrl[] {
  const byPage = new Map<string, IntakeLink>();
  for (const link of links) {
    const key = urlKey(link.url) ?? link.url;
    const known = byPage.get(key);
    byPage.set(key, known === undefined ? link : merged(known, link));
  }
  return [...byPage.values()].map(asGathered).sort((a, b) => timeOf(b) - timeOf(a));
}

function merged(known: IntakeLink, other: IntakeLink): IntakeLink {
  const [best, second] = tierOf(other) < tierOf(known) ? [other, known] : [known, other];
  const fuller = (second.description ?? '').length > (best.description ?? '').length ? second : best;
  const times = [best.publishedAtMs ?? [], second.publishedAtMs ?? []].flat();
  const category = best.category ?? second.category;
  return {
    ...best,
    ...(times.length > 0 && { publishedAtMs: Math.min(...times) }),
    ...(fuller.description !== undefined && { description: fuller.description }),
    ...(category !== undefined && { category }),
  };
}

function asGathered({
  url,
  title,
  source,
  tier,
  publishedAtMs,
  description,
  category,
}: IntakeLink): GatheredUrl {
  return {
    url: withoutTracking(url),
    title: title.trim() || url,
    source,
    ...(tier !== undefined && { tier }),
    ...(publishedAtMs !== undefined && { publishedAtMs: Math.max(0, Math.round(publishedAtMs)) }),
    ...(description?.trim() && { description: description.trim() }),
    ...(category !== undefined && { category }),
  };
}

function tierOf({ tier = Infinity }: IntakeLink): number {
  return tier;
}

function timeOf({ publishedAtMs = -1 }: GatheredUrl): number {
  return publishedAtMs;
}
