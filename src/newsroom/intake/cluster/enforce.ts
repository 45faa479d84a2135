/**
 * Checks a model's decision. A model proposes; these rules decide, and say why when the result differs:
 *
 * - A round-up, an unsure decision (confidence below 0.70 or missing) and an id that was not a candidate give a new
 *   event.
 * - A link joins a posted event only when confidence (0.92), score (0.40) and two kinds of evidence agree; otherwise
 *   it becomes a development of it.
 */
import type { ModelDecision } from '../../../llm/cluster-shapes.ts';
import type { BandAnswer } from './decide-in-batches.ts';
import type { Evidence } from './evidence.ts';

export interface KnownCandidate {
  readonly eventId: number;
  readonly score: number;
  readonly isPosted: boolean;
  /** What link and event demonstrably share; used for posted events only. */
  readonly evidence: () => ReadonlySet<Evidence>;
}

export interface Enforced {
  readonly answer: BandAnswer;
  /** Why the result differs from the model's decision. */
  readonly because?: string;
}

const SURE_ENOUGH = 0.7;
const POSTED = { confidence: 0.92, score: 0.4, evidence: 2 } as const;

/**
 * A model's decision on a link, held to the rules: an event that was offered, a confidence, shared evidence. What
 * breaks one becomes a new event, with the reason.
 */
export function enforce(decision: ModelDecision, candidates: readonly KnownCandidate[]): Enforced {
  const flag = decision.flags?.find((it) => it === 'roundup' || it === 'multi_topic');
  if (decision.action === 'new_event') return { answer: NEW_EVENT };
  if (flag !== undefined) return instead(`it is flagged ${flag}`);
  const { confidence } = decision;
  if (confidence == null) return instead('it has no confidence');
  if (confidence < SURE_ENOUGH) return instead(`confidence ${confidence} is below ${SURE_ENOUGH}`);
  const named = namedBy(decision);
  const candidate = candidates.find(({ eventId }) => eventId === named);
  if (candidate === undefined)
    return instead(named === undefined ? 'it names no event' : `event ${named} was no candidate`);
  if (decision.action === 'development')
    return { answer: { action: 'development', parentId: candidate.eventId } };
  if (!candidate.isPosted) return { answer: { action: 'join', eventId: candidate.eventId } };
  const missing = missingForPosted(confidence, candidate);
  if (missing === undefined) return { answer: { action: 'join', eventId: candidate.eventId } };
  return {
    answer: { action: 'development', parentId: candidate.eventId },
    because: `event ${candidate.eventId} was posted, and ${missing}`,
  };
}

const NEW_EVENT: BandAnswer = { action: 'new_event' };

function instead(because: string): Enforced {
  return { answer: NEW_EVENT, because };
}

/** Models confuse the two fields, but it is clear which event they mean. */
function namedBy({ action, event_id, parent_event_id }: ModelDecision): number | undefined {
  const [first, second] = action === 'assign' ? [event_id, parent_event_id] : [parent_event_id, event_id];
  return first ?? second ?? undefined;
}

function missingForPosted(confidence: number, { score, evidence }: KnownCandidate): string | undefined {
  if (confidence < POSTED.confidence) return `confidence ${confidence} is below ${POSTED.confidence}`;
  if (score < POSTED.score) return `score ${round(score)} is below ${POSTED.score}`;
  const shared = evidence();
  if (shared.size >= POSTED.evidence) return undefined;
  return `they share ${[...shared].join(', ') || 'neither name nor number, place nor time'} only`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
