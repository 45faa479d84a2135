import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { exactId, lineOf } from './exact-id.ts';
import { linesOf } from './input-lines.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly model?: boolean;
}

/** Large enough for whole articles; usually a link is a few lines of text. */
const LINE_BYTES = 5_000_000;

const answerSchema = z.looseObject({
  id: z.unknown(),
  eventId: z.number().exactOptional(),
  error: z.string().exactOptional(),
});

/** `nightdesk newsroom cluster [file]`: links to events; line by line with `--jsonl`. */
export function clusterCommand(newsroom: Command, world: World, clock: Clock): void {
  newsroom
    .command('cluster [file]')
    .description(
      'sort links into events as the newsroom does: a JSON object {id, url, title, description?, publishedAt} a line, from a file or standard input',
    )
    .option('--jsonl', 'a line out for each line in, in order, as it comes')
    .option('--model', 'ask the models of the edition about ambiguous links')
    .option('--json', 'the events as JSON')
    .action(async (file: string | undefined, { json, jsonl, model }: Flags) => {
      if (file === undefined && world.atTerminal)
        throw new WrongUse('name a file of links, or give them on standard input');
      const { openClusterInspection } = await import('../main/inspect.ts');
      const inspection = await openClusterInspection(configOf(world), clock, model === true);
      try {
        const input = file === undefined ? world.input : createReadStream(resolve(world.cwd, file));
        if (jsonl)
          return await inspection.answer(lines(input), async (answer) => {
            world.out(lineOf(answer));
            await world.drained();
          });
        const told = new Events();
        await inspection.answer(told.heard(lines(input, 'skip blank')), async (answer) => told.take(answer));
        say(world, json, told.answer, () => told.words);
        if (told.answer.errors.length > 0)
          throw new Failure(`${told.answer.errors.length} lines can’t be used`);
      } finally {
        await inspection.close();
      }
    });
}

type Line =
  { readonly asked: Readonly<Record<string, unknown>> } | { readonly id: null; readonly error: string };

/** `--jsonl` answers every line, also a blank one; in a file, blank lines are skipped. */
async function* lines(input: Readable, blank?: 'skip blank'): AsyncGenerator<Line> {
  for await (const { number, text } of linesOf(input, LINE_BYTES)) {
    const bad = (why: string): Line => ({ id: null, error: `line ${number}: ${why}` });
    if (text === undefined) yield bad(`too_large: longer than ${LINE_BYTES} bytes`);
    else if (text.trim() !== '' || blank === undefined)
      yield parsed(text) ?? bad('bad_json: not a JSON object');
  }
}

function parsed(text: string): Line | undefined {
  try {
    const asked = z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data;
    return asked && { asked: { ...asked, id: exactId(text, asked) } };
  } catch {
    return undefined;
  }
}

/** Links by their events, for people. */
class Events {
  readonly #titles: string[] = [];
  readonly #byEvent = new Map<number, { id: unknown; title: string }[]>();
  readonly #errors: { id: unknown; error: string }[] = [];

  async *heard(given: AsyncIterable<Line>): AsyncGenerator<Line> {
    for await (const line of given) {
      this.#titles.push('asked' in line ? String(line.asked['title'] ?? '') : '');
      yield line;
    }
  }

  /** Answers come in the order of the lines. */
  take(answer: object): void {
    const { id, eventId, error } = answerSchema.parse(answer);
    const title = this.#titles.shift() ?? '';
    if (eventId === undefined) this.#errors.push({ id, error: error ?? '' });
    else this.#byEvent.set(eventId, [...(this.#byEvent.get(eventId) ?? []), { id, title }]);
  }

  get answer() {
    const events = [...this.#byEvent].map(([eventId, links]) => ({ eventId, links }));
    return { events: events.sort((a, b) => b.links.length - a.links.length), errors: this.#errors };
  }

  get words(): string {
    const { events, errors } = this.answer;
    return [
      ...events.map(({ eventId, links }) =>
        [`event ${eventId}`, ...links.map(({ title }) => `  ${title}`)].join('\n'),
      ),
      ...errors.map(({ error }) => error),
    ].join('\n');
  }
}
