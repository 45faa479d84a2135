import type { Upkeep } from '../../desk/upkeep.ts';
import { method, noParams } from '../../feature/rpc-method.ts';
import { freedSchema } from './desk-results.ts';

/** `desk.gc`: drops records past their retention. */
export function upkeepMethods({ upkeep }: { readonly upkeep: Upkeep }) {
  return {
    'desk.gc': method(
      {
        description:
          'Drop turns, runs, events, messages, receipts and newsletters that have served their time, and bring the search index in order.',
        scope: 'admin',
        params: noParams,
        result: freedSchema,
        hints: { idempotent: true },
      },
      () => upkeep.gc(),
    ),
  };
}
