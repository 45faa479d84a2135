import { expect, it, onTestFinished } from 'vitest';
import { pino } from 'pino';
import { TaskRunner } from '../../src/async/task-runner.ts';
import { taskHandler } from '../../src/feature/task.ts';
import { logTasks } from '../../src/feature/task-log.ts';
import { z } from 'zod';
import { FakeClock } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

it('says at a start which tasks nobody handles, and what was given up', async () => {
  const { tasks: book, close } = openStores(tempHome());
  onTestFinished(() => void close());
  const fails = taskHandler(z.strictObject({}), {
    name: 'tides.measure',
    attempts: 1,
    run: async () => {
      throw new Error('the gauge is gone');
    },
  });
  const tasks = new TaskRunner({ book, handlers: () => [fails], clock: new FakeClock(), failed: () => {} });
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  await logTasks(tasks, book, log);
  expect(lines).toEqual([]);

  for (const key of ['a', 'b']) await tasks.add({ task: 'tides.measure', key, payload: {} });
  await tasks.add({ task: 'tides.old', key: 'c', payload: {} });
  await tasks.start();
  await tasks.idle();
  await tasks.stop();
  await logTasks(tasks, book, log);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    {
      level: 40,
      module: 'tasks',
      task: 'tides.old',
      count: 1,
      msg: 'tasks wait that no feature of this desk handles',
    },
    {
      level: 40,
      module: 'tasks',
      task: 'tides.measure',
      key: 'b',
      because: 'the gauge is gone',
      others: 1,
      msg: 'a task was given up, and is kept',
    },
  ]);
});
