/**
 * How fast a desk is there, and what it weighs: the built program on a fresh home, with the sample edition.
 * Memory is VmRSS from /proc, so it is measured on Linux only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { found, startDesk } from '../test/support/desk-process.ts';
import { median, residentMb } from './figures.ts';
import type { Row } from './row.ts';

const ROUNDS = 5;
/** The extraction worker ends 20 s after its last page. */
const IDLE_MS = 25_000;

export async function benchStartUp(): Promise<Row[]> {
  const ready: number[] = [];
  const stopped: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const home = mkdtempSync(join(tmpdir(), 'nightdesk-bench-'));
    const desk = await startDesk(home, { LOG_LEVEL: 'warn', NIGHTDESK_SKIP_CRON: '1' });
    ready.push(desk.readyMs);
    stopped.push((await desk.stop()).ms);
    rmSync(home, { recursive: true, force: true });
  }
  const home = mkdtempSync(join(tmpdir(), 'nightdesk-bench-'));
  const desk = await startDesk(home, { LOG_LEVEL: 'warn' });
  const quiet = residentMb(desk.child.pid!);
  const begun = performance.now();
  await found(async () => {
    const { sessions } = await desk.rpc<{ sessions: { origin: { parent?: string } }[] }>('sessions.list');
    return sessions.filter(({ origin }) => origin.parent === 'console:desk').length >= 5 ? true : undefined;
  });
  const storiesMs = performance.now() - begun;
  const working = residentMb(desk.child.pid!);
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const idle = residentMb(desk.child.pid!);
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
  return [
    { what: 'process start to ready, median of 5', value: median(ready), unit: 'ms', goal: '< 1,500' },
    { what: 'SIGTERM to exit, median of 5', value: median(stopped), unit: 'ms', goal: '< 5,000' },
    { what: 'ready to five stories in threads', value: storiesMs, unit: 'ms', goal: '< 60,000' },
    { what: 'resident memory, just started', value: quiet, unit: 'MB', goal: '< 150' },
    { what: 'resident memory, five stories just posted', value: working, unit: 'MB', goal: '' },
    { what: 'resident memory, idle after a run', value: idle, unit: 'MB', goal: '< 150' },
  ];
}
