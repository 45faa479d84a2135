import { expect, it } from 'vitest';
import { findSession, nearestKeys } from '../../src/desk/find-session.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';

const keys = ['console:desk', 'console:news', 'discord:123456', 'terminal:ann', 'story:r/s/write'].map(
  parseSessionKey,
);
const sessions = async () => keys.map((key) => ({ key }));
const find = (key: string, isThere?: boolean) =>
  findSession(parseSessionKey(key), { sessions, isThere: async () => isThere });

it('knows what people have spoken in, and the desk itself', async () => {
  expect(await find('console:news')).toMatchObject({ known: true });
  expect(await find('main')).toMatchObject({ known: true });
});

it('asks about a key that nobody has spoken in, with the nearest', async () => {
  expect(await find('console:newz')).toEqual({
    known: false,
    mayBegin: true,
    because: 'nobody has spoken in console:newz yet',
    nearest: ['console:news', 'console:desk', expect.any(String)],
  });
});

it('looks channels of Discord up, and takes none that are not there', async () => {
  expect(await find('discord:999', true)).toMatchObject({ known: true });
  expect(await find('discord:999', false)).toMatchObject({ known: false, mayBegin: false });
  expect(await find('discord:999')).toMatchObject({
    known: false,
    mayBegin: true,
    because: "nobody has spoken in discord:999, and Discord can't be asked now",
  });
});

it('offers keys of chats only, the likest first', () => {
  expect(nearestKeys(parseSessionKey('discord:12345'), keys)[0]).toBe('discord:123456');
  expect(nearestKeys(parseSessionKey('console:x'), keys)).not.toContain('story:r/s/write');
});
