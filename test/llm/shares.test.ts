import { describe, expect, it } from 'vitest';
import type { Asker } from '../../src/llm/chat-model.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { MemoryReceiptBook } from '../support/memory-receipt-book.ts';
import { aRouter, request } from './a-router.ts';

const ANNA: Asker = { person: 'discord:1', place: 'discord:100' };
const BEN: Asker = { person: 'discord:2', place: 'discord:100' };
const EVENING = Date.UTC(2026, 6, 1, 20); // nine in London

/** A language model that would always answer, and the desk model. */
function aDay(ceilings: object, book = new MemoryReceiptBook(), clock = new FakeClock(EVENING)) {
  const { router } = aRouter(
    { gemini: Array<string>(500).fill('G'), desk: Array<string>(500).fill('D') },
    { ceilings },
    book,
    clock,
  );
  const ask = async (asker?: Asker) => router.reply(request(asker ? { about: { asker } } : {}));
  const times = async (n: number, asker?: Asker) => {
    let served = 0;
    for (let asked = 0; asked < n; asked++) if ((await ask(asker)).text === 'G') served += 1;
    return served;
  };
  return { ask, times, book, clock };
}

describe('shares of a day’s ceiling', () => {
  it('keep one person who asks 200 times from spending the day: others and scheduled work go on', async () => {
    const { ask, times } = aDay({ day: { attempts: 100 } });
    expect(await times(200, ANNA)).toBe(30);
    const refused = await ask(ANNA);
    expect(refused.text).toBe('D');
    expect(refused.passed).toEqual([
      {
        provider: 'gemini',
        code: 'exhausted',
        because: expect.stringContaining('You have asked a lot today') as string,
      },
    ]);
    expect(await times(50, BEN)).toBe(20); // the channel's half
    expect((await ask(BEN)).passed?.[0]?.because).toContain('This channel’s share');
    expect(await times(50, { ...BEN, place: 'discord:200' })).toBe(10); // his own share, and all conversations' 60
    expect(await times(50, { person: 'discord:3', place: 'discord:300' })).toBe(0);
    expect(await times(50)).toBe(40); // what is kept for scheduled work
    expect((await ask()).passed?.[0]?.because).toContain('The ceiling of 100 calls a day');
  });

  it('give whoever asks last the reason, and everything back at midnight', async () => {
    const { ask, times, clock } = aDay({
      day: { attempts: 10 },
      shares: { person: 1, channel: 1, scheduled: 0.5 },
    });
    expect(await times(9, ANNA)).toBe(5);
    expect((await ask(BEN)).passed?.[0]?.because).toContain('What conversations may use');
    clock.set(Date.UTC(2026, 6, 1, 23)); // midnight in London
    expect(await times(9, ANNA)).toBe(5);
  });

  it.each([
    ['tokens', { tokens: 1_000 }],
    ['costUsd', { costUsd: 0.0005 }],
  ])('count in %s as well', async (_, day) => {
    const { times } = aDay({ day });
    const asked = await times(200, ANNA);
    expect(asked).toBeGreaterThan(0);
    expect(await times(200)).toBeGreaterThan(asked);
  });

  it('hold after a restart, and for questions that are asked side by side', async () => {
    const first = aDay({ day: { attempts: 10 } });
    const replies = await Promise.all(Array.from({ length: 8 }, () => first.ask(ANNA)));
    expect(replies.filter(({ text }) => text === 'G')).toHaveLength(3);
    expect(await aDay({ day: { attempts: 10 } }, first.book).times(5, ANNA)).toBe(0);
  });

  it('are the edition’s where it has some, and let somebody ask at least once unless they are zero', async () => {
    const all = { person: 1, channel: 1, scheduled: 0 };
    expect(await aDay({ day: { attempts: 10 }, shares: all }).times(20, ANNA)).toBe(10);
    expect(await aDay({ day: { attempts: 2 } }).times(5, ANNA)).toBe(1);
    expect(await aDay({ day: { attempts: 2 }, shares: { person: 0 } }).times(5, ANNA)).toBe(0);
  });
});
