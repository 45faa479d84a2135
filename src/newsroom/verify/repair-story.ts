/**
 * Repairs form: title from the job, further reading and sources from the pack, URLs and repetitions removed from the
 * body. It never writes prose.
 */
import type { WorkerResult } from '../model/worker-result.ts';
import { primaryOf } from '../model/primary-source.ts';
import { citedIn, sourcesUsed } from './citations.ts';
import type { Submission } from './finding.ts';
import { filledReadMore } from './read-more.ts';
import { withoutRepetition } from './repetition.ts';
import { BODY_URL, isTitle } from './validate-story.ts';

/** @returns the repaired result; the same object when there was nothing to repair. */
export function repairStory(submission: Submission): WorkerResult {
  const { result, job, pack, phase } = submission;
  if (result.status !== 'SUCCESS') return result;
  const { primary_url } = job.story;
  const body = withoutRepetition(withoutUrls(result.draft.body));
  const found = result.draft.body.match(BODY_URL) ?? [];
  const urls = filledReadMore([...result.draft.read_more_urls, ...found], {
    primaryUrl: primary_url,
    pack,
    phase,
  });
  const repaired: WorkerResult = {
    ...result,
    story_id: job.story.story_id,
    category: job.story.category,
    primary_url,
    title: isTitle(result.title, submission) ? result.title.trim() : job.story.title,
    draft: { ...result.draft, body, read_more_urls: urls },
    read_more_urls_count: urls.length,
    report_char_count: body.length,
    sources_used: filledSources(submission, body),
  };
  return JSON.stringify(repaired) === JSON.stringify(result) ? result : repaired;
}

/** The cited sources; without citations the worker's primary source and the next. */
function filledSources({ result, job, pack }: Submission, body: string): number[] {
  const used = sourcesUsed({ body, named: result.sources_used }, pack).map(({ n }) => n);
  if (citedIn(body).length > 0) return used;
  const usable = pack.sources.filter((source) => source.usable);
  const primary = primaryOf({ ...pack, sources: usable }, job.story.primary_url);
  const wanted = new Set([...used, ...(primary ? [primary.n] : [])]);
  for (const { n } of usable) if (wanted.size < 2) wanted.add(n);
  return [...wanted].sort((a, b) => a - b);
}

/** A Markdown link keeps its words; a bare URL is removed with its brackets. */
function withoutUrls(body: string): string {
  if (body.search(BODY_URL) < 0) return body;
  return body
    .replace(/!?\[([^\]\n]*)\]\((?:https?:\/\/|www\.)[^)\s]*\)/giu, '$1')
    .replace(/\s?[(（<]\s*(?:https?:\/\/|www\.)[^\s)>）]*\s*[)）>]/giu, '')
    .replace(BODY_URL, '')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/[ \t]+(?=$|[.,;:!?])/gm, '')
    .trim();
}
