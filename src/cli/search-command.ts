import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { dayAndTime } from '../time/zone.ts';
import type { ResultOf } from '../main/features.ts';
import { callOf, findGateway } from './desk-connection.ts';
import { numberOf } from './job-flags.ts';
import { say } from './say.ts';
import { oneLine } from './table.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
  readonly kind?: readonly string[];
  readonly session?: string;
  readonly author?: string;
  readonly from?: string;
  readonly to?: string;
  readonly category?: string;
  readonly outlet?: string;
  readonly limit: string;
  readonly cursor?: string;
}

type Page = ResultOf<'search.find'>;
const KINDS = ['chat', 'story', 'source'];

/** `nightdesk search WORDS`: by the running desk, or with the stores where none runs. */
export function searchCommand(program: Command, world: World): void {
  program
    .command('search <words...>')
    .description('what was said, stories and their sources, by words that must all be there')
    .option('--kind <kind>', `${KINDS.join(', ')}; may be given again`, kinds)
    .option('--session <key>', 'only in this conversation')
    .option('--author <name>', 'only what somebody said')
    .option('--from <day>', "from this day on, in the desk's zone: 2026-11-20")
    .option('--to <day>', 'up to this day')
    .option('--category <name>', 'only stories of this category')
    .option('--outlet <name>', 'only sources of this outlet')
    .option('--limit <number>', 'how many, at most 50', '10')
    .option('--cursor <cursor>', 'the page after another')
    .option('--json', 'as JSON')
    .action(async (words: readonly string[], { json, session, limit, ...flags }: Flags) => {
      const config = configOf(world);
      const params = {
        ...flags,
        words: words.join(' '),
        limit: numberOf('--limit', limit),
        ...(session !== undefined && { sessionKey: session }),
      };
      const client = await findGateway(config);
      const page = client
        ? await callOf(client)('search.find', params)
        : ((await (
            await import('../main/open-home.ts')
          ).callWithoutDesk('search.find', params, { config })) as Page);
      say(world, json, page, () => sayPage(page, config.zone));
    });
}

function kinds(given: string, before: readonly string[] = []): readonly string[] {
  if (KINDS.includes(given)) return [...before, given];
  throw new InvalidArgumentError(`allowed: ${KINDS.join(', ')}`);
}

function sayPage({ results, cursor, complete }: Page, zone: string): string {
  const found = results.map((result) => {
    const { kind, title, text, atMs, author, outlet, headline, outcome, url, sessionKey, thread } = result;
    const who = kind === 'chat' ? (author ?? '–') : kind === 'source' ? `${outlet ?? '–'}: ${title}` : title;
    const leads = [kind === 'chat' ? sessionKey : kind === 'story' ? thread : undefined, url].filter(
      (one) => one !== undefined,
    );
    const about = [kind, dayAndTime(atMs, zone), outcome?.replace('_', ' ')].filter(
      (one) => one !== undefined,
    );
    return [
      `${oneLine(who, 120)}  (${about.join(', ')})`,
      `  ${oneLine(text, 200)}`,
      ...(kind === 'source' && headline !== undefined ? [`  in: ${oneLine(headline, 120)}`] : []),
      ...leads.map((one) => `  → ${one}`),
    ].join('\n');
  });
  return [
    ...(found.length > 0 ? found : ['Nothing was found.']),
    ...(cursor === undefined ? [] : [`There is more: --cursor ${cursor}`]),
    ...(complete ? [] : ['Older things are still being indexed.']),
  ].join('\n');
}
