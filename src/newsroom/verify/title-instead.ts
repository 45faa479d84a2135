/** Another title for a story whose own says what no source does. */
import { citedSentences } from '../../text/cited-sentences.ts';
import type { Assignment } from '../model/assignment.ts';
import type { Claim } from '../model/claim.ts';
import type { WorkerResult } from '../model/worker-result.ts';
import { languageOf } from '../model/language.ts';
import { primaryOf } from '../model/primary-source.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Submission } from './finding.ts';
import { doubted } from './repair-claims.ts';
import { isTitle } from './validate-story.ts';
import type { ClaimCheck } from './verify-claims.ts';

interface TitleTerms {
  readonly job: Assignment;
  readonly pack: SourcePack;
  readonly edition: Pick<Submission, 'language'>;
  readonly languageModel: boolean;
}

/**
 * The first that says only what sources bear out: the one that was planned, the primary source's headline where it is in
 * the story's language, the story's own without the part that is wrong, its first sentence.
 */
export function titleInstead(
  { title, draft }: WorkerResult,
  check: Pick<ClaimCheck, 'check'>,
  { job, pack, edition, languageModel }: TitleTerms,
): string | undefined {
  const wrong = (text: string) =>
    doubted(check.check({ title: text, body: '' }).claims).map(({ claim }) => claim);
  const own = wrong(title);
  // A checker doubts a title as a whole.
  const isWhollyWrong = own.some(({ kind }) => kind === 'entailment');
  const headline = primaryOf(pack, job.story.primary_url)?.title ?? '';
  const candidates = [
    job.story.title,
    ...(isChinese(headline) === isChinese(draft.body) ? [headline] : []),
    ...(isWhollyWrong ? [] : [withoutParts(title, own)]),
    citedSentences(draft.body)[0]?.text ?? '',
  ].map((one) => one.trim());
  const { language } = edition;
  return candidates.find((one) => isTitle(one, { language, languageModel }) && wrong(one).length === 0);
}

function isChinese(text: string): boolean {
  return languageOf(text) !== 'en';
}

/** The title without those of its parts, as its marks part it, that have one of the claims. */
function withoutParts(title: string, claims: readonly Pick<Claim, 'text'>[]): string {
  const kept = title
    .split(/(?<=[，：；])|(?<=[,:;])\s+|\s+(?=[–—|]\s)/u)
    .filter((part) => !claims.some(({ text }) => part.includes(text)))
    .join(' ')
    .replace(/(?<=\p{Script=Han}[，：；]) /gu, '')
    .replace(/^[–—|\s]+|[，：；,:;\s]+$/gu, '');
  return kept.charAt(0).toUpperCase() + kept.slice(1);
}
