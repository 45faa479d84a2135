/** The clock of the machine that desks run on, as they see it: libfaketime where it is installed, else a preload of Node's. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
const preload = new URL('../support/moved-clock.js', import.meta.url).href;

export interface ChaosClock {
  /** What it is made of. */
  readonly by: string;
  /** It was set at least once. */
  wasSet: boolean;
  readonly env: Readonly<Record<string, string>>;
  /** @param byMs how far it is off from now on; 0: it is right. */
  set(byMs: number): void;
}

/** @param folder where the file lies that says how far it is off. */
export function chaosClock(folder: string): ChaosClock {
  const file = join(folder, 'clock');
  const hasLibrary = existsSync(LIBRARY);
  const write = (byMs: number) =>
    writeFileSync(file, hasLibrary ? `${byMs < 0 ? '-' : '+'}${Math.abs(byMs) / 1_000}` : String(byMs));
  write(0);
  const clock: ChaosClock = {
    by: hasLibrary ? 'libfaketime' : 'a preload',
    wasSet: false,
    env: hasLibrary
      ? {
          LD_PRELOAD: LIBRARY,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_CACHE_DURATION: '1',
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }
      : { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK: file },
    set: (byMs) => {
      if (byMs !== 0) clock.wasSet = true;
      write(byMs);
    },
  };
  return clock;
}
