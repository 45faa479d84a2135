import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Scope, Transaction } from '../../src/store/sql/sql.ts';
import { WriteGroups } from '../../src/store/postgres/write-groups.ts';
import type { WriteGroup } from '../../src/store/postgres/write-groups.ts';

/** No statement is run here. */
const TX = {} as Transaction;

/** Groups, and a database that commits them when the test says so. */
function groups(isOfAll = false) {
  const begun: (WriteGroup & { commit(): Promise<void>; fail(error: Error): void })[] = [];
  const writes = new WriteGroups({
    isOfAll: () => isOfAll,
    commit: (group) =>
      new Promise((resolve, reject) => {
        const commit = async () => {
          try {
            resolve(await Promise.all(group.works.map((work) => work(TX))));
          } catch (error) {
            reject(error as Error);
          }
        };
        begun.push({ ...group, commit, fail: reject });
      }),
  });
  return { writes, begun, add: (name: string, scope?: Scope) => writes.run(async () => name, scope) };
}

/** Until what is asked for in this tick has begun. */
const ticks = async () => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
const about = (...names: string[]) => ({ about: names });

describe('transactions that are written together', () => {
  it('are those with no name in common; the others wait, in order', async () => {
    const { begun, add } = groups();
    const all = [
      add('1', about('a')),
      add('2', about('b')),
      add('3', about('b', 'a')),
      add('4', about('c')),
      add('5', about('b')),
    ];
    await ticks();
    expect(begun.map((group) => group.about)).toEqual([['a', 'b', 'c']]);
    await begun[0]!.commit();
    await ticks();
    expect(begun[1]!.about).toEqual(['a', 'b']);
    await begun[1]!.commit();
    await ticks();
    await begun[2]!.commit();
    expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are alone without a scope, and go first when somebody waits', async () => {
    const { begun, add } = groups();
    const all = [add('1', about('a')), add('alone'), add('2', { about: ['b'], isFirst: true })];
    await ticks();
    expect(begun.map((group) => group.about)).toEqual([['a', 'b'], undefined]);
    for (const group of begun) await group.commit();
    expect(await Promise.all(all)).toEqual(['1', 'alone', '2']);
  });

  it('are run again one by one when one of them fails', async () => {
    const { writes, begun, add } = groups();
    const bad = writes.run(() => Promise.reject(new Error('no')), about('b'));
    const refused = expect(bad).rejects.toThrow('no');
    const others = [add('1', about('a')), add('3', about('c'))];
    await ticks();
    expect(begun[0]!.works).toHaveLength(3);
    await begun[0]!.commit();
    await ticks();
    expect(begun.slice(1).map((group) => group.about)).toEqual([['b'], ['a'], ['c']]);
    for (const group of begun.slice(1)) await group.commit();
    expect(await Promise.all(others)).toEqual(['1', '3']);
    await refused;
  });

  it('all hear of an error that is of all', async () => {
    const { begun, add } = groups(true);
    const all = Promise.allSettled([add('1', about('a')), add('2', about('b'))]);
    await ticks();
    begun[0]!.fail(new Error('the server is gone'));
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(begun).toHaveLength(1);
  });

  it('never hold a name twice at once, and end, whatever they are about', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.option(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }), {
            nil: undefined,
          }),
          {
            maxLength: 60,
          },
        ),
        fc.infiniteStream(fc.nat(2)),
        async (scopes, which) => {
          const { writes, begun } = groups();
          const order = new Map<string, number[]>();
          const all = scopes.map((names, n) =>
            writes.run(
              async () => {
                for (const name of names ?? []) order.set(name, [...(order.get(name) ?? []), n]);
                return n;
              },
              names && { about: names },
            ),
          );
          const open: typeof begun = [];
          for (let seen = 0; ;) {
            await ticks();
            open.push(...begun.slice(seen));
            seen = begun.length;
            const held = open.flatMap((group) => group.about ?? []);
            expect(new Set(held).size).toBe(held.length);
            if (open.length === 0) break;
            const [next] = open.splice(which.next().value % open.length, 1);
            await next!.commit();
          }
          expect(await Promise.all(all)).toEqual(scopes.map((_, n) => n));
          for (const ran of order.values()) expect(ran).toEqual(ran.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 60 },
    ));
});
