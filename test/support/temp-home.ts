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

afterEach(async () => {
  for (const home of homes.splice(0)) await removed(home);
});

/** What a test left running may still be writing there: let it finish, and look again. */
async function removed(home: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return rmSync(home, { recursive: true, force: true });
    } catch (error) {
      if (tries === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
