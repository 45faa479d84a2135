import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure, WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { say } from './say.ts';
import type { World } from './world.ts';

/** `cron import` and `cron export`: jobs.json, of this program and of similar ones. */
export function cronFile(cron: Command, world: World): void {
  cron
    .command('import <file>')
    .description('take over the jobs of a jobs.json; jobs whose id is known stay as they are')
    .option('--json', 'as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const content = await textOf(file, world.cwd);
      await withDesk(world, async ({ call }) => {
        const answer = await call('cron.import', { content });
        const { imported, left, refused, ignored, remarks } = answer;
        say(world, json, answer, () =>
          [
            ...imported.map(
              ({ id, name, enabled, sessionTarget, because }) =>
                `imported ${id} "${name}" (${sessionTarget})${enabled ? '' : ', paused'}${because === undefined ? '' : `: ${because}`}`,
            ),
            ...left.map(({ id, name }) => `left ${id} "${name}": there is a job with this id`),
            `${imported.length} imported, ${left.length} left alone, ${refused.length} refused`,
          ].join('\n'),
        );
        for (const { path, name, because } of refused)
          world.warn(`refused ${path}${name === undefined ? '' : ` "${name}"`}: ${because}`);
        for (const path of ignored) world.warn(`ignored ${path}: an unknown field`);
        for (const remark of remarks) world.warn(`warning: ${remark}`);
        if (refused.length > 0 && imported.length + left.length === 0)
          throw new Failure(`none of the jobs of ${file} could be imported`);
      });
    });

  cron
    .command('export')
    .description('all jobs, as a jobs.json')
    .option('--json', 'as JSON, which it is anyway')
    .action(() => withDesk(world, async ({ call }) => say(world, true, await call('cron.export'), () => '')));
}

async function textOf(file: string, cwd: string): Promise<string> {
  try {
    return (await readFile(resolve(cwd, file), 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    throw new WrongUse(`${file} can't be read: ${(error as Error).message}`);
  }
}
