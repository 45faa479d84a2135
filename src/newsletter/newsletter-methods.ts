/** `newsletter.*`: what programs ask of newsletters. */
import { z } from 'zod';
import { RpcError } from '../feature/rpc-error.ts';
import { keyParam, method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';
import { GATEWAY } from '../sessions/actor.ts';
import { NewsletterRefused, sayResume } from './decide-workflow.ts';
import { BadSessionName } from './model/session-name.ts';
import { toMarkdown } from './render/to-markdown.ts';
import type { NewsletterService } from './newsletter-service.ts';
import type { RunAgent } from './agentic/run-agent.ts';
import { StepFileError } from './step-files.ts';
import { STEPS } from './model/steps.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { workflowStatus } from './workflow-status.ts';

const session = z.string().max(1_000);

export interface MethodDeps {
  readonly service: NewsletterService;
  readonly agent: RunAgent;
  /** In which dates are read. */
  readonly zone: string;
  /** Where its files are. */
  readonly folder: (session: string) => string;
}

export function newsletterMethods({ service, agent, zone, folder }: MethodDeps): RpcMethods {
  const by = GATEWAY;
  return {
    /** Begin, or go on with one; how far it is, `newsletter.status` says. */
    'newsletter.run': method(
      z.strictObject({
        session: session.exactOptional(),
        resume: z.boolean().default(false),
        sessionKey: keyParam.exactOptional(),
        agentic: z.boolean().default(false),
        model: z.string().min(1).max(200).exactOptional(),
        maxTurns: z.int().min(1).max(200).exactOptional(),
      }),
      ({ sessionKey: place, agentic, model, maxTurns, ...wish }) =>
        refusing(() =>
          agentic
            ? agent.run({ ...wish, place, by }, { model, maxTurns })
            : service.run({ ...wish, place, by }),
        ),
    ),
    'newsletter.status': method(z.strictObject({ session: session.exactOptional() }), ({ session: named }) =>
      refusing(async () =>
        workflowStatus(named === undefined ? await service.newest(by) : await service.find(named)),
      ),
    ),
    /** With what each step counted and when it was done; what it waits for. */
    'newsletter.record': method(z.strictObject({ session: session.exactOptional() }), ({ session: named }) =>
      refusing(async () => {
        const record = named === undefined ? await service.newest(by) : await service.find(named);
        if (!record)
          throw new NewsletterRefused(
            'not_found',
            `there is no newsletter${named === undefined ? '' : ` ${named}`}`,
          );
        return { ...shown(record), folder: folder(record.session) };
      }),
    ),
    'newsletter.preview': method(z.strictObject({ session: session.exactOptional() }), ({ session: named }) =>
      refusing(async () => {
        const wanted = named ?? (await service.newest(by))?.session;
        if (wanted === undefined) throw new NewsletterRefused('not_found', 'there is no newsletter');
        const newsletter = await service.preview(wanted);
        return { newsletter, markdown: toMarkdown(newsletter, { zone }) };
      }),
    ),
    'newsletter.send': method(z.strictObject({ session }), ({ session: named }) =>
      refusing(async () => ({ session: named, outcome: await service.send(named, by) })),
    ),
  };
}

function shown(all: NewsletterRecord): object {
  const { checkpoints, ...record } = all;
  const { status: _, ...status } = workflowStatus({ checkpoints });
  const error = record.state === 'stopped' ? { error: `${record.session}: ${sayResume(all)}` } : {};
  const steps = Object.fromEntries(
    STEPS.map((step) => [step, checkpoints[step] ?? { status: 'not_started', message: '', counts: {} }]),
  );
  return { ...record, ...error, ...status, steps };
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BadSessionName) throw new RpcError('bad_request', error.message, { cause: error });
    if (error instanceof NewsletterRefused) throw new RpcError(error.code, error.message, { cause: error });
    if (error instanceof StepFileError) throw new RpcError('refused', error.message, { cause: error });
    throw error;
  }
}
