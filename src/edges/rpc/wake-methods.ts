import { z } from 'zod';
import type { Cron } from '../../cron/cron.ts';
import { wokenSchema } from '../../cron/cron-deps.ts';
import { heartbeatSchema, type SetHeartbeat } from '../../cron/heartbeat.ts';
import { method } from '../../feature/rpc-method.ts';

/** The shortest interval between heartbeats. */
const SHORTEST_MS = 10_000;

/** `wake` and `heartbeat.set`: the desk's own session. */
export function wakeMethods({ cron, setHeartbeat }: { cron: Cron; setHeartbeat: SetHeartbeat }) {
  return {
    wake: method(
      {
        description: "Put a line before the desk's own session, now or at its next heartbeat.",
        scope: 'admin',
        params: z.strictObject({ mode: z.enum(['now', 'next-heartbeat']), text: z.string().max(8_000) }),
        result: wokenSchema,
      },
      ({ mode, text }) => cron.wake(mode, text),
    ),
    'heartbeat.set': method(
      {
        description: 'Turn the heartbeat of the main session on or off, and set how often it beats.',
        scope: 'admin',
        params: z.strictObject({
          enabled: z.boolean(),
          everyMs: z
            .number()
            .int()
            .min(SHORTEST_MS)
            .max(7 * 86_400_000)
            .exactOptional(),
        }),
        result: heartbeatSchema,
        hints: { idempotent: true },
      },
      (request) => setHeartbeat(request),
    ),
  };
}
