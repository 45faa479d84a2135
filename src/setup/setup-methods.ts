import { z } from 'zod';
import { oneByOne } from '../async/joined.ts';
import { RpcError } from '../feature/rpc-error.ts';
import { authorParam, keyParam, method, noParams } from '../feature/rpc-method.ts';
import { findingInChinese } from '../llm/say-finding.ts';
import type { Locale } from '../time/locale.ts';
import { draftFeedSchema, unansweredSteps } from './draft.ts';
import { revisionOf } from './edition-undo.ts';
import type { FirstRun } from './first-run.ts';
import { shownChange } from './plan-files.ts';
import type { Plan } from './plan-setup.ts';
import type { RunPreview } from './preview-home.ts';
import { SetupRefusal } from './refusal.ts';
import * as shapes from './setup-shapes.ts';
import type { Setup } from './setup.ts';

export interface SetupMethodDeps {
  /** Over the files as they are now; what it refuses is said in a language. */
  readonly open: (locale: Locale) => Setup;
  readonly firstRun: FirstRun;
  readonly runPreview: RunPreview | undefined;
  /** Variables of `.env` that the running desk has otherwise. */
  readonly waiting: () => readonly string[];
  readonly written: (by: string | undefined, plan: Plan) => void;
}

const locale = z.enum(['en', 'zh']).default('en');
const text = z.string().max(500);
const settings = z.record(z.string().max(100), z.string().max(10_000));
const secret = z.string().max(10_000).exactOptional();

const answers = {
  language: z.enum(['en', 'zh-Hant-HK']).exactOptional(),
  edition: z
    .strictObject({
      from: text.exactOptional(),
      topic: text.exactOptional(),
      name: text.exactOptional(),
      title: text.exactOptional(),
    })
    .exactOptional(),
  feeds: z.array(draftFeedSchema).max(500).exactOptional(),
  model: z.strictObject({ provider: text, settings: settings.default({}) }).exactOptional(),
  channel: z.strictObject({ key: keyParam, secret }).exactOptional(),
  schedule: z.strictObject({ words: text, zone: text.exactOptional() }).exactOptional(),
  approval: z.boolean().exactOptional(),
};
type Answers = z.output<z.ZodObject<typeof answers>>;

/** `setup.*`: the questions of `nightdesk setup`, over the same answers. No secret is ever told. */
export function setupMethods(deps: SetupMethodDeps) {
  return { ...answerMethods(deps), ...testMethods(deps), ...writeMethods(deps), ...previewMethods(deps) };
}

function answerMethods(deps: SetupMethodDeps) {
  const inTurn = oneByOne();
  return {
    'setup.look': method(
      {
        description:
          'A setup that is under way: its answers without secrets, what is open, and what can be chosen.',
        scope: 'admin',
        params: noParams,
        result: shapes.look,
        hints: { readOnly: true },
      },
      // It tells of each answer that came before it.
      () => inTurn(() => Promise.resolve(lookAt(deps))),
    ),
    'setup.answer': method(
      {
        description: 'Answer questions of the setup. Answers are kept; only setup.write changes the desk.',
        scope: 'admin',
        params: z.strictObject({ ...answers, locale }),
        result: shapes.look,
        hints: { idempotent: true },
      },
      ({ locale: said, ...given }) =>
        inTurn(async () => {
          await saying(said, () => answer(deps.open(said), given));
          return lookAt(deps);
        }),
    ),
    'setup.discard': method(
      {
        description: 'Forget the answers of the setup.',
        scope: 'admin',
        params: noParams,
        result: shapes.look,
        hints: { destructive: true, idempotent: true },
      },
      () =>
        inTurn(() => {
          deps.open('en').discard();
          return Promise.resolve(lookAt(deps));
        }),
    ),
  };
}

async function answer(setup: Setup, given: Answers): Promise<void> {
  const { language, edition, feeds, model, channel, schedule, approval } = given;
  if (language !== undefined) await setup.answerLanguage(language);
  if (edition) await setup.answerEdition(edition);
  if (feeds) await setup.answerFeeds(feeds);
  if (model) await setup.answerModel(model.provider, model.settings);
  if (channel) await setup.answerChannel(channel.key, channel.secret);
  if (schedule) await setup.answerSchedule(schedule.words, schedule.zone);
  if (approval !== undefined) await setup.answerApproval(approval);
}

function lookAt({ open, waiting }: SetupMethodDeps) {
  const setup = open('en');
  const { settings: given, ...draft } = setup.draft();
  return {
    draft,
    /** Secrets are named, never told. */
    given: Object.keys(given),
    open: unansweredSteps(setup.draft()),
    done: setup.isDone(),
    waiting: waiting(),
    editions: setup.editions(),
    feeds: draft.edition ? setup.feedChoices() : [],
    providers: setup.providers(),
    channels: setup.channels().map(({ name, title, secret: asked, howTo }) => ({
      ...{ name, title, secret: asked, howTo, isSet: setup.hasSecret(asked) },
    })),
    zone: setup.zone,
    usualSchedule: setup.usualSchedule(),
  };
}

