import type { Clock } from '../time/clock.ts';
import type { ResultOf } from '../main/features.ts';
import type { Call } from './answers.ts';

export type Followed = ResultOf<'newsletter.record'>;

const LOOK_MS = 300;

/** Print each step as it ends, until nothing more happens by itself. @returns the final state. */
export async function followNewsletter(
  session: string,
  around: {
    readonly call: Call;
    readonly clock: Clock;
    readonly tell: (line: string) => void;
    /** With a bar before each line, for people. */
    readonly bars: boolean;
  },
): Promise<Followed> {
  const { call, clock, tell, bars } = around;
  const told = new Set<string>();
  for (;;) {
    const record = await call('newsletter.record', { session });
    const steps = Object.entries(record.steps);
    for (const [at, [name, { status, message }]] of steps.entries()) {
      if (told.has(name) || (status !== 'complete' && status !== 'skipped')) continue;
      told.add(name);
      const bar = bars ? `${'▰'.repeat(at + 1)}${'▱'.repeat(steps.length - at - 1)} ` : '';
      tell(`${bar}${at + 1}/${steps.length} ${name} · ${message}`);
    }
    if (record.state !== 'running' && record.state !== 'sending') return record;
    await clock.until(clock.now() + LOOK_MS);
  }
}
