import { Option } from 'commander';
import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { messageIn } from './closed-home.ts';
import { findGateway } from './desk-connection.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

const SCOPES = ['read', 'editor', 'admin'] as const;

/**
 * `nightdesk mcp`: serves a client of the Model Context Protocol on standard input and output. Requests are passed
 * on to the running desk; without one the home is opened for each request.
 */
export function mcpCommand(program: Command, world: World, clock: Clock, version: string): void {
  program
    .command('mcp')
    .description('serve the desk to an MCP client on standard input and output')
    .addOption(new Option('--scope <scope>', 'what the client may do').choices(SCOPES).default('read'))
    .action(async ({ scope }: { scope: (typeof SCOPES)[number] }) => {
      world.saveMemory?.();
      const config = configOf(world);
      const [{ serveStdio }, { openLog }] = await Promise.all([
        import('../edges/mcp/stdio.ts'),
        import('../config/logging.ts'),
      ]);
      const { log } = openLog(config, false);
      const told = new AbortController();
      const silence = world.onSignal(() => told.abort(new Error('told to end')));
      try {
        await serveStdio({
          input: world.input,
          output: world.output,
          signal: told.signal,
          scope,
          version,
          clock,
          findDesk: () => advising(config.home, async () => (await findGateway(config))?.place),
          openHome: () =>
            advising(config.home, async () => {
              const { openHome } = await import('../main/open-home.ts');
              const { rpc: host, close } = await openHome({ config, clock, log });
              return { host, close };
            }),
          failed: (what, error) => log.error({ err: error, module: 'mcp' }, `${what} failed`),
        });
      } finally {
        silence();
      }
      await world.drained();
    });
}

/** @throws Error whose message has the advice: a client gets nothing else. */
async function advising<T>(home: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(messageIn(home, cause), { cause });
  }
}
