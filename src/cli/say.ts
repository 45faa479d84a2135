import type { World } from './world.ts';

/** Print an answer: as JSON if requested, else in words. */
export function say(world: World, json: boolean | undefined, answer: unknown, words: () => string): void {
  world.out(json ? JSON.stringify(answer, null, 2) : words());
}
