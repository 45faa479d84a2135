/** What happens to the machine of a desk: its disk and its clock. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosClock } from '../chaos-clock.ts';
import type { Disk } from '../place.ts';
import { wait } from '../stage.ts';
import type { Fault } from '../stage.ts';

const MINUTE_MS = 60_000;

export function diskFaults(disk: Disk): readonly Fault[] {
  return [
    {
      name: 'disk full',
      strike: async ({ keepers, chance, over }) => {
        const [keeper] = keepers;
        keeper!.excuse(true);
        disk.fill();
        await wait(chance.between(1_000, 8_000), over);
        disk.makeRoom();
        keeper!.excuse(false);
      },
    },
    {
      name: 'home read-only',
      strike: async ({ keepers, chance, over }) => {
        const [keeper] = keepers;
        keeper!.excuse(true);
        // While a desk writes there it stays as it is.
        keeper!.signal('SIGKILL');
        let tries = 20;
        while (!disk.setReadOnly(true) && --tries > 0) await pause(50);
        await wait(chance.between(1_000, 6_000), over);
        while (!disk.setReadOnly(false)) await pause(50);
        keeper!.excuse(false);
      },
    },
  ];
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
