import type { EventEmitter } from 'node:events';
import type { Clock } from '../time/clock.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** @returns ends the listening: what is passed on late must not kill a program that is about to end as it was asked to. */
export function onSignals(to: EventEmitter, listener: () => void): () => void {
  for (const signal of SIGNALS) to.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) to.on(signal, () => {}).off(signal, listener);
  };
}

/** npm and npx pass on the Ctrl-C that the terminal has sent to the desk already: so soon after the last, it is the same. */
const SAME_PRESS_MS = 1_000;

/**
 * Signals as people send them.
 * @param pressed is told how often they have, from 1 on.
 * @returns a listener for every signal that comes.
 */
export function presses(clock: Pick<Clock, 'elapsed'>, pressed: (times: number) => void): () => void {
  let times = 0;
  let lastAtMs = -Infinity;
  return () => {
    const nowMs = clock.elapsed();
    if (nowMs - lastAtMs <= SAME_PRESS_MS) return;
    lastAtMs = nowMs;
    pressed(++times);
  };
}
