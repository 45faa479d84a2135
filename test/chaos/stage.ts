/** What faults act on. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../crash/chance.ts';
import type { Keeper } from './keeper.ts';
import type { Scene } from './scene.ts';

export interface Stage {
  readonly scene: Scene;
  readonly keepers: readonly Keeper[];
  readonly chance: Chance;
  /** Aborted when the faults are to end. */
  readonly over: AbortSignal;
}

export interface Fault {
  readonly name: string;
  /** What goes wrong, and is right again when it resolves. */
  strike(stage: Stage): Promise<void>;
}

/** Wait, but not longer than the faults last. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => {});
}
