/** The newsletter as a feature of the desk: a job's turns, commands, methods and tools, over nine steps. */
import type { TaskQueue } from '../async/task-queue.ts';
import type { Feature } from '../feature/feature.ts';
import type { UnknownModel } from '../llm/chat-model.ts';
import type { AskTurn } from '../sessions/perform.ts';
import { localeOf } from '../time/locale.ts';
import { RunAgent } from './agentic/run-agent.ts';
import { StepTurns, stepTools } from './agentic/step-tools.ts';
import { Delivery } from './deliver/delivery.ts';
import type { DeliveryDeps } from './deliver/delivery.ts';
import type { CheckpointBook } from './model/checkpoint-book.ts';
import type { NewsletterRecord } from './model/newsletter-record.ts';
import { newsletterCommands } from './newsletter-commands.ts';
import { newsletterMethods } from './newsletter-methods.ts';
import { NewsletterService } from './newsletter-service.ts';
import type { NewsletterEdition, ServiceDeps } from './service-deps.ts';
import { NewsletterTasks } from './newsletter-tasks.ts';
import { newsletterTool } from './newsletter-tool.ts';
import type { NewsletterToolDeps } from './newsletter-tool.ts';
import {
  NEWSLETTER_PROFILE,
  NEWSLETTER_TIMEOUT_MS,
  NEWSLETTER_WORDS,
  performNewsletter,
} from './newsletter-turn.ts';
import type { Steps } from './step.ts';
import { Workflow } from './workflow.ts';

export interface NewsletterDeps
  extends Omit<DeliveryDeps, 'desk'>, Pick<ServiceDeps, 'reach'>, Pick<NewsletterToolDeps, 'mails'> {
  readonly book: CheckpointBook;
  readonly steps: Steps;
  readonly edition: NewsletterEdition;
  readonly ask: AskTurn;
  readonly newId: () => string;
  readonly unknownModel: UnknownModel;
  readonly tasks: Pick<TaskQueue, 'add' | 'poke' | 'under'>;
  /** How far a newsletter is, for whoever listens. */
  readonly report: (record: NewsletterRecord) => void;
  readonly failed: (what: string, error: unknown) => void;
}

export function buildNewsletter(deps: NewsletterDeps): {
  readonly feature: Feature;
  readonly service: NewsletterService;
} {
  const { book, files, steps, clock, edition, failed, report } = deps;
  const delivery = new Delivery({ ...deps, desk: edition.desk });
  const show = async (record: NewsletterRecord): Promise<void> => {
    report(record);
    await delivery.show(record);
  };
  const { offer, deliver, hasLost } = delivery;
  const workflow = new Workflow({ book, files, steps, clock, show, offer, deliver, failed });
  const tasks = new NewsletterTasks({ queue: deps.tasks, book, workflow, clock });
  const service = new NewsletterService({
    book,
    files,
    tasks,
    edition,
    clock,
    show,
    offer,
    hasLost,
    reach: deps.reach,
    failed,
  });
  const turns = new StepTurns();
  const agent = new RunAgent({ service, turns, ask: deps.ask, newId: deps.newId, failed });
  const feature: Feature = {
    name: 'newsletter',
    profiles: {
      [NEWSLETTER_PROFILE]: {
        perform: performNewsletter(service, localeOf(edition.language)),
        forJobs: {
          about: { en: 'makes the day’s newsletter', zh: '製作當日的通訊' },
          words: NEWSLETTER_WORDS,
        },
        timeoutMs: NEWSLETTER_TIMEOUT_MS,
      },
    },
    tools: [
      newsletterTool({ service, ops: deps.ops, mails: deps.mails, zone: edition.zone }),
      ...stepTools(turns, { book, workflow }),
    ],
    commands: newsletterCommands(service),
    methods: newsletterMethods({
      ...{ service, agent, workflow, zone: edition.zone, unknownModel: deps.unknownModel },
      folder: (session) => files.folder(session),
    }),
    tasks: tasks.handlers,
    start: () => service.takeUp(),
    stop: async () => void (await Promise.all([tasks.close(), service.close()])),
  };
  return { feature, service };
}
