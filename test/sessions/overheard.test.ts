import { describe, expect, it } from 'vitest';
import { readConversation, renderConversation } from '../../src/sessions/conversation.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { entryTokens } from '../../src/sessions/entry-tokens.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Turn } from '../../src/sessions/turn.ts';
import { readWindow } from '../../src/sessions/window.ts';
import { message } from '../support/inbound.ts';
import { answer, person, said } from './entries.ts';

const desk = parseSessionKey('console:desk');
const turn: Turn = { ...message('now'), lane: desk, seq: 9, acceptedAtMs: 0, attempts: 1 };
const transcriptOf = (entries: readonly Entry[]) => ({
  async *backwards() {
    yield* entries.toReversed();
  },
});
const windowOf = (entries: readonly Entry[], tokens: number) =>
  readWindow(transcriptOf(entries), desk, { turn, waiting: [], tokens, history: 'full', zone: 'UTC' });

const overheard = (content: string, id = content) =>
  said(id, content, { author: { name: 'Bo' }, meta: { kind: 'observed' } });
const edit = (target: string, n: number, content: string) =>
  said(`${target}:edit${n}`, content, { author: { name: 'Ann' }, meta: { kind: 'edit', target } });
const gone = (target: string) =>
  said(`${target}:gone`, 'Ann took back a message', { role: 'system', meta: { kind: 'delete', target } });

describe('overheard talk in a window', () => {
  const chatter = Array.from({ length: 60 }, (_, n) => overheard(`chatter ${n} `.repeat(8), `chatter ${n}`));

  it('takes three tenths of it at most, the newest, however much there is', async () => {
    const window = await windowOf([person('early'), ...chatter, person('late')], 1_000);
    const heard = window.filter(({ meta }) => meta?.kind === 'observed');
    const weight = heard.reduce((sum, entry) => sum + entryTokens(entry), 0);
    expect(weight).toBeLessThanOrEqual(300);
    expect(weight).toBeGreaterThan(200);
    expect(heard.at(-1)).toEqual(chatter.at(-1));
  });

  it('does not hide what was said to the desk before it', async () => {
    const talk = [person('no more crypto today'), answer('Noted.')];
    const window = await windowOf([...talk, ...chatter], 1_000);
    expect(window.slice(0, 2)).toEqual(talk);
  });

  it('is told as overheard to whoever sums it up', async () => {
    const entries = [person('what is new?'), answer('Nothing.'), overheard('lunch?')];
    const said = await readConversation(transcriptOf(entries), desk, {
      turn,
      waiting: [],
      tokens: 1_000,
      through: 'lunch?',
      zone: 'UTC',
    });
    expect(renderConversation(said).split('\n').at(-1)).toMatch(/^\[.*\] Bo \(overheard\): lunch\?$/);
  });
});

describe('what people changed or took back', () => {
  it('is read with the newest words, marked, in the place of the old ones', async () => {
    const window = await windowOf(
      [person('12%', 'a'), answer('Noted.'), edit('a', 1, '13%'), edit('a', 2, '14%'), person('so?')],
      1_000,
    );
    expect(window.map(({ content }) => content)).toEqual(['14%', 'Noted.', 'so?']);
    expect(window[0]!.meta).toMatchObject({ edited: true });
  });

  it('is not read, from the deletion on, nor are the edits it had', async () => {
    const window = await windowOf([person('a'), edit('a', 1, 'b'), person('c'), gone('a')], 1_000);
    expect(window.map(({ content }) => content)).toEqual(['c']);
  });

  it('is not read when only its mark is left', async () => {
    const erased = said('a', '', { meta: { erased: true } });
    expect(await windowOf([erased, person('c')], 1_000)).toEqual([person('c')]);
  });

  it('is told to whoever sums up as it is now, though the change came after the part that is summed up', async () => {
    const entries = [
      person('12%', 'a'),
      person('secret', 'b'),
      answer('Noted.'),
      edit('a', 1, '13%'),
      gone('b'),
    ];
    const conversation = await readConversation(transcriptOf(entries), desk, {
      turn,
      waiting: [],
      tokens: 1_000,
      through: 'Noted.',
      zone: 'UTC',
    });
    expect(conversation.map(({ text }) => text)).toEqual(['13%', 'Noted.']);
  });
});
