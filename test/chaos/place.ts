/** Where a home lies: on a small disk of its own where one may be mounted, so that it can be full or read-only. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE = '128m';
const CHUNK = Buffer.alloc(64 * 1024, 1);

export interface Place {
  readonly home: string;
  /** Undefined where nothing may be mounted. */
  readonly disk?: Disk;
  /** `keep` leaves what is in it. */
  close(keep?: boolean): void;
}

export interface Disk {
  fill(): void;
  /** Room again, after it was full. */
  makeRoom(): void;
  /** @returns whether it is so now: a disk that somebody writes to stays as it is. */
  setReadOnly(isReadOnly: boolean): boolean;
}

export function makePlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-chaos-'));
  const mount = (...args: string[]) => spawnSync('mount', args, { stdio: 'ignore' }).status === 0;
  if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', `size=${SIZE}`, 'nightdesk-chaos', home))
    return { home, close: (keep) => keep || rmSync(home, { recursive: true, force: true }) };
  const filler = join(home, 'filler');
  return {
    home,
    disk: {
      fill: () => {
        try {
          for (;;) appendFileSync(filler, CHUNK);
        } catch {
          // That was the last room.
        }
      },
      makeRoom: () => rmSync(filler, { force: true }),
      setReadOnly: (isReadOnly) => mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, home),
    },
    close: (keep) => {
      if (keep) return;
      spawnSync('umount', ['--lazy', home]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
