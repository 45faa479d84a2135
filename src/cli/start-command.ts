import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { presses } from './presses.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** `nightdesk start`: runs the desk until a signal. A second signal ends it at once. */
export function startCommand(program: Command, world: World, clock: Clock): void {
  program
    .command('start')
    .description('run the desk')
    .action(async () => {
      world.outliveReader?.();
      const config = configOf(world);
      const starting = new AbortController();
      let stop = (): Promise<void> => Promise.resolve();
      const unlisten = world.onSignal(
        presses(clock, (times) => {
          if (times > 1) return world.exit(1);
          world.warn('stopping …');
          starting.abort(new Error('the desk is asked to stop'));
          stop().catch((error: unknown) => {
            world.warn(`nightdesk: ${error instanceof Error ? error.message : String(error)}`);
            world.exit(1);
          });
        }),
      );
      let survives = (_: unknown): boolean => false;
      const unlistenErrors = world.onStrayError((error) => {
        if (survives(error)) return;
        world.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
        world.exit(1);
      });
      try {
        const { startDesk } = await import('../main/index.ts');
        const desk = await startDesk({ config, atTerminal: world.atTerminal, signal: starting.signal });
        stop = () => desk.stop();
        survives = (error) => desk.survives(error);
        for (const line of desk.lines) world.out(line);
        world.saveMemory?.();
        if (starting.signal.aborted) await desk.stop(); // it came while the desk was starting
        await desk.closed;
      } catch (error) {
        if (error !== starting.signal.reason) throw error; // it was waiting for another desk
      } finally {
        unlisten();
        unlistenErrors();
      }
    });
}
