/** Where a home lies: on a small disk of its own where one may be mounted, so that it can be full, read-only or broken. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SIZE = 128 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 1);

export interface Place {
  readonly home: string;
  /** Undefined where nothing may be mounted. */
  readonly disk?: Disk;
  /** Nothing that is there now is lost when the disk breaks: it was written long ago. */
  settle(): void;
  /** `keep` leaves what is in it. */
  close(keep?: boolean): void;
}

export interface Disk {
  fill(): void;
  /** Room again, after it was full. */
  makeRoom(): void;
  /** @returns whether it is so now: a disk that somebody writes to stays as it is. */
  setReadOnly(isReadOnly: boolean): boolean;
  /** What can be done to it while somebody writes there; undefined where the disk is in memory. */
  readonly underWriters?: UnderWriters | undefined;
}

interface UnderWriters {
  /** Nothing is created, changed or removed any more, nor written to a file that is open; or all of it is allowed again. */
  setImmutable(isImmutable: boolean): void;
  /** The file system meets an error and turns read-only for good, as after an error of the disk: what wasn't synced is lost. */
  abort(): void;
  /** Mount it again. Whoever had files open there has to have ended. */
  replace(): boolean;
}

/** @returns a folder for a home: on an ext4 image, else on a tmpfs, else a plain one. */
export function makePlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-chaos-'));
  if (process.platform !== 'linux') return plain(home);
  return onImage(home) ?? onMemory(home) ?? plain(home);
}

function plain(home: string): Place {
  return {
    home,
    settle: () => {},
    close: (keep) => keep || rmSync(home, { recursive: true, force: true }),
  };
}

function onMemory(home: string): Place | undefined {
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${SIZE}`, 'nightdesk-chaos', home)) return undefined;
  return mounted(home);
}

function onImage(home: string): Place | undefined {
  const image = `${home}.img`;
  writeFileSync(image, '');
  truncateSync(image, SIZE);
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, home);
  const hasImage = run('mkfs.ext4', '-q', '-m', '0', image) && mount();
  // Elsewhere flags of files may be unknown, or be left to a kernel's own root.
  if (!hasImage || !run('chattr', '+i', home) || !run('chattr', '-i', home)) {
    if (hasImage) run('umount', home);
    rmSync(image);
    return undefined;
  }
  const place = mounted(home, {
    // Sockets and links have no flags: that they are told of is no failure.
    setImmutable: (isImmutable) => void run('chattr', '-R', '-f', isImmutable ? '+i' : '-i', home),
    // By this word a mounted ext4 behaves as after an error of its disk.
    abort: () => void run('mount', '-o', 'remount,abort', home),
    replace: () => {
      if (!run('umount', home) && run('mountpoint', '-q', home)) return false;
      run('e2fsck', '-p', image); // as a machine does when it starts again
      return mount();
    },
  });
  return {
    ...place,
    close: (keep) => {
      place.close(keep);
      if (!keep) rmSync(image, { force: true });
    },
  };
}

function mounted(home: string, underWriters?: UnderWriters): Place {
  const filler = join(home, 'filler');
  return {
    home,
    settle: () => void run('sync', '--file-system', home),
    disk: {
      fill: () => {
        try {
          for (;;) appendFileSync(filler, CHUNK);
        } catch {
          // That was the last room.
        }
      },
      makeRoom: () => rmSync(filler, { force: true }),
      setReadOnly: (isReadOnly) => run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, home),
      underWriters,
    },
    close: (keep) => {
      if (keep) return;
      run('umount', '--lazy', home);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
