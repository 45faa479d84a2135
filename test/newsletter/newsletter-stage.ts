/** Newsletters over real stores, with steps that the test writes, and the clock standing still. */
import { join } from 'node:path';
import { RunAgent } from '../../src/newsletter/agentic/run-agent.ts';
import { StepTurns, stepTools } from '../../src/newsletter/agentic/step-tools.ts';
import { Delivery } from '../../src/newsletter/deliver/delivery.ts';
import type { MailNewsletter } from '../../src/newsletter/deliver/delivery.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { StepName } from '../../src/newsletter/model/steps.ts';
import type { Newsletter, StepOutputs } from '../../src/newsletter/model/outputs.ts';
import { NewsletterService } from '../../src/newsletter/newsletter-service.ts';
import { NewsletterTasks } from '../../src/newsletter/newsletter-tasks.ts';
import { TaskRunner } from '../../src/async/task-runner.ts';
import type { StepContext, Steps } from '../../src/newsletter/step.ts';
import { StepFiles } from '../../src/newsletter/step-files.ts';
import { Workflow } from '../../src/newsletter/workflow.ts';
import type { AskTurn } from '../../src/sessions/perform.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import type { Stores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

export const DESK = parseSessionKey('console:desk');
export const ANN = { kind: 'person', name: 'Ann', rights: ['talk', 'jobs'] } as const;
const PAGE = 'https://a.example/1';

/** One article, told through all steps. */
export const OUTPUTS: { readonly [Name in StepName]: StepOutputs[Name] } = {
  gather_urls: { urls: [{ url: PAGE, title: 'Harbour opens', source: 'Gazette' }], failed: [] },
  filter_urls: { kept: [{ url: PAGE, title: 'Harbour opens', source: 'Gazette' }], left: [] },
  download_articles: {
    articles: [
      { url: PAGE, title: 'Harbour opens', source: 'Gazette', text: 'The harbour opens on Friday.' },
    ],
    failed: [],
  },
  extract_summaries: { summaries: [{ url: PAGE, bullets: ['It opens.'], line: 'It opens.' }], failed: [] },
  rate_articles: { ratings: [{ url: PAGE, score: 1, parts: {} }] },
  cluster_topics: { topics: [{ name: 'Harbour', urls: [PAGE] }] },
  select_sections: { sections: [{ name: 'Hong Kong', urls: [PAGE] }] },
  draft_sections: {
    sections: [
      {
        heading: 'Hong Kong',
        stories: [{ headline: 'Harbour opens', text: 'It opens on Friday. [1]', urls: [PAGE] }],
      },
    ],
    sources: [{ n: 1, url: PAGE, title: 'Harbour opens', publisher: 'Gazette' }],
  },
  finalize_newsletter: {
    session: 'newsletter_20261120',
    language: 'en',
    title: 'The week',
    intro: 'One story.',
    issuedAtMs: 0,
    sections: [
      {
        heading: 'Hong Kong',
        stories: [{ headline: 'Harbour opens', text: 'It opens on Friday. [1]', urls: [PAGE] }],
      },
    ],
    sources: [{ n: 1, url: PAGE, title: 'Harbour opens', publisher: 'Gazette' }],
  },
};

/** What the steps count, as they name it; what is not told of them is another number where it can be. */
export const COUNTS: Readonly<Record<StepName, Readonly<Record<string, number>>>> = {
  gather_urls: { links: 3, urls: 1, failed: 0 },
  filter_urls: { kept: 1, left: 0, off_topic: 0 },
  download_articles: { articles: 1, failed: 0, sites: 1 },
  extract_summaries: { summaries: 1, failed: 0, quoted: 1, replaced_bullets: 0, failed_batches: 0 },
  rate_articles: {
    ...{ articles: 1, judged_by_model: 0, comparisons: 0 },
    ...{ compared_by_model: 0, rounds: 0, prompts: 0 },
  },
  cluster_topics: { articles: 2, topics: 1, with_several: 0, named: 0 },
  select_sections: { sections: 1, stories: 1, left_out: 0, proposed: 0 },
  draft_sections: {
    ...{ sections: 2, stories: 1, sources: 1, doubts: 0 },
    ...{ quoted: 1, critiques: 0, headlines_replaced: 0 },
  },
  finalize_newsletter: { sections: 1, stories: 1, sources: 1, critiques: 0, replaced: 0 },
};

