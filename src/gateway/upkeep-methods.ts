import { z } from 'zod';
import type { Upkeep } from '../desk/upkeep.ts';
import { method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';

/** `desk.gc`: drops what has served its time. */
export function upkeepMethods({ upkeep }: { readonly upkeep: Upkeep }): RpcMethods {
  return { 'desk.gc': method(z.strictObject({}), () => upkeep.gc()) };
}
