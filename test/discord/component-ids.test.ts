import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ComponentIdTooLong,
  isSignedId,
  readSignedId,
  signedId,
} from '../../src/channels/discord/component-ids.ts';

const key = Buffer.from('one key');
const channel = '123456789012345678';
const user = '234567890123456789';
const presser = { channel, user };

describe('the ids of buttons', () => {
  const value = fc.oneof(
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => (Object.is(it, -0) ? 0 : it)),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom(`discord:${channel}`, channel, '0123456789012345678', '|', '\\p', "'", 'a\nb', '=', '.'),
  );
  const pressed = fc.record({
    command: fc.constantFrom('help', 'cron remove', 'channel delete'),
    options: fc.dictionary(fc.stringMatching(/^[a-z_?-]{1,8}$/), value, { maxKeys: 2 }),
  });

  /** Undefined for what is too long, which is said. */
  const idOf = (given: Parameters<typeof signedId>[1]) => {
    try {
      return signedId(key, given, { channel, user });
    } catch (error) {
      expect(error).toBeInstanceOf(ComponentIdTooLong);
      return undefined;
    }
  };

  it('give back what was put into them, whatever it is', () =>
    fc.assert(
      fc.property(
        pressed,
        fc.option(fc.integer({ min: 1, max: 4e9 }), { nil: undefined }),
        (given, seconds) => {
          const expiresAtMs = seconds === undefined ? {} : { expiresAtMs: seconds * 1_000 };
          const id = idOf({ ...given, ...expiresAtMs });
          if (id === undefined) return;
          expect(id.length).toBeLessThanOrEqual(100);
          expect(isSignedId(id)).toBe(true);
          expect(readSignedId(key, id, presser, 0)).toEqual({ kind: 'ok', ...given, ...expiresAtMs });
        },
      ),
    ));

  it('are forged as soon as anything is changed', () => {
    const id = signedId(key, { command: 'cron remove', options: { job: 'abc', sure: true } }, { channel });
    expect(readSignedId(key, id, presser, 0)).toMatchObject({ kind: 'ok' });
    const others = '!n|1.Zz=';
    for (let at = 0; at < id.length; at++)
      for (const other of others) {
        const changed = `${id.slice(0, at)}${other}${id.slice(at + 1)}`;
        if (changed !== id) expect(readSignedId(key, changed, presser, 0)).toEqual({ kind: 'forged' });
      }
    for (const odd of ['', 'n1.', 'n1..', 'n1.c.', 'n2.c|help.abc', 'x', id.slice(0, -1), `${id}=`, `${id}.`])
      expect(readSignedId(key, odd, presser, 0)).toEqual({ kind: 'forged' });
    expect(readSignedId(Buffer.from('another key'), id, presser, 0)).toEqual({ kind: 'forged' });
  });

  it('are good for their audience alone', () => {
    const press = (audience: Parameters<typeof signedId>[2], by: typeof presser) =>
      readSignedId(key, signedId(key, { command: 'help', options: {} }, audience), by, 0).kind;
    const elsewhere = { channel: '999', user };
    const somebody = { channel, user: '999' };
    expect(press({ channel }, somebody)).toBe('ok');
    expect(press({ channel }, elsewhere)).toBe('forged');
    expect(press({ channel, user }, presser)).toBe('ok');
    expect(press({ channel, user }, somebody)).toBe('forged');
    expect(press({ channel, user }, elsewhere)).toBe('forged');
    expect(press({ channel: '*' }, elsewhere)).toBe('ok');
    expect(press({ channel: '*', user }, elsewhere)).toBe('ok');
    expect(press({ channel: '*', user }, somebody)).toBe('forged');
  });

  it('expire', () => {
    const expiresAtMs = Date.UTC(2026, 0, 1);
    const id = signedId(
      key,
      { command: 'channel delete', options: { sure: true }, expiresAtMs },
      { channel, user },
    );
    expect(readSignedId(key, id, presser, expiresAtMs - 1).kind).toBe('ok');
    expect(readSignedId(key, id, presser, expiresAtMs)).toEqual({ kind: 'expired' });
  });

  it('are the same for the same button, so that a message is known by them', () => {
    const make = () => signedId(key, { command: 'story why', options: { story: 'a' } }, { channel });
    expect(make()).toBe(make());
  });

  it('have room for sessions, stories and an expiry, and say when there is none', () => {
    const expiresAtMs = Date.UTC(2036, 0, 1);
    const options = { from: `discord:${channel}`, to: `discord:${user}`, sure: true };
    const moved = { command: 'places bind', options, expiresAtMs };
    expect(signedId(key, moved, { channel, user }).length).toBeLessThanOrEqual(100);
    const story = { story: '20261121-0700-x1y2/story_01', sure: true };
    const held = { command: 'story approve', options: story, expiresAtMs };
    expect(signedId(key, held, { channel, user }).length).toBeLessThanOrEqual(100);
    const long = { command: 'cron add', options: { message: 'm'.repeat(80) } };
    expect(() => signedId(key, long, { channel })).toThrow(ComponentIdTooLong);
    expect(() => signedId(key, long, { channel })).toThrow(/\/cron add .* Discord allows 100/);
  });
});
