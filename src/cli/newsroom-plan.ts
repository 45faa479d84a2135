import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import type { planWithoutDesk } from '../main/runner.ts';
import type { Call, RunAnswer } from './answers.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { callOf, findGateway } from './desk-connection.ts';
import { say } from './say.ts';
import { oneLine } from './table.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

type PlanResult = Awaited<ReturnType<typeof planWithoutDesk>>;
type Plan = Extract<PlanResult, { plan: unknown }>['plan'];

type Planned = { readonly run: RunAnswer; readonly plan: Plan } | { readonly refused: string } | undefined;

const LOOK_MS = 500;
const UNDER_WAY = ['queued', 'deferred', 'running'];
/** How many of those left out are printed; `--json` has all. */
const MOST_LEFT = 25;

/** `nightdesk newsroom plan daily|hourly`: runs a planner's turn now, for debugging: a forced run of its job. */
export function planCommand(newsroom: Command, world: World, clock: Clock): void {
  newsroom
    .command('plan <kind>')
    .description("a planner's turn now, for debugging: daily or hourly; what it picked, what not, and why")
    .option('--json', 'as JSON')
    .action(async (kind: string, { json }: { json?: boolean }) => {
      if (kind !== 'daily' && kind !== 'hourly') throw new WrongUse('the kind of plan is daily or hourly');
      const config = configOf(world);
      const client = await findGateway(config);
      const planned: Planned = client
        ? await byDesk(`planner_${kind}`, callOf(client), clock)
        : await planHere(kind, config, clock);
      if (!planned)
        throw new Failure(
          `there is no job of the profile planner_${kind}; add one: nightdesk cron add --name NAME ` +
            `--cron EXPRESSION --session-key KEY --profile planner_${kind} --message TEXT --disabled`,
        );
      if ('refused' in planned) throw new Failure(`the planner was not run: ${planned.refused}`);
      const { run, plan } = planned;
      const status = plan.run ? 'planned' : run.status === 'failed' ? 'failed' : 'no_post';
      say(world, json, { status, turn: run, ...plan }, () => sayPlan(run, plan));
      if (plan.run && !client)
        world.warn(
          `no desk runs: the run waits for one, or for: nightdesk newsroom run --path ${plan.run.dir}`,
        );
      if (!plan.run && run.status !== 'ok' && run.status !== 'quiet')
        throw new Failure(
          `the planner's turn ended as ${run.status}: ${run.error ?? run.summary ?? 'no reason'}`,
        );
    });
}

async function planHere(
  kind: 'daily' | 'hourly',
  config: ReturnType<typeof configOf>,
  clock: Clock,
): Promise<Planned> {
  const { planWithoutDesk } = await import('../main/runner.ts');
  return planWithoutDesk(kind, { config, clock });
}

async function byDesk(profile: string, call: Call, clock: Clock): Promise<Planned> {
  const { jobs } = await call('cron.list', { includeDisabled: true });
  const job = jobs.find(({ payload }) => payload['kind'] === 'agentTurn' && payload['profile'] === profile);
  if (!job) return undefined;
  const { runId, reason } = await call('cron.run', { id: job.id, mode: 'force' });
  if (runId === null) return { refused: reason ?? 'no reason given' };
  for (;;) {
    const { entries } = await call('cron.runs', { id: job.id, limit: 20 });
    const run = entries.find((entry) => entry.runId === runId);
    if (run && !UNDER_WAY.includes(run.status)) {
      const turn = { runId, jobId: job.id, slotMs: run.scheduledForMs, sessionKey: run['sessionKey'] };
      return { run, plan: await call('newsroom.runs.plan', turn) };
    }
    await clock.until(clock.now() + LOOK_MS);
  }
}

function sayPlan(run: RunAnswer, { run: ordered, stories, passed_over, remark }: Plan): string {
  const left = passed_over.slice(0, MOST_LEFT);
  return [
    ordered ? `${stories.length} stories ordered: ${ordered.run_dir}` : `No story ordered (${run.status}).`,
    ...(run.summary ? [run.summary] : []),
    ...(remark === undefined ? [] : [`Planner: ${remark}`]),
    ...stories.flatMap(({ title, category, why }, at) => [
      `${String(at + 1).padStart(2)}. ${oneLine(title, 110)}`,
      `    ${category}; ${why || 'no reason given'}`,
    ]),
    ...(left.length === 0 ? [] : ['', `${passed_over.length} not picked`]),
    ...left.map(({ title, why }) => `  - ${oneLine(title, 80)}: ${oneLine(why, 120)}`),
  ].join('\n');
}
