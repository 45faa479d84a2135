/** What a "yes" is said to counts as said; who else spoke meanwhile, and what was answered to whom, decides. */
import { expect, it } from 'vitest';
import { wordsOf } from '../../src/agent/own-words.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import type { Turn } from '../../src/sessions/turn.ts';
import { message } from '../support/inbound.ts';

const BASE = { v: 1, ts: 1_000 } as const;
const anna = { id: '1', name: 'Anna' };
const ben = { id: '2', name: 'Ben' };
const says = (turn: string, author: typeof anna, content: string, meta: Entry['meta'] = {}): Entry => ({
  ...BASE,
  id: `${turn}:0`,
  role: 'user',
  content,
  author,
  meta: { turn, ...meta },
});
const answer = (turn: string, content: string, meta: Entry['meta'] = {}): Entry => ({
  ...BASE,
  id: `${turn}:1`,
  role: 'assistant',
  content,
  meta: { turn, kind: 'closure', ...meta },
});
const yes = (more: Partial<Turn>) =>
  ({ ...message('t9', 'yes'), author: anna, acceptedAtMs: 2_000, ...more }) as Turn;

const asked = says('t1', anna, 'is the ferry story ready?');
const offer = answer('t1', 'It is.\nShall I approve the ferry story?');
const step: Entry = { ...BASE, id: 't1:2', role: 'tool', content: '{}', meta: { turn: 't1', kind: 'step' } };
const AGREED = 'yes\napprove the ferry story';

it.each<[string, Entry[], Partial<Turn>]>([
  ['the question at the end of the answer', [asked, step, offer], {}],
  [
    'the same, though others talked among themselves',
    [asked, offer, says('o', ben, 'lunch?', { kind: 'observed' })],
    {},
  ],
  [
    'the question that it replies to',
    [asked, offer],
    { replyTo: { id: '5', text: 'It is. Shall I approve the ferry story?' } },
  ],
])('counts as said: %s', (_, window, more) => expect(wordsOf(yes(more), window).now).toBe(AGREED));

it.each<[string, Entry[], Partial<Turn>]>([
  ['an answer to somebody else', [says('t1', ben, 'is the ferry story ready?'), offer], {}],
  ['a question before what somebody else said to the desk', [asked, offer, says('t2', ben, 'hold it')], {}],
  ['a question before another answer', [asked, offer, says('t2', ben, 'hi'), answer('t2', 'Hello.')], {}],
  ['a message that nobody knows, to which it is a reply', [asked, offer], { replyTo: { id: '4' } }],
  ['another message, to which it is a reply', [asked, offer], { replyTo: { id: '4', text: 'Is it true?' } }],
  ['what was made of pages', [asked, answer('t1', offer.content, { ofPages: true })], {}],
  ['what a job posted', [asked, { ...offer, _cron_turn: true as const }], {}],
  ['a question of long ago', [asked, offer], { acceptedAtMs: 16 * 60_000 }],
  ['more than a yes', [asked, offer], { text: 'yes, but who wrote it?' }],
])('does not count as said: %s', (_, window, more) => {
  const turn = yes(more);
  expect(wordsOf(turn, window).now).toBe(turn.text);
});
