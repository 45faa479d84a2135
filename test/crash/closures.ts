import type { Chronicle as WholeChronicle } from './chronicle.ts';
import type { Ledger, OpRow, TurnRow } from './ledger.ts';

type Chronicle = Pick<WholeChronicle, 'sessions' | 'entries' | 'place'>;

/**
 * Of a home at rest: every turn has left its words once in its session, then one closure, which is what was sent;
 * or it has a reason to end silently. A summary of the memory is a turn whose closure is the summary.
 */
export function misclosed({ turns, ops, effects }: Ledger, chronicle: Chronicle): string[] {
  const closures = closuresOf(chronicle);
  const answers = new Map(ops.map((op) => [op.turn, op]));
  const acted = new Set(effects.map(({ turn }) => turn));
  return turns.flatMap((turn) => {
    const { id, state, starts, status, summary } = turn;
    const wrong = [
      ...misplaced(turn, chronicle, closures.get(id) ?? []),
      ...missent(turn, closures.get(id)?.[0], answers.get(id)),
    ];
    if (state !== 'closed') wrong.push(`the turn ${id} is ${state}`);
    if (status === 'interrupted' && starts < 2 && !acted.has(id) && !endsSilently(turn))
      wrong.push(`the turn ${id} was given up after one start and no effect`);
    if ((status === 'failed' || status === 'timed_out') && !isSummary(turn))
      wrong.push(`the turn ${id} ${status}: ${summary}`);
    return wrong;
  });
}

interface Closure {
  readonly session: string;
  readonly place: number;
  readonly content: string;
}

function closuresOf(chronicle: Chronicle): Map<string, Closure[]> {
  const closures = new Map<string, Closure[]>();
  for (const session of chronicle.sessions())
    for (const [place, { content, meta }] of chronicle.entries(session).entries())
      if (meta?.turn !== undefined && (meta.kind === 'closure' || meta.kind === 'summary'))
        closures.set(meta.turn, [...(closures.get(meta.turn) ?? []), { session, place, content }]);
  return closures;
}

function misplaced(turn: TurnRow, chronicle: Chronicle, closures: readonly Closure[]): string[] {
  const wrong: string[] = [];
  const { id, session, status } = turn;
  const asked = chronicle.place(session, `${id}:0`);
  if (asked === undefined && status !== 'skipped') wrong.push(`the words of ${id} are not in ${session}`);
  if (closures.length > 1) wrong.push(`the turn ${id} has ${closures.length} closures`);
  const [closure] = closures;
  if (!closure && !endsSilently(turn)) wrong.push(`the turn ${id} has no closure (${status})`);
  if (!closure) return wrong;
  if (closure.session !== session) wrong.push(`the turn ${id} ended in ${closure.session}`);
  if (asked !== undefined && closure.place < asked) wrong.push(`the turn ${id} ended before it began`);
  if (endsSilently(turn)) wrong.push(`the turn ${id} has a closure of its own: ${turn.summary}`);
  return wrong;
}

/** What stands in the transcript is what was sent, where people read the session. */
function missent(turn: TurnRow, closure: Closure | undefined, op: OpRow | undefined): string[] {
  const { id, session, status } = turn;
  const speaks = closure && !session.startsWith('cron:') && !isSummary(turn) && status !== 'quiet';
  if (speaks && op?.text !== closure.content) return [`the answer of ${id} is not the message that was sent`];
  return !speaks && op ? [`the turn ${id} sent a message that it should not: ${op.key}`] : [];
}

/** Turns whose closure is in the ledger only, and messages that were answered with another's. */
function endsSilently(turn: TurnRow): boolean {
  const { joined, status, summary } = turn;
  if (isSummary(turn) && status !== 'ok') return true;
  return joined !== null || status === 'skipped' || (status === 'interrupted' && summary === 'session reset');
}

function isSummary({ id, kind }: TurnRow): boolean {
  return kind === 'worker' && id.startsWith('compact:');
}
