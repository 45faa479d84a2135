/**
 * A planning turn without a language model: read the inputs, rank by rule, order the batch, report. Its last text
 * is the record as JSON.
 */
import { ModelError } from '../chat-model.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { callTool, sayText } from './desk-reply.ts';
import { sayNoPost, sayPlanned } from './plan-report.ts';
import { PlanInputs, WriteBatchResult } from './plan-shapes.ts';
import { planWords } from './plan-words.ts';
import { rankCandidates } from './rank-candidates.ts';
import type { Ranking } from './rank-candidates.ts';
import { readResult, toolTalk } from './tool-talk.ts';

/**
 * A planner's turn: ask for the inputs, order the best candidates with `write_run`, report.
 *
 * @throws ModelError `cannot_serve` where the turn does not offer these tools.
 */
export function plan(request: ModelRequest): ModelReply {
  const talk = toolTalk(request);
  const snapshot = talk.resultOf('inputs');
  if (snapshot === undefined) {
    if (!talk.offers('inputs')) {
      throw new ModelError(
        'cannot_serve',
        'The desk model plans from the tool "inputs", which this turn doesn\'t offer.',
      );
    }
    return callTool(talk.nextCallId, 'inputs', {});
  }
  const inputs = readResult(PlanInputs, snapshot);
  if (inputs === undefined)
    return noPost(
      'the inputs could not be read',
      'No story this time: the inputs of the run could not be read.',
    );

  const words = planWords(inputs.language);
  const ranking = rankCandidates(inputs);
  if (ranking.picks.length === 0) {
    const reason = inputs.candidates.length === 0 ? words.noCandidates : words.nonePicked;
    const named = inputs.kind === 'hourly' ? NOTHING_NEW : reason;
    return noPost(named, sayNoPost(inputs), leftOut(inputs, ranking));
  }
  const written = talk.resultOf('write_run');
  if (written === undefined) {
    if (!talk.offers('write_run')) {
      throw new ModelError(
        'cannot_serve',
        'The desk model hands its picks to the tool "write_run", which this turn doesn\'t offer.',
      );
    }
    return callTool(talk.nextCallId, 'write_run', runOf(ranking));
  }
  const result = readResult(WriteBatchResult, written);
  if (result?.status !== 'ok') {
    const why = result?.message ?? written.slice(0, 200);
    return noPost(words.refused(why), words.notWritten(why), leftOut(inputs, ranking));
  }
  return sayText(
    JSON.stringify({
      status: 'planned',
      run_dir: result.run_dir,
      stories: ranking.picks.map(({ candidate, why }) => ({ i: candidate.i, title: candidate.title, why })),
      left_out: leftOut(inputs, ranking),
      say: sayPlanned(ranking.picks.length, inputs),
    }),
  );
}

/** As `prompts/planner_hourly_v1.md` has it. */
const NOTHING_NEW = 'no_qualifying_breaking_or_developing_story';

function runOf({ picks, passedOver }: Ranking) {
  return {
    stories: picks.map(({ candidate, anchor, flags, why }) => ({
      i: candidate.i,
      title: candidate.title,
      category: candidate.suggested_category,
      concrete_anchor: anchor,
      flags,
      why,
    })),
    passed_over: passedOver.map(({ candidate, why }) => ({ i: candidate.i, why })),
  };
}

function leftOut(inputs: PlanInputs, { passedOver }: Ranking) {
  return [
    ...inputs.leftOut.map(({ title, reason }) => ({ title, why: reason })),
    ...passedOver.map(({ candidate, why }) => ({ title: candidate.title, why })),
  ];
}

function noPost(
  reason: string,
  say: string,
  left: readonly { title: string; why: string }[] = [],
): ModelReply {
  return sayText(
    JSON.stringify({ status: 'no_post', run_dir: null, stories: [], left_out: left, reason, say }),
  );
}