function testMethods({ open }: SetupMethodDeps) {
  return {
    'setup.feeds.test': method(
      {
        description: 'Read feeds now: how many items each has and how new they are, or why it can’t be read.',
        scope: 'admin',
        params: z.strictObject({ urls: z.array(z.string().max(4_000)).min(1).max(20), locale }),
        result: shapes.feedTests,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      async ({ urls, locale: said }, { signal }) => ({
        tests: await open(said).testFeeds(urls, undefined, signal),
      }),
    ),
    'setup.feeds.discover': method(
      {
        description: 'The feeds of a site, by the address of any of its pages.',
        scope: 'admin',
        params: z.strictObject({ site: z.string().trim().min(1).max(4_000), locale }),
        result: shapes.discovery,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      ({ site, locale: said }, { signal }) => saying(said, () => open(said).discover(site, signal)),
    ),
    'setup.model.test': method(
      {
        description: 'Ask a model provider, at no cost, whether these settings and those that are set work.',
        scope: 'admin',
        params: z.strictObject({ provider: text, settings: settings.default({}), locale }),
        result: shapes.findings,
        hints: { readOnly: true, openWorld: true },
      },
      ({ provider, settings: given, locale: said }, { signal }) =>
        saying(said, async () => {
          const findings = await open(said).testModel(provider, given, signal);
          return { findings: said === 'zh' ? findings.map(findingInChinese) : findings };
        }),
    ),
    'setup.channel.look': method(
      {
        description: 'Whom the token of a channel belongs to, its invitation, and where it could talk.',
        scope: 'admin',
        params: z.strictObject({ name: text, secret, locale }),
        result: shapes.channelLook,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      ({ name, secret: given, locale: said }) => saying(said, () => open(said).lookAtChannel(name, given)),
    ),
    'setup.channel.permissions': method(
      {
        description: 'What the bot lacks in a chat, by its session key.',
        scope: 'admin',
        params: z.strictObject({ key: keyParam, secret, locale }),
        result: shapes.permissions,
        hints: { readOnly: true, openWorld: true, material: true },
      },
      ({ key, secret: given, locale: said }) => saying(said, () => open(said).permissions(key, given)),
    ),
    'setup.schedule.read': method(
      {
        description: 'What is understood of a schedule in words, with its next times.',
        scope: 'admin',
        params: z.strictObject({ words: text, zone: text.exactOptional() }),
        result: shapes.schedule,
        hints: { readOnly: true },
      },
      ({ words, zone }) => Promise.resolve(readSchedule(open('en'), words, zone)),
    ),
  };
}

function readSchedule(setup: Setup, words: string, zone: string | undefined) {
  try {
    const { sentence, nextMs } = setup.readSchedule(words, zone);
    return { understood: true, sentence, nextMs } as const;
  } catch (error) {
    if (!(error instanceof SetupRefusal)) throw error;
    return { understood: false, because: error.words } as const;
  }
}

function writeMethods({ open, written }: SetupMethodDeps) {
  return {
    'setup.plan': method(
      {
        description: 'What setup.write would write, as lines that differ; secrets are masked.',
        scope: 'admin',
        params: z.strictObject({ locale }),
        result: shapes.plan,
        hints: { readOnly: true },
      },
      ({ locale: said }) =>
        saying(said, () => {
          const plan = open(said).plan();
          const files = [shownChange(plan.edition, false), shownChange(plan.env, true)];
          return Promise.resolve({ files, overridden: plan.overridden, revision: planRevision(plan) });
        }),
    ),
    'setup.write': method(
      {
        description:
          'Write the edition and .env, as a plan showed them, and forget the answers. It counts after a restart.',
        scope: 'admin',
        params: z.strictObject({ over: text, author: authorParam.exactOptional(), locale }),
        result: shapes.written,
        hints: { destructive: true },
      },
      ({ over, author, locale: said }) =>
        saying(said, async () => {
          const setup = open(said);
          if (planRevision(setup.plan()) !== over)
            throw new RpcError('refused', 'it was answered otherwise meanwhile: look at the plan again', {
              field: 'over',
            });
          const plan = await setup.write(author?.name);
          written(author?.name, plan);
          return { files: [plan.edition.file, plan.env.file], overridden: plan.overridden, restart: true };
        }),
    ),
  };
}

/** Of what would be written over what is there. */
function planRevision({ edition, env }: Plan): string {
  const parts = [edition, env].map(({ file, before, after }) => [file, before, after]);
  return revisionOf(JSON.stringify(parts));
}

function previewMethods({ open, firstRun, runPreview }: SetupMethodDeps) {
  return {
    'setup.preview': method(
      {
        description: 'The last first run in preview: whether it is over, and its stories.',
        scope: 'admin',
        params: noParams,
        result: shapes.firstRun,
        hints: { readOnly: true, material: true },
      },
      () => Promise.resolve(firstRun.state),
    ),
    'setup.preview.start': method(
      {
        description:
          'Begin a first run in preview with the answers, or with the home as it is. Nothing is posted or kept.',
        scope: 'admin',
        params: z.strictObject({ locale }),
        result: shapes.firstRun,
        hints: { openWorld: true },
      },
      ({ locale: said }) =>
        saying(said, () => {
          if (!runPreview) throw new RpcError('refused', 'a first run in preview needs a running desk');
          firstRun.start((signal) => open(said).preview(runPreview, signal));
          return Promise.resolve(firstRun.state);
        }),
    ),
  };
}

/** What a setup refuses, in the caller's language. */
async function saying<T>(said: Locale, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SetupRefusal)) throw error;
    throw new RpcError('refused', error.words[said], { cause: error });
  }
}
