/**
 * The checker's verdicts on a story, from one model call. If the call fails, or leaves sentences out, the rules
 * decide.
 */
import type { ClaimsReport } from '../model/claim.ts';
import type { Edition } from '../edition/edition.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { checkerInput } from './checker-input.ts';
import type { CheckerInput } from './checker-input.ts';
import type { CheckerReply } from './checker-reply.ts';
import type { PackPassages } from './pack-passages.ts';
import type { SentenceVerdict, SentenceVerdicts } from './sentence-verdicts.ts';
import type { CheckedStory, StoryText } from './verify-claims.ts';

/** @returns the model's answer, or a sentence that says why there is none. */
export type AskChecker = (input: CheckerInput) => Promise<CheckerReply | string>;

interface CheckDeps {
  readonly pack: SourcePack;
  readonly passages: PackPassages;
  readonly verification: Edition['verification'];
  /** Absent without a language model. */
  readonly askChecker?: AskChecker | undefined;
}

interface ModelCheck {
  readonly verdicts: SentenceVerdicts;
  /** `cleared` is filled in later. */
  readonly outcome: ClaimsReport['checker'];
}

const OFF: ModelCheck = { verdicts: new Map(), outcome: { state: 'off', unanswered: [], cleared: 0 } };

/** Verdicts of a model on the sentences of a story. A checker that fails, or is off, leaves the story to the rules. */
export async function checkedByModel(
  story: StoryText,
  byRules: CheckedStory,
  { pack, passages, verification, askChecker }: CheckDeps,
): Promise<ModelCheck> {
  if (askChecker === undefined || verification === 'rules') return OFF;
  const which = verification === 'doubts' ? 'doubted' : 'all';
  const input = checkerInput(story, byRules, { pack, passages }, which);
  if (input.asked.length === 0) return OFF;
  const reply = await askChecker(input);
  if (typeof reply === 'string') {
    const outcome = { state: 'failed' as const, because: reply, unanswered: [...input.asked], cleared: 0 };
    return { verdicts: new Map(), outcome };
  }
  const texts = [story.title, ...byRules.sentences.map(({ text }) => text)];
  const answers = new Map(reply.sentences.toReversed().map((one) => [one.i, one]));
  const verdicts = new Map<string, SentenceVerdict>();
  const unanswered: number[] = [];
  for (const i of input.asked) {
    const answer = answers.get(i);
    const text = texts[i];
    if (!answer || text === undefined) unanswered.push(i);
    else
      verdicts.set(text, {
        verdict: answer.verdict,
        passages: answer.passages,
        ...(answer.why && { why: answer.why }),
        by: 'checker',
      });
  }
  return { verdicts, outcome: { state: 'answered', unanswered, cleared: 0 } };
}
