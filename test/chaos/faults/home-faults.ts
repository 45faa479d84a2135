/** What happens to the machine of a desk: its disk and its clock. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosClock } from '../chaos-clock.ts';
import type { Keeper } from '../keeper.ts';
import type { Disk } from '../place.ts';
import { wait } from '../stage.ts';
import type { Fault, Stage } from '../stage.ts';

const MINUTE_MS = 60_000;

export function diskFaults(disk: Disk): readonly Fault[] {
  return [
    ofDisk('disk full', async ({ chance, over }) => {
      disk.fill();
      await wait(chance.between(1_000, 8_000), over);
      disk.makeRoom();
    }),
    ofDisk('home read-only', async ({ chance, over }, keeper) => {
      // While a desk writes there it stays as it is.
      keeper.signal('SIGKILL');
      let tries = 20;
      while (!disk.setReadOnly(true) && --tries > 0) await pause(50);
      await wait(chance.between(1_000, 6_000), over);
      while (!disk.setReadOnly(false)) await pause(50);
    }),
    ...(disk.underWriters ? writerFaults(disk.underWriters) : []),
  ];
}

/** What comes under a desk that has its files open. */
function writerFaults(disk: NonNullable<Disk['underWriters']>): readonly Fault[] {
  return [
    ofDisk('home read-only under a running desk', async ({ chance, over }) => {
      disk.setImmutable(true);
      await wait(chance.between(1_000, 8_000), over);
      disk.setImmutable(false);
    }),
    ofDisk('disk broken under a running desk', async ({ chance, over }, keeper) => {
      disk.abort();
      await wait(chance.between(1_000, 6_000), over);
      // Not begun again before there is a home.
      await keeper.end();
      while (!disk.replace()) await pause(50);
      keeper.begin();
    }),
  ];
}

/** The desk may end by itself meanwhile. */
function ofDisk(name: string, strike: (stage: Stage, keeper: Keeper) => Promise<void>): Fault {
  return {
    name,
    strike: async (stage) => {
      const keeper = stage.keepers[0]!;
      keeper.excuse(true);
      await strike(stage, keeper);
      keeper.excuse(false);
    },
  };
}

export function clockFaults(clock: ChaosClock): readonly Fault[] {
  const stepping = (name: string, direction: 1 | -1): Fault => ({
    name,
    strike: async ({ chance, over }) => {
      clock.set(direction * chance.between(2 * MINUTE_MS, 90 * MINUTE_MS));
      await wait(chance.between(3_000, 15_000), over);
      clock.set(0);
    },
  });
  return [stepping('clock set forward', 1), stepping('clock set back', -1)];
}
