import type { Command } from 'commander';
import { dayAndTime } from '../time/zone.ts';
import { WrongUse } from './cli-error.ts';
import { withDesk } from './desk-connection.ts';
import { numberOf } from './job-flags.ts';
import { sayEvent } from './newsroom-event-words.ts';
import { say } from './say.ts';
import { oneLine, table } from './table.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
}

interface ChangeFlags extends Flags {
  readonly why?: string;
}

/** `nightdesk newsroom events …`: shows what happened to links, and merges or splits events. */
export function eventCommands(newsroom: Command, world: World): void {
  const events = newsroom.command('events').description('happenings: links about one thing, and why');

  events
    .command('list')
    .description('open events and those of the last two days that were posted, what moved last first')
    .option('--limit <number>', 'how many', '30')
    .option('--json', 'as JSON')
    .action(({ limit, json }: Flags & { limit: string }) =>
      withDesk(world, async ({ call, config }) => {
        const answer = await call('newsroom.events.list', { limit: numberOf('--limit', limit) });
        const rows = answer.events.map((it) => [
          String(it.id),
          it.parentId === null ? it.status : `${it.status}, of ${it.parentId}`,
          String(it.links),
          String(it.domains),
          it.category,
          dayAndTime(it.updatedAtMs, config.zone),
          oneLine(it.title, 70),
        ]);
        say(world, json, answer, () =>
          rows.length === 0
            ? 'There are no events.'
            : table(
                ['EVENT', 'STATUS', 'LINKS', 'DOMAINS', 'CATEGORY', `UPDATED (${config.zone})`, 'TITLE'],
                rows,
              ),
        );
      }),
    );

  events
    .command('show <id>')
    .description('an event with its links, how each was decided, and what was changed')
    .option('--json', 'as JSON')
    .action((id: string, { json }: Flags) =>
      withDesk(world, async ({ call, config }) => {
        const answer = await call('newsroom.events.show', { id: idOf(id) });
        say(world, json, answer, () => sayEvent(answer, config.zone));
      }),
    );

  events
    .command('merge <ids...>')
    .description('put events into one; the posted one stands, else the largest, else the oldest')
    .option('--why <text>', 'kept with the change')
    .option('--json', 'as JSON')
    .action((ids: string[], { why, json }: ChangeFlags) => {
      if (ids.length < 2) throw new WrongUse('name two events or more');
      return withDesk(world, async ({ call }) => {
        const asked = { ids: ids.map(idOf), ...byWhom(world, why) };
        const answer = await call('newsroom.events.merge', asked);
        const { id, links, title } = answer.event;
        say(world, json, answer, () => `event ${id} stands, with ${links} links: ${oneLine(title, 80)}`);
      });
    });

  events
    .command('split <id>')
    .description('begin an event of its own with some links of another; no later pass joins them again')
    .requiredOption('--links <ids...>', 'the links that leave, by their numbers in `events show`')
    .option('--why <text>', 'kept with the change')
    .option('--json', 'as JSON')
    .action((id: string, { links, why, json }: ChangeFlags & { links: string[] }) => {
      const chosen = links.flatMap((part) => part.split(',')).filter((part) => part.trim() !== '');
      if (chosen.length === 0) throw new WrongUse('--links takes the numbers of links');
      return withDesk(world, async ({ call }) => {
        const asked = { id: idOf(id), links: chosen.map(idOf), ...byWhom(world, why) };
        const { event, from, ...rest } = await call('newsroom.events.split', asked);
        say(
          world,
          json,
          { event, from, ...rest },
          () => `event ${event.id} begins with ${event.links} links; event ${from.id} keeps ${from.links}`,
        );
      });
    });
}

function idOf(text: string): number {
  if (!/^\s*#?\d{1,15}\s*$/.test(text)) throw new WrongUse(`${text} is no number of an event or link`);
  return Number(text.replace('#', ''));
}

function byWhom({ env }: World, why: string | undefined): { by: string; why?: string } {
  return { by: env['USER']?.trim() || 'nightdesk', ...(why !== undefined && { why }) };
}
