import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { onSignals, presses } from '../../src/cli/presses.ts';

it('takes what npm passes on for the press that the terminal has sent', () => {
  let nowMs = 50;
  const pressed: number[] = [];
  const signal = presses({ elapsed: () => nowMs }, (times) => pressed.push(times));
  signal();
  nowMs += 900;
  signal();
  expect(pressed).toEqual([1]);
  nowMs += 101;
  signal();
  nowMs += 5;
  signal();
  expect(pressed).toEqual([1, 2]);
});

it('leaves no signal to its default, which kills, once it has listened', () => {
  const program = new EventEmitter();
  let heard = 0;
  const unlisten = onSignals(program, () => heard++);
  program.emit('SIGINT');
  unlisten();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    expect(program.emit(signal)).toBe(true);
    expect(program.listenerCount(signal)).toBe(1);
  }
  expect(heard).toBe(1);
});
