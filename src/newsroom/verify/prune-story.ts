/** A story without its doubted sentences, if it still works without them. */
import { citedSentences } from '../../text/cited-sentences.ts';
import type { Assignment } from '../model/assignment.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { isHeading } from './claims.ts';
import type { Submission } from './finding.ts';
import { doubted, withoutDoubted } from './repair-claims.ts';
import { titleInstead } from './title-instead.ts';
import type { CheckedStory, ClaimCheck } from './verify-claims.ts';

interface PruneTerms {
  /** By the rules, and by those who have read the story. */
  readonly check: Pick<ClaimCheck, 'check'>;
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly edition: Pick<Submission, 'language'>;
  readonly languageModel: boolean;
  readonly validated: (result: WorkerResult, terms?: { readonly mended: boolean }) => WorkerResult | string;
}

/** The largest share of sentences that may be removed. */
const MOST_GONE = 1 / 3;

/**
 * @returns the story and the removed sentences; undefined when the lede is doubted, no title is certain, too much
 * would be removed, or the rest isn't a valid story.
 */
export function withoutDoubts(
  result: WorkerResult,
  checked: CheckedStory,
  terms: PruneTerms,
): { readonly result: WorkerResult; readonly removed: readonly string[] } | undefined {
  const gone = new Set(doubted(checked.claims).map(({ claim }) => claim.sentence));
  if (gone.size === 0) return { result, removed: [] };
  const told = sentencesOf(result.draft.body);
  if (told[0] !== undefined && gone.has(told[0])) return undefined;
  const { body, removed } = withoutDoubted(result.draft.body, checked);
  if (removed.length > told.length * MOST_GONE) return undefined;
  const pruned = { ...result, report_char_count: body.length, draft: { ...result.draft, body } };
  const title = gone.has(0) ? titleInstead(pruned, terms.check, terms) : result.title;
  if (title === undefined) return undefined;
  const valid = terms.validated({ ...pruned, title }, { mended: true });
  return typeof valid === 'object' ? { result: valid, removed } : undefined;
}

/** The numbers of the sentences other than headings; the first is the lede. */
function sentencesOf(body: string): number[] {
  const lines = body.split('\n');
  return citedSentences(body).flatMap(({ line }, at) => (isHeading(lines[line] ?? '') ? [] : [at + 1]));
}
