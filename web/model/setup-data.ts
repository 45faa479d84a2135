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

export const CONSOLE_DESK = 'console:desk';
