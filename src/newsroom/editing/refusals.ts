/** Refusals of the editors' service, in both languages. */
import { dayAndTime } from '../../time/zone.ts';
import { StoryRefusal } from '../model/story-service.ts';
import { threadLink } from '../model/thread-link.ts';
import type { CoveredNotice } from '../coverage/covered-stories.ts';
import { shorten } from '../../text/shorten.ts';

/** Characters of a reason inside a sentence. */
const MOST_WHY = 300;

export const unknown = (story: string) =>
  new StoryRefusal('unknown', { en: `There is no story ${story}.`, zh: `沒有 ${story} 這篇報道。` });

/** `none`: no story matches, and these are all. */
export const whichStory = (kind: 'several' | 'none', names: readonly string[]) => {
  const [en, zh] = [names.join('; ') || 'none', names.join('；') || '沒有'];
  return new StoryRefusal(
    'unknown',
    kind === 'several'
      ? { en: `several stories match; give the id: ${en}`, zh: `有多於一篇報道符合，請給編號：${zh}` }
      : { en: `which story? There are: ${en}`, zh: `是哪一篇報道？現有：${zh}` },
  );
};

export const sourcesOpen = () =>
  new StoryRefusal('not_posted', {
    en: 'it is not posted: its sources are not settled yet',
    zh: '它還未發佈，來源尚未確定。',
  });

export const killed = (by: string, wasPosted: boolean) =>
  new StoryRefusal('ended', {
    en: `${by} has ${wasPosted ? 'withdrawn' : 'killed'} it already. /story retry orders it anew.`,
    zh: `${by} 已經${wasPosted ? '撤回' : '撤銷'}這篇報道。可用 /story retry 重新訂稿。`,
  });

export const ended = (because: string) =>
  new StoryRefusal('ended', {
    en: `It has ended without a post (${because}). /story retry orders it anew.`,
    zh: `它沒有發佈便已結束（${because}）。可用 /story retry 重新訂稿。`,
  });

export const noEmbargo = () =>
  new StoryRefusal('bad_request', {
    en: 'It is posted: it can be held, but no longer embargoed. Leave out “until”.',
    zh: '它已經發佈：可以核實，但不能再禁止發佈。請不要填「until」。',
  });

/** @throws StoryRefusal for an embargo that is over: seconds, say, given for milliseconds. */
export function mustCome(untilMs: number | undefined, nowMs: number): void {
  if (untilMs === undefined || untilMs > nowMs) return;
  throw new StoryRefusal('bad_request', {
    en: 'That embargo is over already; allowed: a moment to come, in milliseconds since 1970.',
    zh: '禁止發佈的時限已過；請填將來的時間（自 1970 年起的毫秒數）。',
  });
}

export const notHeld = () =>
  new StoryRefusal('not_waiting', {
    en: 'It is posted, and nobody holds it.',
    zh: '它已經發佈，亦沒有人要求核實。',
  });

export const waitsForNobody = () =>
  new StoryRefusal('not_waiting', {
    en: 'It waits for nobody: it is posted when it is written.',
    zh: '它不用等候批准：寫好便會發佈。',
  });

export const sayWhatIsRight = (most: number) =>
  new StoryRefusal('bad_request', {
    en: `Say what is right, in at most ${most} characters.`,
    zh: `請說明正確的內容，最多 ${most} 個字元。`,
  });

export const nothingToCorrect = () =>
  new StoryRefusal('not_posted', {
    en: 'It is not posted: there is nothing to correct yet.',
    zh: '它還未發佈，沒有可更正的。',
  });

export const nothingToRetry = () =>
  new StoryRefusal('bad_request', {
    en: 'It is posted: there is nothing to try again. To have it written anew, withdraw it first (/story kill); /story write with “update” tells what is new.',
    zh: '它已經發佈，不用重試。如要重寫，請先用 /story kill 撤回；如有新發展，可在 /story write 選「update」。',
  });

/** The order's record is pruned after a while. */
export const orderGone = (title: string) =>
  new StoryRefusal('bad_request', {
    en: `How “${title}” was ordered is no longer kept. /story write with “again” orders it.`,
    zh: `「${title}」的訂稿資料已不再保留。可在 /story write 選「again」重新訂稿。`,
  });

export const stillWorkedOn = () =>
  new StoryRefusal('bad_request', { en: 'It is still being worked on.', zh: '它仍在處理中。' });

/** The ordered story is posted or in progress: where, and what can be done instead. */
export const coveredAlready = ({ kind, title, atMs, thread }: CoveredNotice, zone: string) => {
  const where = {
    en: thread === undefined ? '' : `, ${threadLink(thread)}`,
    zh: thread === undefined ? '' : `，${threadLink(thread)}`,
  };
  const [en, zh] = [dayAndTime(atMs, zone, 'en'), dayAndTime(atMs, zone, 'zh')];
  return new StoryRefusal(
    'told_already',
    kind === 'posted'
      ? {
          en: `It is posted already: “${title}” (${en}${where.en}). Follow it for what is new (/story follow), or order an update of it (/story write with “update”).`,
          zh: `這件事已經發佈：「${title}」（${zh}${where.zh}）。可用 /story follow 跟進新發展，或在 /story write 選「update」訂一篇更新。`,
        }
      : {
          en: `A story of it is under way already: “${title}” (ordered ${en}${where.en}). /story why tells how it stands.`,
          zh: `這件事的報道已在處理中：「${title}」（${zh} 訂稿${where.zh}）。可用 /story why 查看情況。`,
        },
  );
};

/** An editor ended or withdrew this story; knowing that, it can still be ordered. */
export const withdrawn = (
  { by = '–', atMs, why }: Pick<CoveredNotice, 'by' | 'atMs' | 'why'>,
  { title, wasPosted }: { readonly title: string; readonly wasPosted: boolean },
  zone: string,
) => {
  const [en, zh] = [dayAndTime(atMs, zone, 'en'), dayAndTime(atMs, zone, 'zh')];
  const said = why === undefined ? undefined : shorten(why, MOST_WHY);
  const because = said === undefined ? { en: '', zh: '' } : { en: `: “${said}”`, zh: `：「${said}」` };
  return new StoryRefusal('withdrawn', {
    en: `A story of it was ${wasPosted ? 'withdrawn' : 'killed'} by ${by}, ${en}${because.en} (“${title}”). Order it all the same with again:True.`,
    zh: `這件事的報道已於 ${zh} 由 ${by} ${wasPosted ? '撤回' : '撤銷'}${because.zh}（「${title}」）。如仍要訂稿，請選 again:True。`,
  });
};

export const nothingToUpdate = () =>
  new StoryRefusal('nothing_found', {
    en: 'Nothing of it is posted, so there is nothing to update: order it without “update”.',
    zh: '這件事還未發佈，沒有可更新的報道：請不要選「update」。',
  });

export const nothingNew = (title: string) =>
  new StoryRefusal('nothing_found', {
    en: `“${title}” was written from these pages already: name a page with something new, or follow it (/story follow).`,
    zh: `「${title}」已用過這些網頁：請給一個有新內容的網頁，或用 /story follow 跟進。`,
  });
