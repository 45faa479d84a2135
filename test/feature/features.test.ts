import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Command } from '../../src/feature/command.ts';
import { Features } from '../../src/feature/features.ts';
import { method, noParams } from '../../src/feature/rpc-method.ts';
import { taskHandler } from '../../src/feature/task.ts';
import type { Tool } from '../../src/sessions/tool.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';

const DESK = parseSessionKey('console:desk');
const tool = (name: string) =>
  ({ name, description: '', args: z.strictObject({}), run: async () => ({}) }) as unknown as Tool;
const counting = (count: number) =>
  method({ description: 'Counts.', scope: 'read', params: noParams, result: z.int() }, async () => count);
const command = (name: string) => ({ name }) as Command;

describe('the features of a desk', () => {
  it('bring what they bring together, in the order in which they were added', async () => {
    const features = new Features();
    features.add({
      name: 'brief',
      tools: [tool('brief')],
      offers: { chat: { brief: 1 } },
      commands: [command('brief')],
      methods: { 'brief.run': counting(1) },
      setting: async () => ({ values: { BRIEF: 'a', WHO: 'brief' }, material: { brief: 1 } }),
    });
    features.add({
      name: 'letter',
      tools: [tool('letter')],
      offers: { chat: { letter: 2 }, planner_daily: { letter: 1 } },
      methods: { 'letter.send': counting(2) },
      setting: async (session) => ({ values: { LETTER: session, WHO: 'letter' }, material: {} }),
    });
    features.add({ name: 'silent' });
    expect(features.tools.map(({ name }) => name)).toEqual(['brief', 'letter']);
    expect(features.offered('chat')).toEqual({ brief: 1, letter: 2 });
    expect(features.offered('reminder')).toEqual({});
    expect(features.commands.map(({ name }) => name)).toEqual(['brief']);
    expect(Object.keys(features.methods)).toEqual(['brief.run', 'letter.send']);
    expect(await features.setting(DESK)).toEqual({
      values: { BRIEF: 'a', LETTER: 'console:desk', WHO: 'letter' },
      material: { brief: 1 },
    });
  });

  it('are found by the profile of a turn, and by nothing that an object has of its own', () => {
    const features = new Features();
    const handler = { perform: async () => {} };
    features.add({ name: 'brief', profiles: { brief: handler } });
    expect(features.handlerOf('brief')).toBe(handler);
    expect(features.handlerOf('chat')).toBeUndefined();
    expect(features.handlerOf('constructor')).toBeUndefined();
  });

  it.each([
    ['a tool', { tools: [tool('brief')] }, 'tool brief'],
    ['a command', { commands: [command('brief')] }, 'command brief'],
    ['a method', { methods: { brief: counting(1) } }, 'method brief'],
    [
      'a task',
      { tasks: [taskHandler(z.strictObject({}), { name: 'brief', run: async () => {} })] },
      'task brief',
    ],
    ['a profile', { profiles: { brief: {} } }, 'profile brief'],
  ])('do not take each other’s place with %s; nothing of the second is there', (_what, brought, said) => {
    const features = new Features();
    features.add({ name: 'one', ...brought });
    expect(() => features.add({ name: 'two', tools: [tool('other')], ...brought })).toThrow(
      `the feature two brings the ${said}, which one brought already`,
    );
    expect(features.tools.map(({ name }) => name)).not.toContain('other');
    expect(() => features.add({ name: 'two', tools: [tool('other')] })).not.toThrow();
  });

  it('do not bring one thing twice themselves', () => {
    expect(() => new Features().add({ name: 'one', tools: [tool('brief'), tool('brief')] })).toThrow(
      'the feature one brings the tool brief, which one brought already',
    );
  });

  it('start as they were added, stop at once, and close the other way round', async () => {
    const told: string[] = [];
    const one = (name: string) => ({
      name,
      start: async () => void told.push(`start ${name}`),
      stop: async () => void told.push(`stop ${name}`),
      close: async () => void told.push(`close ${name}`),
    });
    const features = new Features();
    features.add(one('a'));
    features.add(one('b'));
    await features.start();
    await features.stop();
    await features.close();
    expect(told).toEqual(['start a', 'start b', 'stop a', 'stop b', 'close b', 'close a']);
  });
});
