import type { Command } from 'commander';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { CallError } from '../edges/client/call-error.ts';
import { Shown, amended } from './amended.ts';
import type { EntryAnswer } from './answers.ts';
import { Failure } from './cli-error.ts';
import { Conversation } from './conversation.ts';
import { findGateway } from './desk-line.ts';
import { sayEntry, speaker } from './say-entry.ts';
import { parseTyped } from './typed-command.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** How many entries a newcomer sees first. */
const SHOWN_FIRST = 10;

/**
 * `nightdesk chat`: lines in, answers out as they come, until /quit or the end of the input. From a pipe, each
 * line waits for its answer before the next is sent.
 */
export function chatCommand(program: Command, world: World): void {
  program
    .command('chat')
    .description('talk to the running desk; /help lists the commands, /quit ends')
    .option('--session <key>', 'the conversation', 'terminal:desk')
    .action(async ({ session }: { session: string }) => {
      const config = configOf(world);
      const client = await findGateway(config);
      if (!client) throw new Failure('no desk runs on this home; start one: npx nightdesk start');
      const socket = await client.connect();
      const shown = new Shown();
      const heard = (written: EntryAnswer) => {
        const entry = shown.said(written);
        if (entry.role === 'tool' || entry.content === '') return; // steps on the way
        world.out(world.atTerminal ? sayEntry(entry, config.zone) : `${speaker(entry)}: ${entry.content}`);
      };
      const name = world.env['USER'] || 'terminal';
      const conversation = new Conversation({ socket, session, name, heard });
      try {
        if (world.atTerminal)
          for (const entry of amended(await conversation.newest(SHOWN_FIRST))) {
            shown.note(entry);
            world.out(sayEntry(entry, config.zone));
          }
        let over = false;
        const reader = createInterface({ input: world.input, terminal: false });
        void socket.closed.then(() => {
          over = true;
          reader.close();
        });
        await converse(conversation, reader, world);
        reader.close();
        if (over) throw new Failure('the desk has gone');
      } finally {
        socket.close();
        await socket.closed;
      }
    });
}

/** Until the person, the input or the desk ends it. */
async function converse(conversation: Conversation, reader: Interface, world: World): Promise<void> {
  for await (const typed of reader) {
    const line = typed.trim();
    if (line === '') continue;
    if (line === '/quit') return;
    try {
      if (line.startsWith('/')) await command(conversation, line, world);
      else {
        const { answered } = await conversation.say(line);
        if (!world.atTerminal) await answered;
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'unreachable') return; // told by whoever asked for the line
      world.warn(`nightdesk: ${error.message}`);
    }
  }
}

async function command(conversation: Conversation, line: string, world: World): Promise<void> {
  const typed = parseTyped(await conversation.commands(), line);
  if ('problem' in typed) return world.warn(typed.problem);
  const { text, confirm, choose } = await conversation.invoke(typed.name, typed.options);
  world.out(text);
  if (confirm) world.out(`${confirm.label}: ${typedLine(confirm.name, confirm.options)}`);
  if (!choose) return;
  world.out(`${choose.label}:`);
  for (const { name, value } of choose.choices)
    world.out(`- ${name}: ${typedLine(choose.name, { ...choose.options, [choose.option]: value })}`);
}

/** What to type for a command with these options. */
function typedLine(name: string, options: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(options).map(([option, value]) => `${option}:${String(value)}`);
  return [`/${name}`, ...given].join(' ');
}
