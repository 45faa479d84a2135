/** A story's source pack, and whether it is sufficient. */
import type { Logger } from 'pino';
import type { Edition } from '../edition/edition.ts';
import type { FoundLink } from '../model/event.ts';
import type { Fetcher } from '../../web-fetch/fetcher.ts';
import type { Assignment } from '../model/assignment.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Pool } from '../intake/pool/pool.ts';
import type { Extractor } from './article.ts';
import { buildSourcePack } from './build-source-pack.ts';
import { lackOf } from './gate.ts';
import { wordingOf } from '../edition/wording.ts';
import type { Clock } from '../../time/clock.ts';

interface SourcesDeps {
  readonly edition: Edition;
  readonly pool: Pool;
  readonly fetcher: Fetcher;
  readonly extractor: Extractor;
  readonly searches: { search(text: string, terms: { readonly signal: AbortSignal }): Promise<Found> };
  readonly clock: Clock;
  readonly log: Logger;
}

type Found =
  | { readonly kind: 'ok'; readonly links: readonly FoundLink[] }
  | { readonly kind: 'failed'; readonly reason: string; readonly detail: string };

/** The source packs of stories, and what a pack lacks before a story can stand on it. */
export function storySources(deps: SourcesDeps) {
  const { edition } = deps;
  return {
    lacking: (pack: SourcePack, job: Assignment): string | undefined => {
      const lack = lackOf(pack, { tiers: edition.tiers, ordered: isOrdered(job) });
      return lack && wordingOf(edition.language).missingSources(pack.sources, lack);
    },
    build: (job: Assignment, signal: AbortSignal): Promise<SourcePack> => {
      const { story } = job;
      return buildSourcePack({
        ...deps,
        story: { ...story, event_id: story.event_id ?? undefined, ordered: isOrdered(job) },
        search: searchOf(deps, signal),
        signal,
      });
    },
  };
}

/** For a story ordered by an editor, the standing of its outlets is up to the editor. */
function isOrdered({ run, story }: Assignment): boolean {
  return run.trigger === 'manual' || story.ordered_by !== undefined;
}

/** Undefined for an edition without searches, like the sample. */
function searchOf(
  { searches, edition, log }: SourcesDeps,
  signal: AbortSignal,
): ((text: string) => Promise<readonly FoundLink[]>) | undefined {
  const { brave, gdelt = [] } = edition.queries;
  const queries = [...(brave?.daily ?? []), ...(brave?.hourly ?? []), ...gdelt];
  if (queries.length === 0) return undefined;
  return async (text) => {
    const answer = await searches.search(text, { signal });
    if (answer.kind === 'ok') return answer.links;
    log.warn({ error: answer.reason, detail: answer.detail }, 'no sources were searched for');
    return [];
  };
}
