/**
 * `nightdesk newsroom verify`: what a story says, looked up in its sources as the line does before it publishes. Nothing
 * is kept, and nothing is fetched; no model is asked unless there is a checker.
 *
 * `sentence` 0 is the title; sentence n is the n-th of the body as `citedSentences` parts it: a line break ends a
 * sentence, each heading is one, and citations belong to the sentence that they follow.
 */
import { Prompts } from '../../agent/prompts.ts';
import type { Claim } from '../model/claim.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { Instructions } from '../verify/instructions.ts';
import { packInScript, passageWordForWord } from '../verify/one-script.ts';
import { ClaimCheck } from '../verify/verify-claims.ts';
import type { CheckedClaims, ClaimsChecker } from './claims-checker.ts';
import { programFiles } from '../../config/program-files.ts';
import { readVerifyLine } from './read-verify-line.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

interface ShownClaim extends Omit<Claim, 'passage'> {
  /** The source that bears it out, or contradicts it, as cited. */
  readonly source?: number;
  /** Word for word; missing where the source does so as a whole, as by its day of publication. */
  readonly passage?: string;
}

export interface ShownVerification {
  readonly claims: readonly ShownClaim[];
  /** A model was to check it, and could not: the claims are those of the rules alone. */
  readonly checker?: { readonly state: 'failed'; readonly because: string };
  /** `code: sentence`; then there are no claims. */
  readonly error?: string;
}

/** One line of `--jsonl`, or a file's object: `{id, language, builtAt, title, body, sources}`. */
// ts-unused-exports:disable-next-line
export async function inspectVerifyLine(
  asked: unknown,
  { checker }: { readonly checker?: ClaimsChecker | undefined } = {},
): Promise<ShownVerification> {
  const story = readVerifyLine(asked);
  if ('error' in story) return { claims: [], error: story.error };
  const check = new ClaimCheck(await packInScript(story.pack, story.language), {
    instructions: instructionsIn(story.language),
  });
  const byRules = check.check(story);
  const { claims, failed }: CheckedClaims = checker
    ? await checker.check(story, byRules)
    : { claims: byRules.claims.map(({ claim }) => claim) };
  return {
    claims: claims.map((claim) => shown(claim, story.pack)),
    ...(failed !== undefined && { checker: { state: 'failed', because: failed } as const }),
  };
}

const known = new Map<WrittenLanguage, Instructions>();

/** What reporters are told by the prompts that come with the program. */
function instructionsIn(language: WrittenLanguage): Instructions {
  const read = () => new Instructions(Prompts.read([programFiles.prompts], language).texts());
  const instructions = known.get(language) ?? read();
  known.set(language, instructions);
  return instructions;
}

function shown({ passage, ...claim }: Claim, pack: SourcePack): ShownClaim {
  if (passage === undefined) return claim;
  return { ...claim, source: passage.n, passage: passageWordForWord(passage, pack).quote };
}
