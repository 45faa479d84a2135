/** A setup in the browser: its steps, and what was answered. */
import type { ParamsOf, ResultOf } from './shapes.ts';

export type SetupLook = ResultOf<'setup.look'>;
export type SetupAnswer = Omit<ParamsOf<'setup.answer'>, 'locale'>;
export type SetupPlan = ResultOf<'setup.plan'>;
export type FirstRun = ResultOf<'setup.preview'>;
export type DraftFeed = SetupLook['feeds'][number];
export type FeedTest = ResultOf<'setup.feeds.test'>['tests'][number];
export type Provider = SetupLook['providers'][number];
export type SetupChannel = SetupLook['channels'][number];
export type ChannelLook = ResultOf<'setup.channel.look'>;
export type Permissions = ResultOf<'setup.channel.permissions'>;
export type Finding = ResultOf<'setup.model.test'>['findings'][number];
export type ReadSchedule = ResultOf<'setup.schedule.read'>;

export const STEPS = ['language', 'edition', 'feeds', 'model', 'channel', 'schedule', 'write'] as const;
export type Step = (typeof STEPS)[number];

/** The first step without an answer; the last where all have one. */
export const nextStep = ({ open }: Pick<SetupLook, 'open'>): Step =>
  STEPS.find((step) => step !== 'write' && open.includes(step)) ?? 'write';

/** Steps can be gone to once all before them are answered. */
export function canGoTo(step: Step, look: Pick<SetupLook, 'open'>): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(nextStep(look));
}

export const stepAfter = (step: Step, by: 1 | -1): Step => STEPS[STEPS.indexOf(step) + by] ?? step;

/** An edition whose outlets the desk serves itself. */
export const isSample = ({ draft }: Pick<SetupLook, 'draft'>): boolean => draft.edition?.from === 'sample';

/** Whether stories wait for an editor: as answered, else as in the edition that it starts from. */
export function hasApproval({ draft, editions }: Pick<SetupLook, 'draft' | 'editions'>): boolean {
  return draft.approval ?? editions.some(({ name, approval }) => approval && name === draft.edition?.from);
}

/** The answer to that, where it changes something: an edition may have approval for some categories only. */
export function approvalAnswer(
  look: Pick<SetupLook, 'draft' | 'editions'>,
  isWanted: boolean,
): Pick<SetupAnswer, 'approval'> {
  return isWanted === hasApproval(look) ? {} : { approval: isWanted };
}

export const CONSOLE_DESK = 'console:desk';

/**
 * Whether the desk kept an answer, by what it told before and tells now. It never tells secrets: one that replaces another
 * counts as not kept.
 */
export function isKept(given: SetupAnswer, before: SetupLook, { draft, given: named }: SetupLook): boolean {
  const { language, edition, feeds, model, channel, schedule, approval } = given;
  const urls = new Set(feeds?.map(({ url }) => url));
  const platform = before.channels.find(({ name }) => channel?.key.startsWith(`${name}:`));
  const secrets = Object.keys(model?.settings ?? {});
  if (platform && channel?.secret !== undefined) secrets.push(platform.secret);
  return (
    (language === undefined || draft.language === language) &&
    (!edition || isKeptEdition(edition, before.draft.edition, draft.edition)) &&
    (!feeds || String(draft.feeds?.map(({ url }) => url)) === String([...urls])) &&
    (!model || draft.model === model.provider) &&
    (!channel || draft.channel === channel.key) &&
    (!schedule || draft.schedule?.words === schedule.words.trim()) &&
    (!schedule || draft.schedule?.zone === schedule.zone) &&
    (approval === undefined || draft.approval === approval) &&
    secrets.every((name) => named.includes(name) && !before.given.includes(name))
  );
}

type Edition = SetupLook['draft']['edition'];

/** Without a title of its own it gets one from the desk. */
function isKeptEdition(
  { from, topic, title }: NonNullable<SetupAnswer['edition']>,
  before: Edition,
  now: Edition,
): boolean {
  if (!now || now.from !== from || now.topic !== topic?.trim()) return false;
  return title === undefined ? now.title !== before?.title : now.title === title;
}
