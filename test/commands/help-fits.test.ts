/** `/help` fits into one message, however many commands there are. */
import { expect, it } from 'vitest';
import { helpCommand } from '../../src/commands/help-command.ts';
import type { Command, CommandContext } from '../../src/feature/command.ts';

const command = (n: number) =>
  ({
    name: `story number${n}`,
    description: { en: `Do number ${n} of the many things: in short`, zh: `做第 ${n} 件事：簡述` },
    right: 'talk',
  }) as unknown as Command;
const context = { locale: 'en', actor: { kind: 'gateway', rights: ['talk'] } } as unknown as CommandContext;
const said = async (count: number) =>
  (await helpCommand(() => Array.from({ length: count }, (_, n) => command(n))).run({}, context)).text;

it('names all of forty-eight commands in 2,000 characters, and shortens nothing where few do', async () => {
  const many = await said(48);
  expect(many.length).toBeLessThanOrEqual(2_000);
  expect(many.match(/`\/story number/g) ?? []).toHaveLength(48);
  expect(await said(5)).toContain('Do number 4 of the many things');
});

it('fits the commands of today', async () => {
  expect((await said(43)).length).toBeLessThanOrEqual(1_990);
});
