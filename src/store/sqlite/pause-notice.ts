import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { Turn } from '../../sessions/turn.ts';
import { addEvent } from './event-rows.ts';
import { insertOps } from './op-rows.ts';
import type { Statements } from './statements.ts';

/** Say where a job's session is that the job was paused. */
export function tellOfPause(sql: Statements, turn: Turn, notice: string, nowMs: number): void {
  tell(sql, turn, { part: 'paused', text: notice, state: 'held' }, nowMs);
}

/** The same of a failed run that is not tried again after all; its turn ended long ago. */
export function tellOfDrop(sql: Statements, turn: Turn, notice: string, nowMs: number): void {
  tell(sql, turn, { part: 'dropped', text: notice, state: 'ready' }, nowMs);
}

interface Notice {
  readonly part: string;
  readonly text: string;
  readonly state: 'held' | 'ready';
}

/** An isolated job's notice is told to the session that it announces to. */
function tell(
  sql: Statements,
  { id, session, run }: Turn,
  { part, text, state }: Notice,
  nowMs: number,
): void {
  if (channelOf(session) === 'cron') {
    if (run?.announce) addEvent(sql, run.announce.session, { id: `${part}:${id}`, text, atMs: nowMs });
    return;
  }
  const key = `${id}/${part}`;
  const record = { v: 1 as const, id: key, ts: nowMs, role: 'system' as const, content: text };
  const spec = { kind: 'post' as const, channel: { id: chatIdOf(session) }, text };
  insertOps(sql, [{ key, lane: session, spec, record }], { turn: id, state });
}
