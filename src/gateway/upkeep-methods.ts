import { z } from 'zod';
import type { Upkeep } from '../desk/upkeep.ts';
import { method } from './method.ts';
import type { Methods } from './method.ts';

/** `desk.gc`: drops what has served its time. */
export function upkeepMethods({ upkeep }: { readonly upkeep: Upkeep }): Methods {
  return { 'desk.gc': method(z.strictObject({}), () => upkeep.gc()) };
}
