/**
 * From a valid draft to one whose every claim is borne out: look the claims up, cite what bears them out, send what
 * nothing does back to the worker once, and take what is still doubted out of the text.
 *
 * Deterministic but for the one answer of the worker, whose turn has a fixed id: a restart goes the same way.
 */
import type { Claim, ClaimsReport } from './claim.ts';
import type { Edition } from './edition.ts';
import type { StoryEvent } from './jobs/story-log.ts';
import type { StoryJob } from './jobs/story-job.ts';
import type { WorkerResult } from './jobs/worker-result.ts';
import type { SourcePack } from './source-pack.ts';
import { claimFindings } from './verify/claim-findings.ts';
import type { Finding } from './verify/finding.ts';
import { packInScript, quotingWordForWord } from './verify/one-script.ts';
import { citeSupport, doubted, withoutDoubted } from './verify/repair-claims.ts';
import { conflictsOf } from './verify/source-conflicts.ts';
import { titleInstead } from './verify/title-instead.ts';
import { ClaimCheck } from './verify/verify-claims.ts';
import type { CheckedStory } from './verify/verify-claims.ts';

export interface Supported {
  readonly result: WorkerResult;
  readonly report: ClaimsReport;
}

interface ClaimsHouse {
  readonly job: StoryJob;
  readonly pack: SourcePack;
  readonly edition: Pick<Edition, 'categories' | 'language'>;
  /** False for what the desk model wrote. */
  readonly languageModel: boolean;
  /** Have the worker mend the draft; undefined when it can't be asked (again), or hands in nothing valid. */
  readonly askAgain: (findings: readonly Finding[], draft: string) => Promise<WorkerResult | undefined>;
  /** The result with its form repaired, or what is wrong with it. */
  readonly validated: (result: WorkerResult) => WorkerResult | string;
  readonly note: (event: StoryEvent, fields: object) => Promise<void>;
}

/** Of the edition's groups, the one whose stories are about prices. */
const FINANCE = 'finance';

/** @returns the result that may be published, with what was looked up; or why none may. */
export async function supported(result: WorkerResult, house: ClaimsHouse): Promise<Supported | string> {
  const answer = await borneOut(result, house);
  if (typeof answer === 'string') return answer;
  return { ...answer, report: quotingWordForWord(answer.report, house.pack) };
}

async function borneOut(result: WorkerResult, house: ClaimsHouse): Promise<Supported | string> {
  const { job, pack, edition } = house;
  const finance = edition.categories.some(
    ({ name, group }) => name === job.story.category && group === FINANCE,
  );
  const check = new ClaimCheck(await packInScript(pack, edition.language), { finance });
  const first = await looked(result, check, house);
  const findings = claimFindings(first.checked);
  if (findings.length === 0) return { result: first.result, report: reportOf(first.checked, pack) };
  const answer = await house.askAgain(findings, first.result.draft.body);
  const second = answer && (await looked(answer, check, house));
  let because = '';
  for (const { result: draft, checked } of second ? [second, first] : [first]) {
    const pruned = prune(draft, checked, check, house);
    if (typeof pruned.result === 'string') {
      because = [...claimFindings(checked), `without that: ${pruned.result}`].join(' ');
      continue;
    }
    if (pruned.removed.length > 0)
      await house.note('claims_removed', { sentences: pruned.removed, claims: wrong(checked) });
    const left = check.check(textOf(pruned.result));
    return {
      result: pruned.result,
      report: { ...reportOf(left, pack), removed: [...pruned.removed], asked_again: answer !== undefined },
    };
  }
  return because;
}

interface Looked {
  readonly result: WorkerResult;
  readonly checked: CheckedStory;
}

/** The draft with its support cited, and its claims as they stand then. */
async function looked(result: WorkerResult, check: ClaimCheck, house: ClaimsHouse): Promise<Looked> {
  const before = check.check(textOf(result));
  const body = citeSupport(result.draft.body, before);
  const cited = body === result.draft.body ? undefined : house.validated(withBody(result, body));
  const better = typeof cited === 'object' ? cited : result;
  const checked = better === result ? before : check.check(textOf(better));
  const count = (verdict: Claim['verdict']) =>
    checked.claims.filter(({ claim }) => claim.verdict === verdict).length;
  await house.note('claims_checked', {
    supported: count('supported'),
    doubted: count('doubted'),
    not_checkable: count('not_checkable'),
    cited: before.claims.filter(({ miscited }) => miscited !== undefined).length,
  });
  return { result: better, checked };
}

function prune(
  result: WorkerResult,
  checked: CheckedStory,
  check: ClaimCheck,
  house: ClaimsHouse,
): { readonly result: WorkerResult | string; readonly removed: readonly string[] } {
  const { body, removed } = withoutDoubted(result.draft.body, checked);
  const titleIsWrong = doubted(checked.claims).some(({ claim }) => claim.sentence === 0);
  if (removed.length === 0 && !titleIsWrong) return { result, removed };
  const pruned = withBody(result, body);
  const title = titleIsWrong ? titleInstead(pruned, check, house) : result.title;
  if (title === undefined) return { result: 'no title of it says only what a source has', removed };
  return { result: house.validated({ ...pruned, title }), removed };
}

function withBody(result: WorkerResult, body: string): WorkerResult {
  return { ...result, report_char_count: body.length, draft: { ...result.draft, body } };
}

function reportOf({ claims }: CheckedStory, pack: SourcePack): ClaimsReport {
  return {
    claims: claims.map(({ claim }) => claim),
    removed: [],
    asked_again: false,
    conflicts: conflictsOf(pack),
  };
}

function wrong({ claims }: CheckedStory): string[] {
  return doubted(claims).map(({ claim }) => `${claim.kind}: ${claim.text}`);
}

function textOf({ title, draft }: WorkerResult) {
  return { title, body: draft.body };
}