export interface StageOptions {
  readonly home?: string;
  readonly clock?: FakeClock;
  readonly needsApproval?: boolean;
  readonly language?: 'en' | 'zh-Hant-HK';
  /** What a step does before it hands on its output. */
  readonly during?: (step: StepName, context: StepContext) => Promise<void>;
  readonly mail?: MailNewsletter;
  readonly recipients?: readonly string[];
  readonly unmailed?: Readonly<Record<'en' | 'zh', string>>;
  readonly ask?: AskTurn;
  /** The queue of its tasks is started by the test. */
  readonly idle?: boolean;
  /** The desk that runs the tasks of both, over the same stores. */
  readonly beside?: {
    readonly home: string;
    readonly clock: FakeClock;
    readonly stores: Stores;
    readonly queue: TaskRunner;
  };
}

export function newsletterStage(options: StageOptions = {}) {
  const { beside, needsApproval = false, language = 'en' } = options;
  const { home = beside?.home ?? tempHome(), clock = beside?.clock ?? new FakeClock() } = options;
  const stores = beside?.stores ?? openStores(home);
  const files = new StepFiles(join(home, 'data', 'newsletters'));
  const done: StepName[] = [];
  const failures: string[] = [];
  const failed = (what: string, error: unknown) => void failures.push(`${what}: ${(error as Error).message}`);
  const steps = Object.fromEntries(
    STEPS.map((name) => [
      name,
      async (context: StepContext) => {
        await options.during?.(name, context);
        done.push(name);
        const output =
          name === 'finalize_newsletter'
            ? ({ ...OUTPUTS[name], session: context.newsletter.session, language } satisfies Newsletter)
            : OUTPUTS[name];
        return { output, message: `did ${name}`, counts: COUNTS[name] };
      },
    ]),
  ) as unknown as Steps;
  const delivery = new Delivery({
    files,
    ops: stores.ops,
    sessions: stores.sessions,
    clock,
    mail: options.mail,
    desk: DESK,
    posted: () => {},
  });
  const book = stores.newsletters;
  const { show, offer, deliver, hasLost } = delivery;
  const workflow = new Workflow({ book, files, steps, clock, show, offer, deliver, failed });
  const handlers = () => tasks.handlers;
  const elsewhere = () => beside?.queue.poke();
  const queue = new TaskRunner({ book: stores.tasks, handlers, clock, elsewhere, failed });
  const tasks: NewsletterTasks = new NewsletterTasks({ queue, book, workflow, clock });
  const started = options.idle || beside ? undefined : queue.start();
  const edition = {
    name: 'sample',
    language,
    zone: 'Europe/London',
    needsApproval,
    desk: DESK,
    recipients: options.recipients ?? [],
    unmailed: options.unmailed,
  } as const;
  const guildOf = async (session: string) =>
    session.startsWith('discord:') ? session.slice(8, 10) : undefined;
  const service = new NewsletterService({
    ...{ book, files, tasks, edition, clock, show, offer, hasLost, failed, reach: { guildOf } },
  });
  const turns = new StepTurns();
  const ask: AskTurn = options.ask ?? (() => Promise.reject(new Error('nobody is asked')));
  let ids = 0;
  const agent = new RunAgent({ service, turns, ask, newId: () => `t${++ids}`, failed });
  /** Run it to where it stops by itself. */
  const run = async (request: Partial<Parameters<NewsletterService['run']>[0]> = {}) => {
    await started;
    const { session, outcome } = await service.run({ by: ANN, ...request });
    await tasks.idle(session);
    return { session, outcome, record: (await book.find(session))! };
  };
  const close = async () => {
    await queue.stop();
    await tasks.close();
    if (!beside) stores.close();
  };
  return {
    ...{
      home,
      clock,
      stores,
      book,
      files,
      workflow,
      queue,
      tasks,
      service,
      turns,
      agent,
      done,
      failures,
      run,
      close,
    },
    tools: stepTools(turns, { book, workflow }),
    /** The keys of the messages, in the order of sending. */
    ops: async (session: string, part = '') => stores.ops.under(`newsletter:${session}/${part}`),
  };
}

export type NewsletterStage = ReturnType<typeof newsletterStage>;

/** What a step does that is cut off: nothing until its signal aborts, which may have happened before it began. */
export async function untilCutOff(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}
