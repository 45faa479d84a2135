import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDescribe } from '../../src/sessions/decide-describe.ts';
import { decideBack, decideGone, decideLost } from '../../src/sessions/decide-place.ts';
import type { Member } from '../../src/sessions/decide-place.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';

const channel = parseSessionKey('discord:5');
const threads = ['6', '7', '8'].map((id) => parseSessionKey(`discord:${id}`));
const places = [channel, ...threads];
const gone = { kind: 'gone' as const, because: 'it was deleted', atMs: 9, place: channel };
const lost = { kind: 'lost' as const, because: 'no access', atMs: 9, place: channel };

const loss = fc.record({
  kind: fc.constantFrom('gone' as const, 'lost' as const),
  because: fc.string(),
  atMs: fc.nat(),
  place: fc.constantFrom(...places),
});
const member = (key: (typeof places)[number]) =>
  fc.option(loss, { nil: undefined }).map((old): Member => ({ key, ...(old && { loss: old }) }));
const family = fc.tuple(...places.map(member));

describe('a place that is out of reach', () => {
  it('is remembered for the reason that was said first, in every session', () =>
    fc.assert(
      fc.property(family, (members) => {
        const { losses } = decideLost(lost, members);
        expect(losses).toEqual(members.map(({ key, loss: old }) => ({ key, loss: old ?? lost })));
      }),
    ));

  it('is news unless it was so before, and none where it is unknown', () => {
    expect(decideLost(lost, [{ key: channel }]).isNews).toBe(true);
    expect(decideLost(lost, [{ key: channel, loss: { ...gone } }]).isNews).toBe(true);
    expect(decideLost(lost, [{ key: channel, loss: lost }, { key: threads[0]! }]).isNews).toBe(false);
    expect(decideLost(lost, []).isNews).toBe(false);
  });
});

it('a place that is gone is gone with all its sessions, and what was paused for another reason is paused anew', () =>
  fc.assert(
    fc.property(family, (members) => {
      expect(decideGone(gone, members)).toEqual(
        members.map(({ key, loss: old }) => ({ key, loss: gone, ...(old && { resumed: old.because }) })),
      );
    }),
  ));

it('a place comes back with what went with it in the same way, and with nothing else', () =>
  fc.assert(
    fc.property(family, fc.constantFrom('gone' as const, 'lost' as const), (members, from) => {
      const back = decideBack(channel, from, members);
      for (const { key, loss: old } of members) {
        const comes = old?.kind === from && (key === channel || old.place === channel);
        expect(back.some((one) => one.key === key)).toBe(comes);
      }
    }),
  ));

describe('a description of a session', () => {
  const known = { origin: { channel: 'discord', chatId: '5', guildId: '9' }, title: 'news' };

  it('changes nothing where it says nothing new', () => {
    expect(decideDescribe(known, known)).toEqual({});
    expect(decideDescribe(known, { origin: { channel: 'discord', chatId: '5' } })).toEqual({});
  });

  it('adds what is new, and leaves what it does not speak of', () => {
    const said = { origin: { channel: 'discord', chatId: '5', parent: channel }, title: 'world' };
    expect(decideDescribe(known, said)).toEqual({
      origin: { ...known.origin, parent: channel },
      title: 'world',
    });
  });
});
