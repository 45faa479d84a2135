import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { Channel } from '../sessions/key.ts';
import type { NewOp } from '../sessions/op.ts';
import type { Turn } from '../sessions/turn.ts';

/** Channels that people read; the desk's own sessions, isolated jobs and workers have no outside. */
const READ_BY_PEOPLE: readonly Channel[] = ['discord', 'console', 'terminal'];

/** The messages that carry a turn's answer to where its session is. */
export function replyOps(turn: Turn, text: string): NewOp[] {
  if (!READ_BY_PEOPLE.includes(channelOf(turn.session))) return [];
  const channel = { id: chatIdOf(turn.session) };
  return [{ key: `${turn.id}/1`, lane: turn.session, spec: { kind: 'post', channel, text } }];
}
