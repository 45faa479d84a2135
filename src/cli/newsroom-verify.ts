import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { answerLines } from './json-lines.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface Flags {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly model?: boolean;
}

/** `nightdesk newsroom verify FILE`, or one story per line with `--jsonl`. */
export function verifyCommand(newsroom: Command, world: World, clock: Clock): void {
  newsroom
    .command('verify [file]')
    .description('what a story says, looked up in its sources: what is borne out, and what is doubted')
    .option('--json', 'as JSON')
    .option(
      '--jsonl',
      'stories on standard input, a JSON object {id, language, builtAt, title, body, sources} a line',
    )
    .option('--model', 'have a language model check the story after the rules')
    .action(async (file: string | undefined, { json, jsonl, model }: Flags) => {
      if ((file === undefined) !== (jsonl === true))
        throw new WrongUse('name a file, or give --jsonl and lines on standard input');
      const { inspectVerifyLine } = await import('../newsroom/inspect/inspect-verify.ts');
      const opened = model ? await checkerOf(world, clock) : undefined;
      try {
        if (file === undefined)
          return await answerLines(world, (asked) => inspectVerifyLine(asked, { ...opened }), { atOnce: 1 });
        const story = await inspectVerifyLine(await storyIn(resolve(world.cwd, file)), { ...opened });
        if (story.error === undefined || json)
          say(world, json, story, () => story.claims.map(sayClaim).join('\n'));
        if (story.checker) world.warn(`checked by the rules alone: ${story.checker.because}`);
        if (story.error !== undefined) throw new Failure(story.error);
      } finally {
        await opened?.close();
      }
    });
}

async function checkerOf(world: World, clock: Clock) {
  const { openChecker } = await import('../main/inspect.ts');
  return openChecker(configOf(world), clock);
}

async function storyIn(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Failure(`no_file: ${path} can't be read`, { cause });
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (cause) {
    throw new Failure(`bad_json: ${path} is no JSON`, { cause });
  }
}

interface Told {
  readonly sentence: number;
  readonly kind: string;
  readonly text: string;
  readonly verdict: string;
  readonly source?: number;
  readonly passage?: string;
}

function sayClaim({ sentence, kind, text, verdict, source, passage }: Told): string {
  const where = source === undefined ? '' : `  [${source}] ${passage ?? ''}`;
  return `${String(sentence).padStart(3)}  ${verdict.padEnd(13)}  ${kind.padEnd(9)}  ${text}${where}`;
}
