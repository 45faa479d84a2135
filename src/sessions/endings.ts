/** Texts for turns that end without an answer of their own. */
import type { Entry } from './entry.ts';
import type { TurnEnd, TurnState } from './turn.ts';

export const SESSION_DELETED = 'the session was deleted';
export const MESSAGE_TAKEN_BACK = 'the message was taken back';
/** For a run whose turn can no longer be read. */
export const UNREADABLE = 'what it was to do could not be read any more';
/** For a turn that was started or closed elsewhere. */
export const NOT_WAITING = 'it no longer waits';

export const RESET: TurnEnd = { status: 'interrupted', summary: 'session reset' };
export const DELETED: TurnEnd = { status: 'interrupted', summary: SESSION_DELETED };

/** The end of a turn that never started. */
export function skipped(because: string): TurnEnd {
  return { status: 'skipped', summary: because };
}

/** The end of a turn that is stopped together with its session. */
export function stopped(state: TurnState, because: string): TurnEnd {
  return state === 'waiting' ? skipped(because) : { status: 'interrupted', summary: because };
}

/** The end of a message that joined the turn which answered it. */
export function answeredTogether(end: TurnEnd, turn: string): TurnEnd {
  return { ...end, summary: `answered together with ${turn}` };
}

/** The entry that marks a new generation in the transcript. */
export function resetEntry(by: string, generation: number, ts: number): Entry {
  const content = `${by} reset this session: what was said before is kept, and no longer read.`;
  const meta = { kind: 'generation' as const, generation };
  return { v: 1, id: `reset:${generation}`, ts, role: 'system', content, meta };
}

/** The entry of a turn that was stopped together with its session. */
export function stoppedEntry(id: string, because: string, ts: number): Entry {
  return { v: 1, id, ts, role: 'system', content: because };
}

export const OUT_OF_TIME = 'I ran out of time for this one and stopped.';
export const BROKEN = 'I could not finish this: something failed on my side.';

/**
 * The end of a turn that an earlier process left and that must not run again. @param effects what it had done, in
 * words.
 */
export function interrupted(effects: readonly string[]): TurnEnd {
  const done = effects.length > 0 ? ` Before that it had done this: ${effects.join('; ')}.` : '';
  const summary = `This was cut off when the desk went down.${done}`;
  return { status: 'interrupted', summary, error: 'interrupted' };
}
