import type { EventEmitter } from 'node:events';
import type { Clock } from '../time/clock.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * @returns a function that stops listening. A signal that is passed on late must not kill a program that is already
 * ending.
 */
export function onSignals(to: EventEmitter, listener: () => void): () => void {
  for (const signal of SIGNALS) to.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) to.on(signal, () => {}).off(signal, listener);
  };
}

/**
 * npm and npx pass on a Ctrl-C that the terminal has already sent to the desk; a signal within this time is the
 * same one.
 */
const SAME_PRESS_MS = 1_000;

/**
 * Counts signals as people send them.
 * @param pressed called with the count, from 1.
 * @returns a listener for every signal that arrives.
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
