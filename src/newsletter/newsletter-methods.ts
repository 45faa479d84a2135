/** `newsletter.*`: what programs ask of newsletters. */
import { z } from 'zod';
import { Queues } from '../async/one-at-a-time.ts';
import { keyParam, method } from '../feature/rpc-method.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { mustBeModel } from '../feature/unknown-model.ts';
import type { UnknownModel } from '../llm/chat-model.ts';
import type { RpcMethod, RpcMethods } from '../feature/rpc-method.ts';
import { GATEWAY } from '../sessions/actor.ts';
import { sayResume } from './decide-workflow.ts';
import { NewsletterRefused } from './refusal.ts';
import { LEFT } from './words.ts';
import { toMarkdown } from './render/to-markdown.ts';
import type { NewsletterService } from './newsletter-service.ts';
import type { RunAgent } from './agentic/run-agent.ts';
import { sayLeftOut } from './mail/say-mail.ts';
import { STEPS, STEP_WORDS } from './model/steps.ts';
import type { StepName } from './model/steps.ts';
import { letterSchema } from './model/outputs.ts';
import type { Workflow } from './workflow.ts';
import { checkpointSchema, stateSchema, stepStateSchema } from './model/newsletter-record.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { nextStep, workflowStatus } from './workflow-status.ts';
import type { WorkflowStatus } from './workflow-status.ts';

const session = z.string().max(1_000);
const named = z.strictObject({ session: session.exactOptional() });
const addresses = z.union([z.literal('all'), z.array(z.string().min(1).max(400)).min(1).max(1_000)]);

const status = z.object({
  status: z.enum(['new_session', 'ok']),
  message: z.string().exactOptional(),
  progress: z.string().exactOptional(),
  next_step: z.enum(STEPS).nullable().exactOptional(),
  steps: z.record(z.string(), stepStateSchema),
});
const record = z.looseObject({
  session: z.string(),
  state: stateSchema,
  folder: z.string(),
  /** What went wrong while it was delivered; why it stopped. */
  trouble: z.string().exactOptional(),
  /** Whoever lacks it gets it only when `newsletter.send` names them in `again`. */
  onlyAgain: z.literal(true).exactOptional(),
  /** What else is to be said of it. */
  remark: z.string().exactOptional(),
  error: z.string().exactOptional(),
  progress: z.string(),
  next_step: z.enum(STEPS).nullable(),
  steps: z.record(z.string(), checkpointSchema),
});
const stepResult = z.object({
  status: z.enum(['ok', 'error']),
  step: z.enum(STEPS),
  message: z.string(),
  counts: z.record(z.string(), z.number()),
  next_step: z.enum(STEPS).nullable(),
});

export interface MethodDeps {
  readonly service: NewsletterService;
  readonly agent: RunAgent;
  readonly workflow: Pick<Workflow, 'step'>;
  readonly unknownModel: UnknownModel;
  /** In which dates are read. */
  readonly zone: string;
  /** Where its files are. */
  readonly folder: (session: string) => string;
}

export function newsletterMethods({ service, agent, workflow, unknownModel, zone, folder }: MethodDeps) {
  const by = GATEWAY;
  return {
    /** Begin, or go on with one; how far it is, `newsletter.status` says. */
    'newsletter.run': method(
      {
        description:
          'Begin the newsletter, or go on with one that stopped; check_workflow_status says how far it is.',
        scope: 'editor',
        params: z.strictObject({
          session: session.exactOptional(),
          resume: z.boolean().default(false),
          sessionKey: keyParam.optional(),
          agentic: z.boolean().default(false),
          model: z.string().min(1).max(200).exactOptional(),
          maxTurns: z.int().min(1).max(200).exactOptional(),
        }),
        result: z.object({ session: z.string(), outcome: z.enum(['begun', 'over']) }),
        hints: { openWorld: true },
      },
      async ({ sessionKey: place, agentic, model, maxTurns, ...request }) => {
        mustBeModel(model, unknownModel);
        if (agentic) return agent.run({ ...request, place, by }, { model, maxTurns });
        for (const [flag, given] of [
          ['--model', model],
          ['--max-turns', maxTurns],
        ])
          if (given !== undefined)
            throw new RpcError('bad_params', `${flag} goes with --agentic (agentic: true)`);
        return service.run({ ...request, place, by });
      },
    ),
    'newsletter.status': method(
      {
        description: 'Which of the nine steps of a newsletter are complete, and which is next.',
        scope: 'read',
        params: z.strictObject({ session: session.exactOptional(), session_id: session.exactOptional() }),
        result: status,
        hints: { readOnly: true },
        tool: 'check_workflow_status',
      },
      async ({ session: given, session_id: id = given }) =>
        workflowStatus(id === undefined ? await service.newest({ actor: by }) : await service.find(id)),
    ),
    /** With what each step counted and when it was done; what it waits for. */
    'newsletter.record': method(
      {
        description: 'A newsletter with what each step counted and when it was done, and what it waits for.',
        // What is said of its e-mail names readers.
        scope: 'editor',
        params: named,
        result: record,
        hints: { readOnly: true },
      },
      async ({ session: named }) => {
        const record = await meant(service, named);
        return { ...shown(record), folder: folder(record.session) };
      },
    ),
    'newsletter.today': method(
      {
        description:
          'The session of today’s newsletter of the desk channel, by the edition’s zone, and whether it was begun.',
        scope: 'read',
        params: z.strictObject({}),
        result: z.object({ session: z.string(), isBegun: z.boolean() }),
        hints: { readOnly: true },
      },
      () => service.today(),
    ),
    'newsletter.preview': method(
      {
        description: 'A finished newsletter as it would be sent.',
        scope: 'read',
        params: named,
        result: z.object({ newsletter: letterSchema, markdown: z.string() }),
        hints: { readOnly: true, material: true },
      },
      async ({ session: named }) => {
        const wanted = named ?? (await service.newest({ actor: by }))?.session;
        if (wanted === undefined) throw NewsletterRefused.of('none', {});
        const newsletter = await service.preview(wanted);
        return { newsletter, markdown: toMarkdown(newsletter, { zone }) };
      },
    ),
    'newsletter.send': method(
      {
        description:
          'Send a newsletter that waits for approval, or what of it did not arrive; `again` names recipients who refused its e-mail or may have it.',
        scope: 'editor',
        params: z.strictObject({ session, again: addresses.exactOptional() }),
        result: z.object({
          session: z.string(),
          outcome: z.enum(['sending', 'sent']),
          /** Why nobody is mailed. */
          remark: z.string().exactOptional(),
          /** Whom of `again` nobody mails, each with the reason. */
          leftOut: z.string().exactOptional(),
        }),
        hints: { destructive: true, openWorld: true },
      },
      async ({ session: named, again }) => {
        const { outcome, leftOut } = await service.send(named, by, again);
        return {
          ...{ session: named, outcome },
          ...(service.unmailed && { remark: service.unmailed.en }),
          ...(leftOut.length > 0 && { leftOut: sayLeftOut(leftOut, 'en') }),
        };
      },
    ),
    'newsletter.stop': method(
      {
        description:
          'Stop a newsletter that is being made, the newest where none is named: the step that is under way is its last.',
        scope: 'editor',
        params: named,
        /** Whether it was being made. */
        result: z.object({ session: z.string(), stopped: z.boolean() }),
        hints: { idempotent: true },
      },
      async ({ session: named }) => {
        const { session } = await meant(service, named);
        return { session, stopped: await service.stop(session, by) };
      },
    ),
    ...stepMethods({ service, workflow }),
  };
}

