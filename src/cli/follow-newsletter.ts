import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import type { Call } from './follow-runs.ts';

const stepSchema = z.looseObject({ status: z.string(), message: z.string() });
const recordSchema = z.looseObject({
  session: z.string(),
  state: z.enum(['running', 'stopped', 'waiting', 'sending', 'done']),
  trouble: z.string().exactOptional(),
  error: z.string().exactOptional(),
  folder: z.string(),
  steps: z.record(z.string(), stepSchema),
});
export type Followed = z.infer<typeof recordSchema> & { readonly all: unknown };

const LOOK_MS = 300;

/** Tell each step as it ends, until nothing more is done by itself. @returns how it stands then. */
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
    const all = await call('newsletter.record', { session });
    const record = recordSchema.parse(all);
    const steps = Object.entries(record.steps);
    for (const [at, [name, { status, message }]] of steps.entries()) {
      if (told.has(name) || (status !== 'complete' && status !== 'skipped')) continue;
      told.add(name);
      const bar = bars ? `${'▰'.repeat(at + 1)}${'▱'.repeat(steps.length - at - 1)} ` : '';
      tell(`${bar}${at + 1}/${steps.length} ${name} · ${message}`);
    }
    if (record.state !== 'running' && record.state !== 'sending') return { ...record, all };
    await clock.until(clock.now() + LOOK_MS);
  }
}
