/** `nightdesk newsletter …`: by the desk that runs, else in this process. */
import type { Command } from 'commander';
import { z } from 'zod';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { findGateway } from './desk-line.ts';
import { followNewsletter } from './follow-newsletter.ts';
import type { Call } from './follow-runs.ts';
import { numberOf } from './job-flags.ts';
import { presses } from './presses.ts';
import { say } from './say.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

interface RunFlags {
  readonly session?: string;
  readonly resume?: boolean;
  readonly agentic?: boolean;
  readonly model?: string;
  readonly maxTurns?: string;
  readonly json?: boolean;
}

interface Flags {
  readonly session?: string;
  readonly json?: boolean;
}

/** As `check_workflow_status` tells it. */
const statusSchema = z.looseObject({
  status: z.enum(['ok', 'new_session']),
  message: z.string().exactOptional(),
  progress: z.string().exactOptional(),
  next_step: z.string().nullable().exactOptional(),
  steps: z.record(z.string(), z.object({ status: z.string(), message: z.string() })),
});
const begunSchema = z.object({ session: z.string(), outcome: z.enum(['begun', 'over']) });
const previewSchema = z.looseObject({
  newsletter: z.looseObject({ session: z.string() }),
  markdown: z.string(),
});

export function newsletterCommands(program: Command, world: World, clock: Clock): void {
  const newsletter = program.command('newsletter').description('the newsletter, in nine steps');

  newsletter
    .command('run')
    .description('make the newsletter: each step once, in order; an error stops it')
    .option('--session <name>', 'such as newsletter_20260214; the day’s, without it')
    .option('--resume', 'go on where it stopped; needs --session')
    .option('--agentic', 'a model calls the steps, one by one')
    .option('--model <name>', 'which model that is: gemini, openai, desk, or one of their models')
    .option('--max-turns <number>', 'how often it may be called (50)')
    .option('--json', 'as JSON')
    .action(async ({ json, maxTurns, ...flags }: RunFlags) => {
      if (flags.resume && flags.session === undefined) throw new WrongUse('--resume needs --session');
      for (const [flag, given] of [
        ['--model', flags.model],
        ['--max-turns', maxTurns],
      ])
        if (given !== undefined && !flags.agentic) throw new WrongUse(`${flag} goes with --agentic`);
      const most = maxTurns === undefined ? {} : { maxTurns: numberOf('--max-turns', maxTurns) };
      const record = await usingNewsletters(world, clock, async (call) => {
        const { session, outcome } = begunSchema.parse(await call('newsletter.run', { ...flags, ...most }));
        if (outcome === 'over' && !json) world.out(`${session}: all nine steps are complete already`);
        const tell = (line: string) => void (json || world.out(line));
        return followNewsletter(session, { call, clock, tell, bars: world.atTerminal });
      });
      const { session, state, trouble, error, folder } = record;
      if (json) world.out(JSON.stringify(record.all, null, 2));
      if (error !== undefined) throw new Failure(error);
      if (trouble !== undefined) throw new Failure(`${session}: not all of it was delivered: ${trouble}`);
      if (json) return;
      world.out(`${session} is ${state === 'waiting' ? 'made and waits for an editor' : 'made'}: ${folder}`);
      if (state === 'waiting') world.out(`send it: nightdesk newsletter send --session ${session}`);
    });

  newsletter
    .command('status')
    .description('how far the newsletter is, step by step')
    .option('--session <name>', 'the newest, without it')
    .option('--json', 'as JSON')
    .action(({ json, ...named }: Flags) =>
      usingNewsletters(world, clock, async (call) => {
        const status = statusSchema.parse(await call('newsletter.status', named));
        say(world, json, status, () => sayStatus(status));
      }),
    );

  newsletter
    .command('preview')
    .description('the newsletter as it would be sent')
    .option('--session <name>', 'the newest, without it')
    .option('--json', 'as JSON')
    .action(({ json, ...named }: Flags) =>
      usingNewsletters(world, clock, async (call) => {
        const { newsletter: made, markdown } = previewSchema.parse(await call('newsletter.preview', named));
        say(world, json, made, () => markdown.trimEnd());
      }),
    );

  newsletter
    .command('send')
    .description('send the newsletter that waits for an editor')
    .requiredOption('--session <name>', 'which')
    .option('--json', 'as JSON')
    .action(({ session, json }: Flags & { session: string }) =>
      usingNewsletters(world, clock, async (call) => {
        const answer = z
          .looseObject({ outcome: z.string() })
          .parse(await call('newsletter.send', { session }));
        const record = await followNewsletter(session, { call, clock, tell: () => {}, bars: false });
        say(world, json, answer, () =>
          answer.outcome === 'sent' ? `${session} was sent already` : `${session} was sent`,
        );
        if (record.trouble !== undefined)
          throw new Failure(`${session}: not all of it was delivered: ${record.trouble}`);
      }),
    );
}

/** Of the desk that runs; where none does, of the stores, until what they post is out. */
async function usingNewsletters<T>(world: World, clock: Clock, use: (call: Call) => Promise<T>): Promise<T> {
  const config = configOf(world);
  const client = await findGateway(config);
  if (client) return use((method, params) => client.call(method, params));
  const { openNewsletters } = await import('../main/alone.ts');
  const opened = await openNewsletters({ config, clock });
  let isStopped = false;
  const unlisten = world.onSignal(
    presses(clock, (times) => {
      if (times > 1) return world.exit(1);
      isStopped = true;
      world.warn('stopping …');
      void opened.close();
    }),
  );
  try {
    const answer = await use(async (method, params) => {
      if (isStopped) throw new Failure('stopped; --resume goes on with the step that was under way');
      return JSON.parse(JSON.stringify((await opened.methods[method]?.(params)) ?? {})) as unknown;
    });
    await opened.sent();
    return answer;
  } finally {
    unlisten();
    if (!isStopped) await opened.close();
  }
}

function sayStatus({
  status,
  message = '',
  progress = '',
  next_step: next = null,
  steps,
}: z.infer<typeof statusSchema>): string {
  if (status === 'new_session') return message;
  const rows = Object.entries(steps).map(
    ([name, step], at) =>
      `${String(at + 1)}. ${name.padEnd(20)} ${step.status}${step.message === '' ? '' : `: ${step.message}`}`,
  );
  return [`${progress}${next === null ? '' : `, next: ${next}`}`, ...rows].join('\n');
}
