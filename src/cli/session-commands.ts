import { resolve } from 'node:path';
import type { Command } from 'commander';
import { dayAndTime } from '../time/zone.ts';
import { amended } from './amended.ts';
import { Failure } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { numberOf } from './job-flags.ts';
import { say } from './say.ts';
import { sayEntry } from './say-entry.ts';
import { oneLine, table } from './table.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

/** `nightdesk sessions …` */
export function sessionCommands(program: Command, world: World): void {
  const sessions = program.command('sessions').description('conversations');

  sessions
    .command('list')
    .description('the conversations that the desk remembers')
    .option('--json', 'as JSON')
    .action(({ json }: Flags) =>
      withDesk(world, async ({ call, config }) => {
        const answer = await call('sessions.list');
        const rows = answer.sessions.map(({ key, title, entries, updatedAtMs }) => [
          key,
          oneLine(title, 50),
          String(entries),
          dayAndTime(updatedAtMs, config.zone),
        ]);
        say(world, json, answer, () =>
          rows.length > 0
            ? table(['KEY', 'TITLE', 'ENTRIES', `UPDATED (${config.zone})`], rows)
            : 'There are no sessions.',
        );
      }),
    );

  sessions
    .command('export <folder>')
    .description(
      'write the transcripts as JSON lines, a file each; from PostgreSQL also files of batches and newsletters',
    )
    .option('--json', 'as JSON')
    .action(async (folder: string, { json }: Flags) => {
      const { exportSessions } = await import('../main/stores.ts');
      const written = await exportSessions(configOf(world), resolve(world.cwd, folder));
      const { transcripts, files } = written;
      const others = files > 0 ? `, ${files} files of batches and newsletters in ${folder}/data` : '';
      say(world, json, written, () => `${transcripts} transcripts are in ${folder}${others}.`);
    });

  sessions
    .command('show <key>')
    .description('what was said, oldest first')
    .option('--limit <number>', 'how many entries', '20')
    .option('--json', 'as JSON')
    .action((key: string, { limit, json }: Flags & { limit: string }) =>
      withDesk(world, async ({ call, config }) => {
        const { sessions: known } = await call('sessions.list');
        if (!known.some((session) => session.key === key)) throw new Failure(`there is no session ${key}`);
        const answer = await call('sessions.history', { key, limit: numberOf('--limit', limit) });
        say(world, json, answer, () =>
          [
            `${key}, times in ${config.zone}`,
            ...amended(answer.entries).map((entry) => sayEntry(entry, config.zone)),
          ].join('\n'),
        );
      }),
    );

  sessions
    .command('reset <key>')
    .description('begin anew: what was said is kept and no longer read')
    .option('--json', 'as JSON')
    .action((key: string, { json }: Flags) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('sessions.reset', { key });
        say(world, json, answer, () => `${key} begins anew`);
      }),
    );

  sessions
    .command('rm <key>')
    .description('delete a conversation with its threads; with --confirm their jobs as well')
    .option('--confirm', 'delete the jobs that live in it, too')
    .option('--json', 'as JSON')
    .action((key: string, { confirm, json }: Flags & { confirm?: boolean }) =>
      withDesk(world, async ({ call }) => {
        const answer = await call('sessions.delete', { key, confirm: confirm === true });
        const { deleted, left_automations: left = [] } = answer;
        const namesOf = (jobs: typeof left) => jobs.map(({ name, id }) => `"${name}" (${id})`).join(', ');
        if (json || deleted) say(world, json, answer, () => `deleted ${key}`);
        if (left.length > 0) world.warn(`left alone, as they belong to no conversation: ${namesOf(left)}`);
        if (!answer.deleted)
          throw new Failure(
            `${key} was kept: jobs live in it: ${namesOf(answer.automations)}. --confirm deletes them with it`,
          );
      }),
    );
}
