import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const homes: string[] = [];

/** A folder of its own for one test; it goes when the test ends. */
export function tempHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-'));
  homes.push(home);
  return home;
}

afterEach(() => {
  for (const home of homes.splice(0))
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});
