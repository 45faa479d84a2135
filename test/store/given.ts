/** What the suites of several ports begin with. */
import type { Entry } from '../../src/sessions/entry.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import type { AcceptTerms, Closing, EffectMark } from '../../src/sessions/turn-book.ts';
import type { Inbound, StartedTurn } from '../../src/sessions/turn.ts';
import type { Ports } from './engine.ts';

export const DESK = parseSessionKey('console:desk');
export const OTHER = parseSessionKey('console:other');
export const CHANNEL = parseSessionKey('discord:100');
export const THREAD = parseSessionKey('discord:101');

export const at = (nowMs: number, more: Partial<AcceptTerms> = {}): AcceptTerms => ({
  nowMs,
  unified: false,
  ...more,
});

export const entry = (id: string, content = `words of ${id}`): Entry => ({
  v: 1,
  id,
  ts: 1,
  role: 'assistant',
  content,
});

export const post = (key: string, lane = DESK, more: Partial<NewOp> = {}): NewOp => ({
  key,
  lane,
  spec: { kind: 'post', channel: { id: '7' }, text: `text of ${key}` },
  ...more,
});

/** An op that can't be written down: what it is written with, must not happen either. */
export const unwritable = (key: string, lane = DESK): NewOp => ({
  key,
  lane,
  get spec(): never {
    throw new Error('it cannot be written down');
  },
});

/** A turn that runs. */
export async function started(
  { turns }: Pick<Ports, 'turns'>,
  inbound: Inbound,
  more: Partial<AcceptTerms> = {},
): Promise<StartedTurn> {
  const terms = at(10, more);
  await turns.accept(inbound, terms);
  const begun = await turns.start(inbound.id, { nowMs: terms.nowMs, deadlineMs: terms.nowMs + 600_000 });
  if (begun.kind !== 'started') throw new Error(`${inbound.id}: ${begun.because}`);
  return begun;
}

export const closing = ({ turn, fence }: StartedTurn, more: Partial<Closing> = {}): Closing => ({
  turn: turn.id,
  fence,
  end: { status: 'ok', summary: 'done' },
  entries: [],
  ops: [],
  nowMs: 20,
  final: false,
  ...more,
});

/** A turn that ran and ended well, its messages let go. */
export async function ended(ports: Pick<Ports, 'turns'>, inbound: Inbound, more: Partial<Closing> = {}) {
  const begun = await started(ports, inbound, more.nowMs === undefined ? {} : { nowMs: more.nowMs });
  const committed = await ports.turns.commit(closing(begun, more));
  await ports.turns.release(inbound.id);
  return committed;
}

export const mark = ({ turn, fence }: StartedTurn, n = 1, what = `effect ${n}`): EffectMark => ({
  turn: turn.id,
  fence,
  n,
  atMs: 15,
  what,
});

/** Opens a session of a platform. */
export function openPlace({ sessions }: Pick<Ports, 'sessions'>, key: SessionKey, parent?: SessionKey) {
  const chatId = key.slice(key.indexOf(':') + 1);
  const origin = { channel: 'discord', chatId, ...(parent ? { parent } : { guildId: '9' }) };
  return sessions.open({ key, origin, title: `#${chatId}` }, 5);
}

/** The ids of the entries that wait to be written into a session's transcript, in order. */
export async function unwritten({ turns }: Pick<Ports, 'turns'>, session = DESK): Promise<string[]> {
  return (await turns.unflushed(session))?.rows.map(({ entry: { id } }) => id) ?? [];
}

/** All that waits to be written into a session's transcript is written there. */
export async function flush({ turns }: Pick<Ports, 'turns'>, session = DESK): Promise<void> {
  const waiting = await turns.unflushed(session);
  if (!waiting) return;
  const rows = waiting.rows.map(({ seq }) => seq);
  await turns.flushed(session, { rows, length: waiting.from + 100, newestMs: 1 });
}
