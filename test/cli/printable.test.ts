import { describe, expect, it } from 'vitest';
import { printable } from '../../src/cli/printable.ts';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

describe('what a terminal shows', () => {
  it.each([
    ['\u001B[2J\u001B]52;c;ZXZpbA==\u0007', '\\u001b[2J\\u001b]52;c;ZXZpbA==\\u0007'],
    ['\u009B31m', '\\u009b31m'],
    ['done\rfailed', 'done\\u000dfailed'],
    ['\u202Egnp', '\\u202egnp'],
    ['one\n\ttwo\r\n三', 'one\n\ttwo\r\n三'],
  ])('is spelled out where it would steer it: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('stays the same value as JSON', () => {
    const value = { name: '\u009B31m\u202E\u007F' };
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });

  it('is all that the program says, what was given to it and its errors included', async () => {
    const around = { home: tempHome(), clock: systemClock };
    const refused = await run(['cron', 'show', '\u001B[31mx'], around);
    expect(refused.err).toContain('\\u001b[31mx');
    expect(`${refused.out}${refused.err}`).not.toContain('\u001B');
  });
});
