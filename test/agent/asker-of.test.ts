import { describe, expect, it } from 'vitest';
import { askerOf } from '../../src/agent/asker-of.ts';
import { GATEWAY, SYSTEM } from '../../src/sessions/actor.ts';
import type { Actor } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Turn } from '../../src/sessions/turn.ts';

const PARENT = parseSessionKey('discord:100');
const turn = (session: string, actor: Actor, more: Partial<Turn> = {}) =>
  ({ kind: 'person', session: parseSessionKey(session), origin: {}, actor, ...more }) as Turn;
const ben: Actor = { kind: 'person', id: '2', name: 'ben', rights: ['talk'] };

describe('whose share of the language model a turn is', () => {
  it('is one person’s in whatever channel, and a thread’s is its channel’s', () => {
    const inThread = turn(
      'discord:200',
      { ...ben, name: 'Ben II' },
      { origin: { channel: 'discord', chatId: '200', kind: 'thread', parent: PARENT } },
    );
    expect(askerOf(turn('discord:100', ben))).toEqual({ person: 'discord:2', place: 'discord:100' });
    expect(askerOf(inThread)).toEqual({ person: 'discord:2', place: 'discord:100' });
  });

  it('is one person’s who holds the gateway’s token, whatever names are given, in however many chats', () => {
    const asked = ['console:a', 'console:b', 'terminal:c'].map(
      (chat, n) => askerOf(turn(chat, { ...GATEWAY, name: `user ${n}` }))?.person,
    );
    expect(new Set(asked)).toEqual(new Set(['gateway']));
  });

  it('is the channel’s where what was said there is summed up, so that talk does not spend what is kept for schedules', () => {
    const compaction = turn('discord:100', SYSTEM, { kind: 'worker', compaction: { covers: 'x' } });
    expect(askerOf(compaction)).toEqual({ person: 'memory:discord:100', place: 'discord:100' });
  });

  it('is nobody’s where it was scheduled or ordered', () => {
    expect(askerOf(turn('discord:100', ben, { kind: 'scheduled' }))).toBeUndefined();
    expect(askerOf(turn('story:run/1/write', SYSTEM, { kind: 'worker' }))).toBeUndefined();
  });
});
