import { expect, it } from 'vitest';
import type { Reply } from '../../src/feature/command.ts';
import { KeptOptions } from '../../src/channels/discord/kept-options.ts';
import { plainLabel } from '../../src/channels/discord/plain-label.ts';
import { Pages } from '../../src/channels/discord/pages.ts';
import { replyMessage } from '../../src/channels/discord/reply-payload.ts';

const TERMS = {
  key: Buffer.from('key'),
  audience: { channel: '1' },
  nowMs: 0,
  locale: 'en',
  kept: new KeptOptions(),
  pages: new Pages(Buffer.from('key')),
  command: 'cron remove',
} as const;
/** Eleven units, one character as readers see it. */
const FAMILY = '👨‍👩‍👧‍👦';

it('cuts labels between characters as readers see them, never inside one', () => {
  const label = `${'x'.repeat(75)}${FAMILY}${FAMILY}`;
  const reply: Reply = {
    text: 'Sure?',
    ephemeral: true,
    confirm: { label, name: 'cron remove', options: {} },
  };
  const shown = JSON.stringify(replyMessage(reply, TERMS));
  expect(shown).toContain(`"label":"${'x'.repeat(75)}…"`);
});

it('shortens a name to one line without tricks', () => {
  expect(plainLabel('a\n\u202Eb')).toBe('a b');
  expect(plainLabel('\u200B')).toBe('(no name)');
  expect(plainLabel('é'.repeat(200))).toBe(`${'é'.repeat(79)}…`);
});