/** The one that is named, else the newest. @throws NewsletterRefused, BadSessionName */
async function meant(service: NewsletterService, named: string | undefined): Promise<NewsletterRecord> {
  const record = named === undefined ? await service.newest({ actor: GATEWAY }) : await service.find(named);
  if (record) return record;
  throw named === undefined
    ? NewsletterRefused.of('none', {})
    : NewsletterRefused.of('unknown', { session: named });
}

/** Those that a home answers where no desk runs. A whole newsletter, and its sending, need one. */
export function newsletterHomeMethods(deps: MethodDeps): RpcMethods {
  const { 'newsletter.run': _run, 'newsletter.send': _send, ...others } = newsletterMethods(deps);
  return others;
}

type StepMethods = Readonly<Record<`newsletter.${StepName}`, RpcMethod<z.output<typeof stepResult>>>>;

/**
 * The nine steps, each by itself: in order, what is complete is left alone, and nothing is tried again by itself. Those who call steps
 * of one newsletter at the same time wait for each other.
 */
function stepMethods({ service, workflow }: Pick<MethodDeps, 'service' | 'workflow'>): StepMethods {
  const calls = new Queues();
  const methodOf = (step: StepName, at: number) =>
    method(
      {
        description: `Step ${at + 1} of the newsletter: ${STEP_WORDS[step]} Call check_workflow_status first.`,
        scope: 'editor',
        params: z.strictObject({ session_id: session }),
        result: stepResult,
        hints: { openWorld: true, idempotent: true },
        tool: step,
      },
      ({ session_id: id }, { signal }) =>
        calls.do(id, () => {
          signal.throwIfAborted();
          return calledStep(step, id, { service, workflow }, signal);
        }),
    );
  const methods = STEPS.map((step, at) => [`newsletter.${step}`, methodOf(step, at)]);
  return Object.fromEntries(methods) as StepMethods;
}

async function calledStep(
  step: StepName,
  id: string,
  { service, workflow }: Pick<MethodDeps, 'service' | 'workflow'>,
  signal: AbortSignal,
): Promise<z.infer<typeof stepResult>> {
  const known = await service.find(id);
  if (known?.checkpoints[step]?.status === 'complete') return stepAnswer(known, step);
  // A refused call begins no newsletter, and stops none.
  const next = nextStep(known?.checkpoints ?? {}) ?? step;
  if (next !== step) throw NewsletterRefused.of('out_of_order', { step, isComplete: false, next });
  let refusal: unknown;
  const { done } = await service.runBy({ session: id, resume: known !== undefined, by: GATEWAY }, (session) =>
    workflow.step(session, step, signal).then(
      () => LEFT.uncalled,
      (error: unknown) => {
        refusal = error;
        throw error;
      },
    ),
  );
  await done;
  if (refusal !== undefined) throw refusal as Error;
  const made = await service.find(id);
  if (!made) throw NewsletterRefused.of('unknown', { session: id });
  return stepAnswer(made, step);
}

function stepAnswer({ checkpoints }: NewsletterRecord, step: StepName): z.infer<typeof stepResult> {
  const { status: ended, message = '', counts = {} } = checkpoints[step] ?? {};
  const next = nextStep(checkpoints) ?? null;
  return { status: ended === 'complete' ? 'ok' : 'error', step, message, counts, next_step: next };
}

function shown(all: NewsletterRecord) {
  const { checkpoints, ...record } = all;
  const known = workflowStatus({ checkpoints }) as Extract<WorkflowStatus, { status: 'ok' }>;
  const { progress, next_step } = known;
  const error = record.state === 'stopped' ? { error: `${record.session}: ${sayResume(all)}` } : {};
  const steps = Object.fromEntries(
    STEPS.map((step) => [
      step,
      checkpoints[step] ?? { status: 'not_started' as const, message: '', counts: {} },
    ]),
  );
  return { ...record, ...error, progress, next_step, steps };
}
