import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import type { SetHeartbeat } from '../cron/heartbeat.ts';
import { method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';

/** The shortest interval between heartbeats. */
const SHORTEST_MS = 10_000;

/** `wake` and `heartbeat.set`: the desk's own session. */
export function wakeMethods({ cron, setHeartbeat }: { cron: Cron; setHeartbeat: SetHeartbeat }): RpcMethods {
  return {
    wake: method(
      z.strictObject({ mode: z.enum(['now', 'next-heartbeat']), text: z.string().max(8_000) }),
      ({ mode, text }) => cron.wake(mode, text),
    ),
    'heartbeat.set': method(
      z.strictObject({
        enabled: z.boolean(),
        everyMs: z
          .number()
          .int()
          .min(SHORTEST_MS)
          .max(7 * 86_400_000)
          .exactOptional(),
      }),
      (wish) => setHeartbeat(wish),
    ),
  };
}
