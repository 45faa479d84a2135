/**
 * `nightdesk newsroom verify`: looks up a story's claims in its sources, as the pipeline does before publishing.
 * Nothing is stored or fetched; no model is asked without a checker.
 *
 * `sentence` 0 is the title; sentence n is the n-th of the body as `citedSentences` splits it: a line break ends a
 * sentence, each heading is one, and citations belong to the sentence before them.
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
  /** The source that supports or contradicts it, by its citation number. */
  readonly source?: number;
  /** Verbatim; absent where the source as a whole does so, for example by its publication date. */
  readonly passage?: string;
}

export interface ShownVerification {
  readonly claims: readonly ShownClaim[];
  /** The model check failed: the claims are only those of the rules. */
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

/** The reporters' instructions in the shipped prompts. */
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
