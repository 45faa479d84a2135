import { describe, expect, it } from 'vitest';
import { channelCommands } from '../../src/commands/channel-commands.ts';
import type { Command } from '../../src/feature/command.ts';
import { goneCommands } from '../../src/commands/gone-commands.ts';
import { smallDesk } from '../support/small-desk.ts';

/** Commands of rooms that not every desk has: only what they declare is looked at. */
const more = [...channelCommands(unused()), ...goneCommands(unused())];
const commands = smallDesk({ commands: { more } }).commands.list();

function unused<Deps>(): Deps {
  return {} as Deps;
}

describe.each(commands.map((command): [string, Command] => [command.name, command]))('/%s', (_, command) => {
  const { name, description, options, right } = command;

  it('has a name that Discord takes', () => {
    expect(name).toMatch(/^[a-z]{1,32}( [a-z]{1,32})?$/);
    expect(['talk', 'jobs', 'desk']).toContain(right);
  });

  it('has options that Discord takes, the required ones first', () => {
    expect(options.length).toBeLessThanOrEqual(25);
    expect(new Set(options.map((option) => option.name)).size).toBe(options.length);
    for (const option of options) {
      expect(option.name).toMatch(/^[a-z_]{1,32}$/);
      expect(option.choices?.length ?? 0).toBeLessThanOrEqual(25);
      expect(option.choices && option.autocomplete).toBeUndefined();
      for (const choice of option.choices ?? []) {
        expect(choice.name.length).toBeLessThanOrEqual(100);
        expect(String(choice.value).length).toBeLessThanOrEqual(100);
        expect(typeof choice.value).toBe(option.type === 'integer' ? 'number' : 'string');
      }
      if (option.type === 'boolean') expect(option.autocomplete ?? option.choices).toBeUndefined();
      if (option.type !== 'integer') expect(option.min ?? option.max).toBeUndefined();
    }
    const required = options.map((option) => option.required === true);
    expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
  });

  it('is described in both languages, in at most 100 characters', () => {
    for (const words of [description, ...options.map((option) => option.description)]) {
      expect(words.en.length).toBeGreaterThan(0);
      expect(words.en.length).toBeLessThanOrEqual(100);
      expect(words.zh.length).toBeLessThanOrEqual(100);
      expect(words.zh).toMatch(/\p{Script=Han}/u);
      expect(words.en).not.toMatch(/\p{Script=Han}/u);
    }
  });
});

it('has at most 100 commands, and 25 below each first word, none of them twice', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const first = names.map((name) => name.split(' ')[0]!);
  expect(new Set(first).size).toBeLessThanOrEqual(100);
  for (const word of first) {
    const below = names.filter((name) => name === word || name.startsWith(`${word} `));
    expect(below.length).toBeLessThanOrEqual(25);
    // A command with commands below it can't be used itself.
    expect(below.length === 1 || !below.includes(word)).toBe(true);
  }
});
