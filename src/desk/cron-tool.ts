/**
 * The agent's tool for jobs. The actor's rights decide what it may do; jobs are bound to the session in which they
 * were requested; scheduled turns and heartbeats may only read.
 */
import { z } from 'zod';
import { profilesCalled } from '../cron/job-profile.ts';
import { isProtected } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import { may } from '../sessions/actor.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import { conversationJob, isAskedAgain } from '../cron/conversation-job.ts';
import type { UndoLog } from '../feature/undo-log.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import type { AskedBack } from '../feature/asked-back.ts';
import type { OpenQuestion, JobQuestion } from './open-question.ts';
import { findJob } from './find-job.ts';
import type { JobFinder } from './find-job.ts';
import { namedJob } from './named-job.ts';
import type { JobPauses } from './job-pauses.ts';
import { isCalledSo, mustHaveMeant } from './meant-profile.ts';
import { inReach } from './guild-reach.ts';
import {
  isTheirs,
  mustBeAnEditors,
  mustHaveAsked,
  mustHaveAskedToRepeat,
  mustHaveNamed,
  mustHaveSaid,
} from '../feature/person-asked.ts';
import type { Change } from '../feature/person-asked.ts';
import { refusing } from '../feature/refusing.ts';
import { saysWhen } from '../text/says-when.ts';
import { shorten } from '../text/shorten.ts';
import { asPatch, scheduleOf } from '../cron/given-schedule.ts';
import { pauseEnd } from '../cron/pause-end.ts';
import { dayAndTime } from '../time/zone.ts';
import { remarkIfOff, shownInFull, shownJob } from './shown-job.ts';
import { skipJob } from './skip-job.ts';

const CronArgs = z.strictObject({
  action: z.enum(['add', 'list', 'show', 'pause', 'resume', 'skip', 'remove', 'edit']),
  job: z
    .string()
    .trim()
    .min(1)
    .exactOptional()
    .describe('which job, by its name or id; not for add and list'),
  scope: z
    .enum(['here', 'all'])
    .exactOptional()
    .describe('for list: this channel, or all that the asker may see'),
  name: z.string().exactOptional(),
  message: z.string().exactOptional().describe('what the desk should do each time'),
  schedule: z.string().exactOptional().describe('in words: "every weekday at 7:30", "in 20m", 每日七點半'),
  expr: z.string().exactOptional().describe('or a cron expression: "30 7 * * 1-5"'),
  every: z.string().exactOptional().describe('or an interval: "10m"'),
  at: z.string().exactOptional().describe('or a moment: "2026-11-21 07:30"'),
  tz: z.string().exactOptional().describe('the time zone of the clock that is meant'),
  profile: z
    .string()
    .exactOptional()
    .describe('what kind of work: without it a message is done as it says, and "planner" plans stories'),
  until: z
    .string()
    .exactOptional()
    .describe(
      'for pause: how long or until when, as "2 hours" or "Monday 9:00"; without it, until it is resumed. ' +
        'For add and edit: when the schedule ends, as "friday" or "further notice"',
    ),
  day: z
    .string()
    .exactOptional()
    .describe('for skip: the day that was named, as "tomorrow"; without it, the next run'),
  quiet: z.boolean().exactOptional().describe('say nothing when there is nothing to say'),
});
type CronArgs = z.infer<typeof CronArgs>;

interface CronToolDeps extends JobFinder {
  readonly zone: string;
  /** Actions to be confirmed. */
  readonly asked: AskedBack<OpenQuestion>;
  /** People's last actions, so that they can be undone. */
  readonly undoLog?: UndoLog;
  readonly pauses: Pick<JobPauses, 'pause'>;
}

/** Characters of a name derived from the job's message. */
const MOST_DERIVED_NAME = 60;

export function cronTool(deps: CronToolDeps): Tool {
  return tool({
    name: 'cron',
    description:
      'The automations of this channel: look at them, or add, edit, pause, resume and remove them, or skip the next run of one, for people who ' +
      'may and ask for it in this message, in their own words, or say yes to your question. A new one always belongs to this channel. To edit or ' +
      'remove one is asked back first, and done when the next message of that editor says yes. There is no way to run one now.',
    args: CronArgs,
    outside: ['jobs', 'job'],
    run: (args, context) => refusing(deps.zone, () => act(deps, args, context)),
  });
}

