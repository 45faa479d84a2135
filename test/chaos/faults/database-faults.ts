/** What happens to the database of desks that share a newsroom: the cables to it are pulled, one or all. */
import type { Cable } from '../../support/cable.ts';
import { wait } from '../stage.ts';
import type { Fault } from '../stage.ts';

/** @param cables of each desk, in their order. */
export function databaseFaults(cables: readonly Cable[]): readonly Fault[] {
  const pulling = (name: string, how: 'silent' | 'broken', isForAll: boolean, mostMs: number): Fault => ({
    name,
    strike: async ({ keepers, chance, over }) => {
      const struck = isForAll ? cables.map((_, n) => n) : [chance.between(0, cables.length - 1)];
      for (const n of struck) {
        keepers[n]!.excuse(true);
        cables[n]!.pull(how);
      }
      await wait(chance.between(500, mostMs), over);
      for (const n of struck) {
        cables[n]!.plug();
        keepers[n]!.excuse(false);
      }
    },
  });
  return [
    pulling('database gone for one', 'broken', false, 25_000),
    pulling('database silent for one', 'silent', false, 25_000),
    pulling('database gone', 'broken', true, 12_000),
    pulling('database silent', 'silent', true, 12_000),
  ];
}
