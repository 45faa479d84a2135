import { expect, it } from 'vitest';
import { chatNamed, chatWritten, linkTo, prefixes, roomIn, threadOn } from '../../src/sessions/traits-of.ts';
import { sessionKey } from '../../src/sessions/key.ts';

const ID = '123456789012345678';
const KEY = sessionKey('discord', ID);

it.each([
  ID,
  `<#${ID}>`,
  ` <#${ID}> `,
  `https://discord.com/channels/111111111111111111/${ID}`,
  `https://ptb.discord.com/channels/111111111111111111/${ID}/222222222222222222`,
])('a channel of Discord is found in what a person writes for it: %j', (written) =>
  expect(chatWritten('discord', written)).toBe(KEY),
);

it.each(['#news', '<@123456789012345678>', 'https://example.org/channels/1/123456789012345678', ''])(
  'there is none in %j',
  (written) => expect(chatWritten('discord', written)).toBeUndefined(),
);

it('a bare id in an edition or a job file is one of Discord; a slip of the pen is none', () => {
  expect(chatNamed(ID)).toBe(KEY);
  expect(chatNamed(`discord:${ID}`)).toBe(KEY);
  expect(chatNamed('console:desk')).toBe('console:desk');
  for (const slip of ['12345', 'discord:12345', 'terminal:ann', 'fax:1', 'main', ''])
    expect(chatNamed(slip)).toBeUndefined();
});

it('its chats are shown as links, its threads have the ids of their messages, and its messages leave room', () => {
  expect([linkTo(KEY), threadOn(KEY, '7'), roomIn(KEY)]).toEqual([`<#${ID}>`, 'discord:7', 1_900]);
  const desk = sessionKey('console', 'desk');
  expect([linkTo(desk), threadOn(desk, '7'), roomIn(desk)]).toEqual([
    '<chat:console:desk>',
    undefined,
    1_900,
  ]);
  expect(prefixes()).toBe('discord:, console: and terminal:');
});
