/** A story's status in words. */
import type { StoryStatus } from '../model/story-service.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { Locale } from '../../feature/command.ts';
import { shortLine } from '../../text/shorten.ts';

/** Characters of a correction or a reason in a list. */
const MOST_SAID = 300;

type Words = Readonly<Record<Locale, string>>;

const STATUSES: Readonly<Record<StoryStatus['status'], Words>> = {
  PLANNED: { en: 'planned', zh: '已計劃' },
  DISPATCHED: { en: 'being written', zh: '撰寫中' },
  SUCCESS: { en: 'posted', zh: '已發佈' },
  RESCUED: { en: 'posted after a rescue', zh: '補救後發佈' },
  FAILURE: { en: 'failed', zh: '失敗' },
  SKIPPED: { en: 'left out', zh: '已略過' },
};

const ACTIONS: Readonly<Record<EditorialAction['kind'], Words>> = {
  hold: { en: 'held', zh: '暫緩' },
  approve: { en: 'approved', zh: '批准' },
  kill: { en: 'killed', zh: '撤銷' },
  retry: { en: 'ordered anew', zh: '重試' },
  correct: { en: 'corrected', zh: '更正' },
  follow: { en: 'followed', zh: '跟進' },
  unfollow: { en: 'followed no more', zh: '停止跟進' },
  update: { en: 'updated', zh: '更新' },
  write: { en: 'ordered', zh: '訂稿' },
};

/** "posted", "on hold (Ann)", "under an embargo until Fri 20 Nov, 15:00" */
export function sayStatus(
  { status, hold, posted, isDrafted = false }: StoryStatus,
  locale: Locale,
  zone = 'UTC',
): string {
  if (posted?.withdrawn) return { en: 'withdrawn', zh: '已撤回' }[locale];
  if (hold && posted) return { en: 'posted, being checked', zh: '已發佈，核實中' }[locale];
  if (!hold && status === 'DISPATCHED' && isDrafted) return { en: 'being posted', zh: '正在發佈' }[locale];
  if (!hold) return STATUSES[status][locale];
  const { kind, by, untilMs } = hold;
  if (hold.inDoubt && kind === 'approval')
    return { en: 'in doubt, waits for an editor', zh: '內容存疑，等候編輯決定' }[locale];
  if (kind === 'approval') return { en: 'waits for approval', zh: '等候批准' }[locale];
  const who = by === undefined ? '' : { en: ` (${by})`, zh: `（${by}）` }[locale];
  const held = { en: `on hold${who}`, zh: `暫緩發佈${who}` }[locale];
  if (untilMs === undefined) return held;
  const until = dayAndTime(untilMs, zone, locale);
  if (kind === 'hold')
    return { en: `${held}, and under an embargo until ${until}`, zh: `${held}，並在 ${until} 前禁止發佈` }[
      locale
    ];
  const then = hold.needsApproval ? { en: ', then waits for approval', zh: '，之後等候批准' }[locale] : '';
  return { en: `under an embargo until ${until}${who}${then}`, zh: `${until} 前禁止發佈${who}${then}` }[
    locale
  ];
}

/** "Fri 20 Nov, 15:00: held by Ann: the figure is in doubt" */
export function sayAction(
  { kind, by, atMs, why, text }: EditorialAction,
  locale: Locale,
  zone: string,
): string {
  const when = dayAndTime(atMs, zone, locale);
  // An update's text is its line under the title; a retry's text is the ordered id, for machines.
  const said = kind === 'update' || kind === 'retry' ? undefined : text;
  const because = [said, why].flatMap((part) =>
    part === undefined || part === '' ? [] : [shortLine(part, MOST_SAID)],
  );
  const action = ACTIONS[kind][locale];
  return {
    en: [`${when}: ${action} by ${by}`, ...because].join(': '),
    zh: [`${when}：${by} ${action}`, ...because].join('：'),
  }[locale];
}