function act(deps: CronToolDeps, args: CronArgs, context: ToolContext): Promise<object> {
  switch (args.action) {
    case 'list':
      return list(deps, args, context);
    case 'show':
      return show(deps, args, context);
    case 'add':
      return add(deps, args, context);
    default:
      return change(deps, args, context);
  }
}

async function list(
  { cron, zone, guildOf }: CronToolDeps,
  { scope }: CronArgs,
  context: ToolContext,
): Promise<object> {
  const { session, actor } = context;
  if (scope === 'all' && !may(actor, 'desk'))
    throw new ToolRefusal(
      `${actor.name} may see the jobs of this channel only: those of all need the permission to manage the server`,
    );
  const all = await cron.list({ includeDisabled: true, ...(scope !== 'all' && { session }) });
  const jobs = scope === 'all' ? await inReach(all, actor, guildOf) : all;
  return {
    jobs: jobs.map((job) =>
      scope === 'all' ? { ...shownJob(job, zone), ...placeOf(job) } : shownJob(job, zone),
    ),
    ...(await remarkIfOff(jobs, { cron })),
  };
}

function placeOf({ payload, sessionTarget }: Job): object {
  return { session: (payload.kind === 'agentTurn' && payload.sessionKey) || sessionTarget };
}

async function show(deps: CronToolDeps, args: CronArgs, context: ToolContext): Promise<object> {
  const job = await namedJob(deps, args, context);
  return { job: shownInFull(job, context.nowMs, deps.zone), ...(await remarkIfOff([job], deps)) };
}

async function add(
  { cron, zone, undoLog }: CronToolDeps,
  args: CronArgs,
  context: ToolContext,
): Promise<object> {
  mustHaveAsked(context, 'add', 'create jobs');
  mustHaveSaid(context, args.message, 'message');
  mustHaveMeant(args.profile, cron, context);
  const { session, actor, nowMs, mark } = context;
  const schedule = scheduleOf(args, nowMs, zone);
  if (!schedule) throw new ToolRefusal('a job needs a schedule: in words, or as expr, every or at');
  if (schedule.kind !== 'at') mustHaveAskedToRepeat(context);
  const { message, quiet } = args;
  const profile = args.profile ?? profilesCalled(message ?? '', cron.jobProfiles())[0]?.name;
  // Without a name in the person's own words, the job is named after its message.
  const isNamed = args.name === undefined || isTheirs(context, args.name, 'message');
  const name = isNamed ? args.name : shorten(message ?? '', MOST_DERIVED_NAME);
  const by = {
    kind: 'agent' as const,
    name: nameOf(context),
    ...(actor.id !== undefined && { id: actor.id }),
  };
  const request = { name, message, schedule, profile, quiet };
  // Models repeat a call whose result they lost, and people forget.
  const { job, isNew } = await cron.addOnce(conversationJob(request, session), by, {
    isSame: (other) => isAskedAgain(other, request, zone),
    mark: (added) => mark(`added the job "${added.name}"`),
  });
  const undo = { command: 'cron remove', options: { job: job.id, sure: true } };
  if (isNew) await undoLog?.record(context, { command: 'cron add', undo });
  const shown = shownInFull(job, nowMs, zone);
  return { [isNew ? 'added' : 'already']: shown, ...(await remarkIfOff([job], { cron })) };
}

