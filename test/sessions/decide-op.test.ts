import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideLanding, dependenciesOf } from '../../src/sessions/decide-op.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { OpSpec, Target } from '../../src/sessions/op.ts';

const channel = parseSessionKey('discord:5');
const thread = parseSessionKey('discord:6');
const session = { key: channel, origin: { channel: 'discord' as const, chatId: '5' } };
const opens = {
  key: thread,
  origin: { channel: 'discord' as const, chatId: '6', kind: 'thread' as const, parent: channel },
  title: 'A story',
};
const record = { v: 1 as const, id: 'r', ts: 0, role: 'assistant' as const, content: 'posted' };

describe('what has landed', () => {
  it('is remembered where it stands, when it was sent, with the thread that it opened', () => {
    const landed = decideLanding({ record }, { session, opens }, { isOpen: true, guildId: '9' }, 7);
    expect(landed).toEqual({
      opens: [session, { ...opens, origin: { ...opens.origin, guildId: '9' } }],
      thread,
      remembered: { session: channel, entry: { ...record, ts: 7, meta: { thread } } },
    });
  });

  it('opens no thread, and leaves no record, where it has none', () => {
    expect(decideLanding({}, { session }, { isOpen: true }, 7)).toEqual({ opens: [session] });
  });

  it('brings nothing back that was deleted', () => {
    expect(decideLanding({ record }, { session, opens }, { isOpen: false }, 7)).toEqual({ opens: [] });
  });
});

it('an op waits for every op that it names, and for nothing else', () =>
  fc.assert(
    fc.property(
      fc.oneof(fc.record({ op: fc.string() }), fc.record({ id: fc.string() })),
      fc.oneof(fc.record({ op: fc.string() }), fc.record({ id: fc.string() })),
      fc.array(fc.string()),
      (place: Target, message: Target, names) => {
        const ops = (...targets: Target[]) => targets.flatMap((target) => ('op' in target ? [target.op] : []));
        const post: OpSpec = { kind: 'post', channel: place, text: '', names };
        expect(dependenciesOf(post)).toEqual([...ops(place), ...names]);
        expect(dependenciesOf({ kind: 'delete', channel: place, message })).toEqual(ops(place, message));
      },
    ),
  ));
