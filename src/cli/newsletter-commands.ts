/** `nightdesk newsletter …`: by the running desk, else in this process. */
import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import type { ResultOf } from '../main/features.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { callOf, findGateway } from './desk-connection.ts';
import { followNewsletter } from './follow-newsletter.ts';
import type { Followed } from './follow-newsletter.ts';
import type { Call } from './answers.ts';
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

export function newsletterCommands(program: Command, world: World, clock: Clock): void {
  const newsletter = program.command('newsletter').description('the newsletter, in nine steps');

  newsletter
    .command('run')
    .description('make the newsletter: each step once, in order; an error stops it')
    .option('--session <name>', 'such as newsletter_20260214; the day’s, without it')
    .option('--resume', 'go on where it stopped; needs --session')
    .option('--agentic', 'a model calls the steps, one by one')
    .option('--model <name>', 'which model that is: a provider such as gemini or desk, or one of its models')
    .option('--max-turns <number>', 'how often it may be called (50)')
    .option('--json', 'as JSON')
    .action(async ({ json, maxTurns, ...flags }: RunFlags) => {
      if (flags.resume && flags.session === undefined) throw new WrongUse('--resume needs --session');
      const most = maxTurns === undefined ? {} : { maxTurns: numberOf('--max-turns', maxTurns) };
      const record = await usingNewsletters(world, clock, async (call, work) => {
        const { session, outcome } = await call('newsletter.run', { ...flags, ...most });
        if (outcome === 'begun') await work();
        if (outcome === 'over' && !json) world.out(`${session}: all nine steps are complete already`);
        const tell = (line: string) => void (json || world.out(line));
        return followNewsletter(session, { call, clock, tell, bars: world.atTerminal });
      });
      const { session, state, trouble, remark, error, folder } = record;
      if (json) world.out(JSON.stringify(record, null, 2));
      if (error !== undefined) throw new Failure(error);
      if (trouble !== undefined) throw new Failure(`${session}: not all of it was delivered: ${trouble}`);
      if (json) return;
      world.out(`${session} is ${state === 'waiting' ? 'made and waits for an editor' : 'made'}: ${folder}`);
      if (remark !== undefined) world.out(remark);
      if (state === 'waiting') world.out(`send it: nightdesk newsletter send --session ${session}`);
    });

  newsletter
    .command('status')
    .description('how far the newsletter is, step by step')
    .option('--session <name>', 'the newest, without it')
    .option('--json', 'as JSON')
    .action(({ json, ...named }: Flags) =>
      usingNewsletters(world, clock, async (call) => {
        const status = await call('newsletter.status', named);
        say(world, json, status, () => sayStatus(status));
        if (json || status.status === 'new_session') return;
        for (const line of sayState(await call('newsletter.record', named))) world.out(line);
      }),
    );

  newsletter
    .command('preview')
    .description('the newsletter as it would be sent')
    .option('--session <name>', 'the newest, without it')
    .option('--json', 'as JSON')
    .action(({ json, ...named }: Flags) =>
      usingNewsletters(world, clock, async (call) => {
        const { newsletter: made, markdown } = await call('newsletter.preview', named);
        say(world, json, made, () => markdown.trimEnd());
      }),
    );

  newsletter
    .command('send')
    .description('send the newsletter that waits for an editor')
    .requiredOption('--session <name>', 'which')
    .option(
      '--again [addresses]',
      'also to recipients who refused its e-mail or may have it: addresses between commas; all, without',
    )
    .option('--json', 'as JSON')
    .action(({ session, again, json }: Flags & { session: string; again?: string | true }) =>
      usingNewsletters(world, clock, async (call, work) => {
        const answer = await call('newsletter.send', { session, ...againOf(again) });
        if (answer.leftOut !== undefined) world.warn(`left out: ${answer.leftOut}`);
        if (answer.outcome === 'sending') await work();
        const record = await followNewsletter(session, { call, clock, tell: () => {}, bars: false });
        if (json || record.trouble === undefined)
          say(world, json, answer, () =>
            answer.outcome === 'sent' ? `${session} was sent already` : `${session} was sent`,
          );
        const { remark = answer.remark } = record;
        if (!json && remark !== undefined) world.out(remark);
        if (record.trouble !== undefined)
          throw new Failure(`${session}: not all of it was delivered: ${record.trouble}`);
      }),
    );

  newsletter
    .command('stop')
    .description('stop the newsletter that is being made, after the step that is under way')
    .option('--session <name>', 'the newest, without it')
    .option('--json', 'as JSON')
    .action(({ json, ...named }: Flags) =>
      usingNewsletters(world, clock, async (call) => {
        const answer = await call('newsletter.stop', named);
        const { session, stopped } = answer;
        say(world, json, answer, () =>
          stopped
            ? `${session} is stopped; go on with it: nightdesk newsletter run --session ${session} --resume`
            : `${session} is not being made, so there was nothing to stop`,
        );
      }),
    );
}

/** Use the running desk; where none runs, the stores, until everything is sent. */
async function usingNewsletters<T>(
  world: World,
  clock: Clock,
  /** `work` carries out newsletters' steps, which a desk does by itself. */
  use: (call: Call, work: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const config = configOf(world);
  const client = await findGateway(config);
  if (client) return use(callOf(client), () => Promise.resolve());
  const { openForWork } = await import('../main/open-home.ts');
  const opened = await openForWork({ config, clock });
  let isStopped = false;
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= opened.close());
  const unlisten = world.onSignal(
    presses(clock, (times) => {
      if (times > 1) return world.exit(1);
      isStopped = true;
      world.warn('stopping …');
      close().catch(() => {}); // told below
    }),
  );
  try {
    const answer = await use(
      (async (method, params) => {
        if (isStopped) throw new Failure('stopped; --resume goes on with the step that was under way');
        return JSON.parse(JSON.stringify((await opened.methods[method]?.(params)) ?? {})) as unknown;
      }) as Call,
      opened.work,
    );
    await opened.sent();
    return answer;
  } finally {
    // What became of a mail that was under way is written down, and the home is free, when the program ends.
    await close().finally(unlisten);
  }
}

function againOf(again: string | true | undefined): { readonly again?: 'all' | string[] } {
  if (again === undefined) return {};
  if (again === true || again === 'all') return { again: 'all' };
  const addresses = again.split(',').filter((one) => one.trim() !== '');
  if (addresses.length === 0) throw new WrongUse('--again takes addresses between commas');
  return { again: addresses };
}

/** What the steps don't tell: whether it went out, and what it waits for. */
function sayState({ session, state, error, trouble, onlyAgain, remark }: Followed): string[] {
  const next = `nightdesk newsletter send --session ${session}`;
  const said = {
    running: [],
    stopped: [error],
    waiting:
      trouble === undefined
        ? [`${session} waits for an editor; nothing of it was sent. Send it: ${next}`]
        : [
            `${session}: not all of it was delivered: ${trouble}`,
            onlyAgain ? undefined : `Try what is missing again: ${next}`,
          ],
    sending: [`${session} is being sent`],
    done: [`${session} was sent`, remark],
  }[state];
  return said.flatMap((line) => line ?? []);
}

function sayStatus({
  status,
  message = '',
  progress = '',
  next_step: next = null,
  steps,
}: ResultOf<'newsletter.status'>): string {
  if (status === 'new_session') return message;
  const rows = Object.entries(steps).map(
    ([name, step], at) =>
      `${String(at + 1)}. ${name.padEnd(20)} ${step.status}${step.message === '' ? '' : `: ${step.message}`}`,
  );
  return [`${progress}${next === null ? '' : `, next: ${next}`}`, ...rows].join('\n');
}
