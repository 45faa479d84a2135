/** The checker of `nightdesk newsroom verify --model`: the pipeline's own, used without a turn. */
import { outputSpec, readOutput } from '../../agent/output.ts';
import type { Prompts } from '../../agent/prompts.ts';
import { ModelError } from '../../llm/chat-model.ts';
import type { ChatModel } from '../../llm/chat-model.ts';
import { unfenced } from '../../llm/fence.ts';
import type { Claim } from '../model/claim.ts';
import { checkedByModel } from '../verify/check-by-model.ts';
import type { AskChecker } from '../verify/check-by-model.ts';
import { editorsZone } from '../edition/edition.ts';
import type { Edition } from '../edition/edition.ts';
import { checkerOutput, checkerReplySchema } from '../verify/checker-reply.ts';
import { packInScript } from '../verify/one-script.ts';
import { PackPassages } from '../verify/pack-passages.ts';
import { Weighing } from '../verify/weigh-verdicts.ts';
import type { CheckedStory } from '../verify/verify-claims.ts';
import type { Clock } from '../../time/clock.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { StoryToVerify } from './read-verify-line.ts';

/** A language model that checks a story after the rules, with one call per story. */
export interface ClaimsChecker {
  /** The rules' claims, cleared or confirmed, and the checker's own; only the rules' claims if it failed. */
  check(story: StoryToVerify, byRules: CheckedStory): Promise<CheckedClaims>;
}

export interface CheckedClaims {
  readonly claims: readonly Claim[];
  /** Why the model contributed nothing, as a sentence. */
  readonly failed?: string;
}

interface CheckerDeps {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  readonly edition: Edition;
  readonly clock: Clock;
}

/** If the model fails, the rules' claims stand and the reason is reported. */
export function claimsChecker(deps: CheckerDeps): ClaimsChecker {
  return checkerBy(askModel(deps));
}

/** A checker over any model. */
// ts-unused-exports:disable-next-line
export function checkerBy(ask: AskChecker): ClaimsChecker {
  return {
    check: async (story, byRules) => {
      const pack = await packInScript(story.pack, story.language);
      const { verdicts, outcome } = await checkedByModel(story, byRules, {
        ...{ pack, passages: new PackPassages(pack), verification: 'full', askChecker: ask },
      });
      const claims = new Weighing(pack).weigh(story, byRules, verdicts).claims.map(({ claim }) => claim);
      return { claims, ...(outcome.because !== undefined && { failed: outcome.because }) };
    },
  };
}

function askModel({ model, prompts, edition, clock }: CheckerDeps): AskChecker {
  const { task, system, limits, output = '' } = prompts.profile('checker');
  return async ({ text }) => {
    const zone = editorsZone(edition);
    const NOW = `${dayAndTime(clock.now(), zone)} (${zone})`;
    try {
      const reply = await model.reply({
        task,
        system: prompts.render(system, { DESK_TITLE: edition.title, NOW }).text,
        messages: [{ role: 'user', text: prompts.render('verify_v1', { CHECK: text }).text }],
        tools: [],
        limits: { maxOutputTokens: limits.max_output_tokens, temperature: limits.temperature ?? 0 },
        output: outputSpec(output, checkerOutput),
        signal: new AbortController().signal,
      });
      const read = readOutput(unfenced(reply.text), checkerOutput);
      return read.ok ? checkerReplySchema.parse(read.value) : read.error;
    } catch (error) {
      if (error instanceof ModelError) return error.message;
      throw error;
    }
  };
}
