/** What desks that share a newsroom can rely on. */
import { expect, it } from 'vitest';
import type { Duties, Peers, Signal } from '../../src/sessions/peers.ts';
import { eventually } from '../support/fake-clock.ts';

export interface SharedNewsroom {
  /** A desk begins to work. */
  enter(): Promise<Peers>;
  /** Nothing was heard of a desk for longer than its lease. */
  silence(desk: Peers): Promise<void>;
  /** Another desk says something, and its announcement arrives nowhere: the line is dead, and nobody has noticed. */
  unannounced(signal: Signal): Promise<void>;
  /** Let time pass, after which every desk looks at the others. */
  look(): Promise<void>;
}

export function describePeers(open: () => Promise<SharedNewsroom>): void {
  const dutiesOf = (
    log: string[],
    { roles = ['a', 'b'] } = {},
  ): Duties & { heardOf: Signal[]; looks(): number } => {
    const heardOf: Signal[] = [];
    let looks = 0;
    return {
      heardOf,
      roles: roles.map((name) => ({ name, begin: async () => void log.push(name) })),
      receive: (signal) => void heardOf.push(signal),
      gone: async (desks) => void log.push(`gone ${desks.length}`),
      look: () => void (looks += 1),
      looks: () => looks,
    };
  };

  it('the first has all roles; the next takes them over when it was silent too long, and not before', async () => {
    const { enter, silence, look } = await open();
    const [log1, log2] = [[], []] as [string[], string[]];
    const first = await enter();
    expect([first.isFirst, first.hasOthers()]).toEqual([true, false]);
    await first.begin(dutiesOf(log1));
    const second = await enter();
    expect([second.isFirst, second.hasOthers()]).toEqual([false, true]);
    const duties = dutiesOf(log2);
    await second.begin(duties);
    expect([log1, log2]).toEqual([['a', 'b'], []]);
    expect([first.holds('a'), second.holds('a')]).toEqual([true, false]);
    await look();
    // One that is under way while the first falls silent may find its roles free before it finds it gone.
    await eventually(() => duties.looks() === 1);
    expect(log2).toEqual([]);
    await silence(first);
    const looking = (done: () => boolean) => eventually(async () => (await look(), done()));
    await looking(() => log2.length === 3);
    expect(log2).toEqual(['gone 1', 'a', 'b']);
    expect((await second.list()).map(({ isThis, roles }) => [isThis, roles])).toEqual([[true, ['a', 'b']]]);
    await looking(() => !second.hasOthers());
  });

  it('hear what the others say, in order, and not what they say themselves', async () => {
    const { enter, look } = await open();
    const duties = [dutiesOf([]), dutiesOf([]), dutiesOf([])];
    const desks: Peers[] = [];
    for (const duty of duties) {
      const desk = await enter();
      await desk.begin(duty);
      desks.push(desk);
    }
    await eventually(async () => (await look(), desks.every((desk) => desk.hasOthers())));
    const said: Signal[] = [
      ...Array.from({ length: 200 }, (_, n): Signal => ({ kind: 'settled', op: `op ${n}` })),
      { kind: 'news', event: 'message', payload: { text: `NUL \0 and ${'長'.repeat(20_000)}` } },
    ];
    for (const signal of said) desks[0]!.signal(signal);
    await eventually(() => duties.slice(1).every(({ heardOf }) => heardOf.length === said.length));
    expect(duties[1]!.heardOf.slice(0, -1)).toEqual(said.slice(0, -1));
    const last = duties[2]!.heardOf.at(-1) as { payload: { text: string } };
    expect(last.payload.text).toMatch(/^NUL .* and 長+$/);
    expect(duties[0]!.heardOf).toEqual([]);
  });

  it('find what was announced in vain, once', async () => {
    const { enter, unannounced, look } = await open();
    const duties = dutiesOf([]);
    const desk = await enter();
    await desk.begin(duties);
    const said: Signal = { kind: 'outbox' };
    await unannounced(said);
    await eventually(async () => (await look(), duties.looks() > 1));
    const looks = duties.looks();
    await eventually(async () => (await look(), duties.looks() > looks));
    expect(duties.heardOf).toEqual([said]);
  });
}
