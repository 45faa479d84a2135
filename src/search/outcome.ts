/** A story's state in one word. */
import type { StoryRecord } from '../newsroom/model/story-service.ts';
import type { Locale } from '../time/locale.ts';

export const OUTCOMES = [
  'posted',
  'corrected',
  'checking',
  'withdrawn',
  'waiting',
  'under_way',
  'failed',
  'left_out',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A story's outcome: its status, or what editors did with it after it was posted. */
export function outcomeOf({ status: known, actions }: Pick<StoryRecord, 'status' | 'actions'>): Outcome {
  const { posted, hold, status } = known;
  if (posted?.withdrawn) return 'withdrawn';
  if (posted && hold) return 'checking';
  if (posted) return actions.some(({ kind }) => kind === 'correct') ? 'corrected' : 'posted';
  if (hold) return 'waiting';
  if (status === 'FAILURE') return 'failed';
  return status === 'SKIPPED' ? 'left_out' : 'under_way';
}

export const OUTCOME_WORDS: Readonly<Record<Outcome, Readonly<Record<Locale, string>>>> = {
  posted: { en: 'posted', zh: '已發佈' },
  corrected: { en: 'posted, corrected', zh: '已發佈，曾更正' },
  checking: { en: 'posted, being checked', zh: '已發佈，核實中' },
  withdrawn: { en: 'withdrawn', zh: '已撤回' },
  waiting: { en: 'waits', zh: '等候中' },
  under_way: { en: 'under way', zh: '處理中' },
  failed: { en: 'failed', zh: '失敗' },
  left_out: { en: 'left out', zh: '已略過' },
};
