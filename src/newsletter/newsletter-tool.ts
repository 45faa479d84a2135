/** What a conversation's turn may do with newsletters. It gets a receipt at once: the steps go on without it. */
import { z } from 'zod';
import { Refusal } from '../feature/refusal.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool, ToolContext } from '../sessions/tool.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import type { NewsletterService } from './newsletter-service.ts';
import { ordersNewsletter } from './newsletter-wish.ts';
import { sayProgress } from './say-progress.ts';

export interface NewsletterToolDeps {
  readonly service: NewsletterService;
  /** @throws ToolRefusal unless an editor asked for it in this turn. */
  readonly mustHaveAsked: (context: ToolContext, what: string) => void;
}

const args = z.strictObject({
  action: z.enum(['run', 'status', 'send']),
  /** Such as newsletter_20260214. */
  session: z.string().max(200).exactOptional(),
  resume: z.boolean().exactOptional(),
});

export function newsletterTool({ service, mustHaveAsked }: NewsletterToolDeps): Tool {
  return tool<z.infer<typeof args>>({
    name: 'newsletter',
    description:
      'The newsletter, made in nine steps. `run` begins the one of today (`resume` with its session goes on with one that ' +
      'stopped), `send` sends one that waits for an editor: both only when somebody asks for it, and both answer at once ' +
      'with a receipt. `status` says how far it is.',
    args,
    mayRepeat: true,
    // Feeds, pages and servers have a say in what goes wrong.
    outside: ['told'],
    run: async ({ action, session, resume }, context) => {
      const by = context.actor;
      try {
        if (action === 'status') return statusOf(await found(service, session, context));
        const what = action === 'run' ? 'make the newsletter' : 'send the newsletter';
        mustHaveAsked(context, what);
        if (!ordersNewsletter(context.said, action))
          throw new ToolRefusal(`nobody asked in this message to ${what}; /newsletter ${action} does it`);
        if (action === 'run') return await service.run({ session, resume, place: context.session, by });
        const record = await found(service, session, context);
        return { session: record.session, outcome: await service.send(record.session, by) };
      } catch (error) {
        if (error instanceof Refusal) throw new ToolRefusal(error.message, { cause: error });
        throw error;
      }
    },
  });
}

async function found(
  service: NewsletterService,
  session: string | undefined,
  { actor, session: place }: ToolContext,
): Promise<NewsletterRecord> {
  const record = session === undefined ? await service.newest(actor, place) : await service.find(session);
  if (record && (await service.maySee(actor, record))) return record;
  throw new ToolRefusal(
    session === undefined ? 'there is no newsletter yet' : `there is no newsletter ${session}`,
  );
}

function statusOf(record: NewsletterRecord): object {
  return { session: record.session, state: record.state, told: sayProgress(record) };
}
