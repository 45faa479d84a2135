import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import type { DeskStatus } from '../desk/desk-status.ts';
import { method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';

interface DeskMethodDeps {
  readonly cron: Cron;
  readonly status: () => Promise<DeskStatus>;
}

/** `desk.*`: the desk as a whole. Pausing answers with how the desk stands then. */
export function deskMethods({ cron, status }: DeskMethodDeps): RpcMethods {
  const none = z.strictObject({});
  const pause = async (paused: boolean): Promise<DeskStatus> => {
    await cron.pause(paused);
    return status();
  };
  return {
    'desk.status': method(none, status),
    'desk.pause': method(none, () => pause(true)),
    'desk.resume': method(none, () => pause(false)),
  };
}
