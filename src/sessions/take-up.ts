/** Takes up the turns that a dead desk left. */
import { inParallel } from '../async/in-parallel.ts';
import type { Clock } from '../time/clock.ts';
import { interrupted } from './endings.ts';
import type { Readers } from './endings.ts';
import type { TranscriptWriter } from './transcript-writer.ts';
import type { TurnBook } from './turn-book.ts';
import type { TurnPeers } from './peers.ts';
import type { StartedTurn, Turn, TurnEnd } from './turn.ts';

/** How recent a person's message must be for the desk to run its turn again after a crash. */
const FRESH_MS = 10 * 60_000;

/** Sessions and turns whose rows are written together. */
const AT_ONCE = 32;

export interface TakenUp {
  readonly book: TurnBook;
  readonly transcriptWriter: TranscriptWriter;
  readonly clock: Clock;
  /** This desk, where several share the book. */
  readonly peers?: Pick<TurnPeers, 'desk'> | undefined;
  /** Whether a turn is performed here. */
  readonly ours?: ((turn: Turn) => boolean) | undefined;
  readonly taken: (turn: Turn) => void;
  readonly readers: (turn: Turn) => Readers;
  readonly settle: (started: StartedTurn, end: TurnEnd) => Promise<unknown>;
  readonly line: (turn: Turn) => void;
  readonly posted: () => void;
}

/**
 * @param gone desks that are gone, where several share the book; without it, whatever is open was left
 * @returns how many turns wait here again, and how many were closed as cut off.
 */
export async function takeUp(
  deps: TakenUp,
  gone?: readonly string[],
): Promise<{ waiting: number; cutOff: number }> {
  const { book, clock, transcriptWriter, peers, ours = () => true, posted } = deps;
  const terms = { nowMs: clock.now(), personMaxAgeMs: FRESH_MS, desk: peers?.desk, desks: gone };
  const left = await book.recover(terms);
  await inParallel(left.flush, AT_ONCE, undefined, (session) => transcriptWriter.flush(session));
  await inParallel(left.release, AT_ONCE, undefined, (turn) => book.release(turn));
  await inParallel(left.cutOff, AT_ONCE, undefined, ({ started, effects }) => close(started, effects, deps));
  const unheard = left.waiting.filter(({ attended }) => attended);
  for (const turn of unheard) await lineOrLeave(turn, deps);
  const waiting = left.waiting.filter((turn) => !turn.attended && ours(turn));
  for (const turn of waiting) await lineOrLeave(turn, deps);
  posted();
  return { waiting: waiting.length, cutOff: left.cutOff.length + unheard.length };
}

/** Let a turn wait here. One that nobody waits for any more is closed, and said to be cut off. */
export async function lineOrLeave(turn: Turn, deps: TakenUp): Promise<void> {
  const { book, clock } = deps;
  if (!turn.attended) return deps.line(turn);
  const started = await book.start(turn.id, { nowMs: clock.now(), deadlineMs: clock.now() });
  if (started.kind === 'started') await close(started, [], deps);
}

/** A turn that a dead process left. */
async function close(
  started: StartedTurn,
  effects: readonly string[],
  { taken, readers, settle }: TakenUp,
): Promise<void> {
  const { turn } = started;
  taken(turn);
  await settle(started, interrupted(effects, readers(turn), turn.attended ? 'asker' : 'desk'));
}