async function change(deps: CronToolDeps, args: CronArgs, context: ToolContext): Promise<object> {
  const { cron, zone, asked, undoLog, pauses } = deps;
  const { nowMs, mark } = context;
  const agreed = await asked.answered(context);
  if (agreed !== undefined && agreed.action !== 'forget' && agreed.action === args.action) {
    mustBeAnEditors(context, 'change or remove jobs');
    const done = await perform(deps, agreed, context);
    await asked.done(context);
    await undoLog?.record(context, { command: `cron ${agreed.action}` });
    return done;
  }
  mustHaveAsked(context, args.action as Change, 'change or remove jobs');
  const job = await namedJob(deps, args, context);
  const here = await cron.list({ session: context.session, includeDisabled: true });
  const others = here.filter(({ id }) => id !== job.id).map(({ name }) => name);
  if (!isCalledSo(job, args.job ?? '', cron, context)) mustHaveNamed(context, 'job', job, others);
  if (isProtected(job)) throw new ToolRefusal(`"${job.name}" is a job of the system`);
  if (args.action === 'remove' || args.action === 'edit') {
    const isEdit = args.action === 'edit';
    if (isEdit) mustHaveMeant(args.profile, cron, context);
    if (isEdit) for (const words of [args.name, args.message]) mustHaveSaid(context, words, 'message');
    const patch = isEdit ? patchOf(args, job, nowMs, zone) : {};
    return askBack(asked, { action: args.action, job, patch }, args, context);
  }
  if (args.action === 'skip') return skipJob(deps, { job, day: args.day, by: nameOf(context) }, context);
  const enabled = args.action === 'resume';
  const until = saysWhen(`${context.said}\n${context.saidBefore}`) ? args.until : undefined;
  const untilMs = enabled || until === undefined ? undefined : pauseEnd(until, nowMs, zone);
  const did = mark(`${enabled ? 'resumed' : 'paused'} the job "${job.name}"`);
  const changed = enabled
    ? await cron.update(job.id, { enabled }, { by: nameOf(context), mark: did })
    : await pauses.pause(job.id, untilMs, nameOf(context), did);
  const [command, back] = enabled ? ['cron resume', 'cron pause'] : ['cron pause', 'cron resume'];
  await undoLog?.record(context, { command, undo: { command: back, options: { job: job.id } } });
  return {
    changed: shownInFull(changed, nowMs, zone),
    ...(untilMs !== undefined && { pausedUntil: dayAndTime(untilMs, zone) }),
    ...(await remarkIfOff([changed], deps)),
  };
}

/** Who asks for it. */
function nameOf({ turn, actor }: ToolContext): string {
  return turn.author?.name ?? actor.name;
}

/** Nothing is done yet: ask the person, in words and with a button. */
async function askBack(
  asked: AskedBack<OpenQuestion>,
  request: JobQuestion,
  args: CronArgs,
  context: ToolContext,
): Promise<object> {
  const { action, job } = request;
  const { said, offer } = context;
  const isRemoval = action === 'remove';
  const { action: _action, job: _job, scope: _scope, ...becomes } = args;
  const question = await asked.ask(context, request);
  const label = hasHan(said)
    ? `${isRemoval ? '移除' : '更改'}「${shorten(job.name, 40)}」`
    : `${isRemoval ? 'Remove' : 'Change'} “${shorten(job.name, 40)}”`;
  const style = isRemoval ? 'danger' : 'primary';
  offer({ label, style, command: 'cron agree', options: { question } });
  return {
    asks: { action, name: job.name, ...(!isRemoval && { becomes }) },
    todo: 'Nothing is done yet. Ask the person whether to do it, and say what changes; where there are buttons, one for it stands under your answer. Call this again with the same action when they answer yes.',
  };
}

/** Do what was confirmed. */
async function perform(
  deps: CronToolDeps,
  { action, job, patch }: JobQuestion,
  context: ToolContext,
): Promise<object> {
  const { cron, zone } = deps;
  const { nowMs, mark } = context;
  // It may have been removed, or bound elsewhere, since the question.
  const found = await findJob(deps, context, job.id);
  if (found.kind !== 'one' || found.job.id !== job.id)
    throw new ToolRefusal(`there is no job "${job.name}" here any more`);
  if (action === 'remove') {
    const did = mark(`removed the job "${job.name}"`);
    if (!(await cron.remove(job.id, { by: nameOf(context), mark: did })))
      throw new ToolRefusal(`there is no job ${job.id}`);
    return { removed: { id: job.id, name: job.name } };
  }
  const did = mark(`edited the job "${job.name}"`);
  const changed = await cron.update(job.id, patch, { by: nameOf(context), mark: did });
  return { changed: shownInFull(changed, nowMs, zone), ...(await remarkIfOff([changed], deps)) };
}

function patchOf(args: CronArgs, job: Job, nowMs: number, zone: string): object {
  const { name, message, profile, quiet } = args;
  const schedule = scheduleOf(args, nowMs, zone, job.schedule);
  const words = job.payload.kind === 'agentTurn' ? { message } : { text: message };
  const payload = { ...(message !== undefined && words), ...(profile !== undefined && { profile }) };
  const patch = {
    ...(name !== undefined && { name }),
    ...(schedule && { schedule: asPatch(schedule) }),
    ...(Object.keys(payload).length > 0 && { payload }),
    ...(quiet !== undefined && { policy: { quiet } }),
  };
  if (Object.keys(patch).length === 0)
    throw new ToolRefusal('nothing to edit: give name, message, a schedule, tz, until, profile or quiet');
  return patch;
}
