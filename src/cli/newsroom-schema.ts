import type { Command } from 'commander';
import { WrongUse } from './cli-error.ts';
import { say } from './say.ts';
import type { World } from './world.ts';

/** `nightdesk newsroom schema run|story|summary`: the JSON Schema of a job file. */
export function schemaCommand(newsroom: Command, world: World): void {
  newsroom
    .command('schema <file>')
    .description('the JSON Schema of a job file: run, story or summary')
    .option('--json', 'as JSON: it has no other form')
    .action(async (file: string) => {
      const { JOB_SCHEMA_NAMES, jobSchema } = await import('../newsroom/inspect/job-schemas.ts');
      const name = JOB_SCHEMA_NAMES.find((known) => known === file);
      if (!name) throw new WrongUse(`there is no schema "${file}"; allowed: ${JOB_SCHEMA_NAMES.join(', ')}`);
      say(world, true, jobSchema(name), () => '');
    });
}
