/**
 * `nightdesk setup` at a terminal: one question after another, each answer tested before the next. Ctrl-C leaves; what was
 * answered is kept, and the next setup goes on from there.
 */
import type { Draft, Step } from '../setup/draft.ts';
import { unansweredSteps } from '../setup/draft.ts';
import type { Setup } from '../setup/setup.ts';
import { askChannel } from './setup-ask-channel.ts';
import { askFeeds } from './setup-ask-feeds.ts';
import { askModel } from './setup-ask-model.ts';
import { askSchedule } from './setup-ask-schedule.ts';
import { sayChange, sayNext, shownPlan } from './setup-say.ts';
import { Left, promptsOf } from './setup-prompt.ts';
import type { Asking, Prompts } from './setup-prompt.ts';
import { wordsOf } from './setup-words.ts';
import type { World } from './world.ts';

/** @returns the answers that were written; undefined where the person left, or wrote nothing. */
// ts-unused-exports:disable-next-line
export async function askSetup(
  setup: Setup,
  { world, dryRun }: { readonly world: World; readonly dryRun: boolean },
): Promise<Draft | undefined> {
  const ask = promptsOf(world);
  try {
    ask.begin('Nightdesk');
    await resumeOrBegin(setup, ask);
    for (const step of unansweredSteps(setup.draft())) await QUESTIONS[step](setup, asking(setup, ask));
    if (setup.draft().approval === undefined)
      await setup.answerApproval(await ask.agree(wordsOf(setup.draft()).approval, false));
    return await writeAfterAsking(setup, { ask, dryRun, world });
  } catch (error) {
    if (!(error instanceof Left)) throw error;
    ask.end(wordsOf(setup.draft()).left);
    return undefined;
  }
}

const asking = (setup: Setup, ask: Prompts): Asking => ({ ask, say: wordsOf(setup.draft()) });

type Question = (setup: Setup, asking: Asking) => Promise<unknown>;

const QUESTIONS: Readonly<Record<Step, Question>> = {
  language: async (setup, { ask }) =>
    setup.answerLanguage(
      await ask.choose('Language · 語言', [
        { value: 'en', label: 'English' },
        { value: 'zh-Hant-HK', label: '繁體中文（香港）' },
      ]),
    ),
  edition: askEdition,
  feeds: askFeeds,
  model: askModel,
  channel: askChannel,
  schedule: askSchedule,
};

/** Answers of an earlier setup are gone on with, or forgotten. */
async function resumeOrBegin(setup: Setup, ask: Prompts): Promise<void> {
  const draft = setup.draft();
  if (draft.language === undefined) return;
  const say = wordsOf(draft);
  const answer = await ask.choose(say.again, [
    { value: 'on', label: say.goOn },
    { value: 'afresh', label: say.afresh },
  ]);
  if (answer === 'afresh') return setup.discard();
  ask.tell(say.resumed(say.steps[unansweredSteps(draft)[0] ?? 'write']));
}

async function askEdition(setup: Setup, { ask, say }: Asking): Promise<void> {
  const editions = setup.editions().map(({ name, title }) => ({
    value: name,
    label: say.fromEdition(title),
    hint: name === 'sample' ? say.sampleHint : name,
  }));
  const from = await ask.choose(say.edition, [...editions, { value: '', label: say.fromTopic }]);
  if (from !== '') {
    const title = await ask.text(say.title, {
      initial: setup.editions().find(({ name }) => name === from)!.title,
    });
    await setup.answerEdition({ from, title });
    return;
  }
  const isGiven = (text: string) => (text.trim() === '' ? say.topic : undefined);
  const topic = await ask.text(say.topic, { placeholder: say.topicExample, check: isGiven });
  await setup.answerEdition({ topic, title: await ask.text(say.title, { initial: topic }) });
}

async function writeAfterAsking(
  setup: Setup,
  { ask, dryRun, world }: { readonly ask: Prompts; readonly dryRun: boolean; readonly world: World },
): Promise<Draft | undefined> {
  const draft = setup.draft();
  const say = wordsOf(draft);
  const plan = setup.plan();
  ask.note(
    shownPlan(plan)
      .map((change) => sayChange(change, say))
      .join('\n\n'),
    say.willWrite,
  );
  if (plan.overridden.length > 0) ask.warn(say.overridden(plan.overridden.join(', ')));
  if (dryRun || !(await ask.agree(say.write))) {
    ask.end(say.notWritten);
    return undefined;
  }
  await setup.write();
  ask.good(say.written);
  ask.end(await sayNext(draft.edition!.title, say, world));
  return draft;
}
