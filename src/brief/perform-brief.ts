/** A turn of the profile `brief`: ordered by a person, by a tool, by a program, or by a job whose message is the topic. */
import { z } from 'zod';
import { Progress } from '../feature/progress.ts';
import type { Tracing } from '../feature/tracing.ts';
import type { Asker } from '../llm/chat-model.ts';
import type { OpBook } from '../sessions/op-book.ts';
import type { Pass } from '../sessions/perform.ts';
import type { SessionStateBook } from '../sessions/session-state.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import type { WrittenLanguage } from '../time/locale.ts';
import { makeBrief } from './make-brief.ts';
import type { BriefDeps, MadeBrief } from './make-brief.ts';
import { BriefRefusal } from './refusal.ts';
import { BRIEF, briefStateSchema } from './state.ts';
import type { Outcome, SearchResults } from './state.ts';
import { localeFor, topicIn } from './topic.ts';

export interface PerformDeps extends BriefDeps {
  readonly state: SessionStateBook;
  readonly ops: Pick<OpBook, 'put' | 'find' | 'failed'>;
  /** The outbox has something to send. */
  readonly posted: () => void;
  readonly tracing: Tracing;
  readonly language: WrittenLanguage;
  /** Whose share of the language model it is; nobody's where a job ordered it. */
  readonly askerOf: (turn: Turn) => Asker | undefined;
}

const Ordered = z.union([
  z.object({ topic: z.string() }),
  z.object({ message: z.string() }).transform(({ message: topic }) => ({ topic })),
]);

/** What the turn ends as: there is a brief, or it is said why there is none and nothing went wrong. */
const ENDED_WELL: ReadonlySet<Outcome> = new Set(['published', 'no_articles']);

/** How a turn of the brief's profile runs: the stages, then the end of the turn with its post. */
export function performBrief(deps: PerformDeps): (pass: Pass) => Promise<void> {
  return async (pass) => void (await pass.settle(await endOf(pass, deps)));
}

async function endOf(pass: Pass, deps: PerformDeps): Promise<TurnEnd> {
  const { started, signal } = pass;
  const { turn, generation } = started;
  let topic: string;
  try {
    topic = topicIn(Ordered.parse(turn.material ?? { topic: turn.text }).topic);
  } catch (error) {
    if (!(error instanceof BriefRefusal)) throw error;
    const summary = error.words[localeFor('', deps.language)];
    return { status: 'failed', summary, error: error.message };
  }
  const progress = new Progress(started, deps);
  const asker = deps.askerOf(turn);
  const known = await searchedBefore(started, deps);
  const made = await deps.tracing.span(BRIEF, { session: turn.session, turn: turn.id }, (span) =>
    makeBrief(deps, {
      topic,
      locale: localeFor(topic, deps.language),
      turn: turn.id,
      generation,
      known,
      about: {
        turn: turn.id,
        session: turn.session,
        ...(turn.run && { run: turn.id }),
        ...(asker && { asker }),
      },
      model: turn.model,
      signal,
      span,
      say: (text) => progress.say(text),
      save: async (state) => {
        // What was overtaken by a reset writes nothing any more.
        signal.throwIfAborted();
        await deps.state.set(turn.session, BRIEF, state);
      },
    }),
  );
  await progress.dropUnsent();
  return { ...turnEnd(made), ...((await progress.isLost()) && { progressLost: true }) };
}

/** What this turn had found when the desk died. */
async function searchedBefore(
  { turn, generation }: Pass['started'],
  { state }: Pick<PerformDeps, 'state'>,
): Promise<SearchResults | undefined> {
  if (turn.attempts < 2) return undefined;
  const left = briefStateSchema.safeParse(await state.get(turn.session, BRIEF)).data;
  return left?.turn === turn.id && left.generation === generation ? left.search_results : undefined;
}

function turnEnd({ state, text, servedBy }: MadeBrief): TurnEnd {
  const { outcome, because } = state;
  const served = { value: state, ofPages: true as const, ...(servedBy && { servedBy }) };
  if (ENDED_WELL.has(outcome)) return { status: 'ok', summary: text, ...served };
  const status = outcome === 'timed_out' ? 'timed_out' : 'failed';
  return { status, summary: text, error: `${outcome}: ${because ?? ''}`, ...served };
}
