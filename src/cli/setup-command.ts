import type { Command } from 'commander';
import type { Clock } from '../time/clock.ts';
import { Failure, WrongUse } from './cli-error.ts';
import { FLAG_OF, answerByFlags } from './setup-flags.ts';
import type { SetupFlags } from './setup-flags.ts';
import { sayChange, sayNext, shownPlan } from './setup-say.ts';
import { wordsOf } from './setup-words.ts';
import type { SetupWords } from './setup-words.ts';
import type { Setup } from '../setup/setup.ts';
import { unansweredSteps } from '../setup/draft.ts';
import type { Draft } from '../setup/draft.ts';
import type { PreviewedRun } from '../setup/preview-home.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** `nightdesk setup`: from an empty home to a newsroom of one's own, asked at a terminal or answered by flags. */
export function setupCommand(program: Command, world: World, clock: Clock): void {
  program
    .command('setup')
    .description(
      'set up a newsroom: edition, feeds, model, channel and schedule; asks for what no flag answers',
    )
    .option('--language <en|zh>', 'the language of its stories')
    .option('--edition <name>', 'start from an edition: sample, uk-hk, or one of your own')
    .option('--topic <words>', 'start from a topic instead')
    .option('--name <name>', 'the name of the new edition: lower-case letters, digits, dashes')
    .option('--title <title>', 'its title')
    .option('--site <address...>', 'add the feeds of a site')
    .option('--feed <address...>', 'add a feed')
    .option('--only-working', 'leave out feeds that can not be read now')
    .option('--untested', 'test nothing live')
    .option('--model <name>', 'the model provider, or none; its settings are taken from the environment')
    .option('--channel <key>', 'the desk channel, as a session key such as console:desk')
    .option('--schedule <words>', 'when stories are planned: "every weekday 7:30", "every 2h", 每日七點半')
    .option('--zone <zone>', 'the time zone of the schedule')
    .option('--approval', 'stories wait for an editor')
    .option('--afresh', 'forget the answers of a setup that was left')
    .option('--dry-run', 'show what would be written')
    .option('--yes', 'write without asking; what no flag answers gets its usual answer')
    .option('--preview', 'a first run in preview afterwards: nothing is posted or kept')
    .option('--json', 'tell as JSON what was written')
    .action(async (flags: SetupFlags) => {
      const setup = await openSetup(world, clock);
      if (flags.afresh) setup.discard();
      await answerByFlags({ setup, flags, world });
      if (flags.json) return tellAsJson(setup, flags, world, clock);
      const asks = world.atTerminal && !flags.yes;
      const written = await (asks ? askAtTerminal(setup, flags, world) : writeByFlags(setup, flags, world));
      if (!written) return;
      const say = wordsOf(written);
      if (flags.preview || (asks && (await wantsPreview(say, world))))
        await preview(setup, say, world, clock);
    });
}

async function openSetup(world: World, clock: Clock): Promise<Setup> {
  const { channelSetups } = await import('../main/channels.ts');
  const { Setup } = await import('../setup/setup.ts');
  return new Setup({ config: configOf(world), clock, channels: channelSetups() });
}

/** @returns the answers that were written; undefined where the person left. */
async function askAtTerminal(
  setup: Setup,
  { dryRun = false }: SetupFlags,
  world: World,
): Promise<Draft | undefined> {
  const { askSetup } = await import('./setup-prompts.ts');
  return askSetup(setup, { world, dryRun });
}

async function wantsPreview(say: SetupWords, world: World): Promise<boolean> {
  const { promptsOf } = await import('./setup-prompt.ts');
  return promptsOf(world)
    .agree(say.preview)
    .catch(() => false);
}

/** What the answers write, and whether it is to be written. @throws WrongUse when one is missing. */
function planByFlags(setup: Setup, { yes, dryRun }: SetupFlags, world: World) {
  const draft = setup.draft();
  if (unansweredSteps(draft).length > 0) throw new WrongUse(unanswered(draft));
  const plan = setup.plan();
  const say = wordsOf(draft);
  if (plan.overridden.length > 0) world.warn(say.overridden(plan.overridden.join(', ')));
  return { draft, say, files: shownPlan(plan), writes: yes === true && dryRun !== true };
}

/** @returns the answers that were written; undefined where nothing was to be. */
async function writeByFlags(setup: Setup, flags: SetupFlags, world: World): Promise<Draft | undefined> {
  const { draft, say, files, writes } = planByFlags(setup, flags, world);
  world.out(`${say.willWrite}:\n${files.map((change) => sayChange(change, say)).join('\n')}`);
  if (!writes) {
    world.out(`${say.notWritten}${flags.dryRun ? '' : ' (--yes)'}`);
    return undefined;
  }
  await setup.write();
  world.out(await sayNext(draft.edition!.title, say, world));
  return draft;
}

/** The same as one JSON, once all is done: what was written, and what came of a first run. */
async function tellAsJson(setup: Setup, flags: SetupFlags, world: World, clock: Clock): Promise<void> {
  const { say, files, writes } = planByFlags(setup, flags, world);
  if (writes) await setup.write();
  const preview = writes && flags.preview ? await firstRun(setup, clock) : undefined;
  world.out(JSON.stringify({ written: writes, files, ...(preview && { preview }) }, null, 2));
  if (preview?.kind === 'none') throw new Failure(say.previewNone(preview.because));
}

function unanswered(draft: Draft): string {
  const { steps } = wordsOf({});
  const left = unansweredSteps(draft).map((step) => `${steps[step]} (${FLAG_OF[step]})`);
  return `not answered yet: ${left.join('; ')}; at a terminal they are asked for`;
}

/** A first run over a home that goes away again. */
async function firstRun(setup: Setup, clock: Clock): Promise<PreviewedRun> {
  const { previewWithoutDesk } = await import('../main/runner.ts');
  const signal = new AbortController().signal;
  return setup.preview((config) => previewWithoutDesk(config, { clock, signal }), signal);
}

/** @throws Failure when nothing could be planned. */
async function preview(setup: Setup, say: SetupWords, world: World, clock: Clock): Promise<void> {
  world.out(say.previewing);
  const run = await firstRun(setup, clock);
  if (run.kind === 'none') throw new Failure(say.previewNone(run.because));
  for (const { title, category, status, reason } of run.stories)
    world.out(say.previewStory(title, category, reason === null ? status : `${status}: ${reason}`));
  world.out(say.previewDone);
}
