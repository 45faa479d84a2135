/** The result of an action: which story, what happens next, and when. */
import type { DoneAction, KilledBefore, OrderedStory, StoryStatus } from '../model/story-service.ts';
import { sayZone } from '../../cron/say-zone.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { Locale } from '../../feature/command.ts';
import { sayStatus } from './say-status.ts';

type Words = Readonly<Record<Locale, string>>;
type Verb = 'hold' | 'approve' | 'kill' | 'correct';

interface Said {
  /** The editor's reason or correction. */
  readonly words?: string | undefined;
  readonly locale: Locale;
  readonly zone: string;
}

/** "Approved: **Ferry strike called off**. It goes out on Fri 20 Nov, 15:00, when its embargo ends. …" */
export function sayDone(verb: Verb, story: DoneAction, said: Said): string {
  const { locale, zone } = said;
  const { already, title } = story;
  if (already) {
    const when = dayAndTime(already.atMs, zone, locale);
    const stands = sayStatus(story, locale, zone);
    return {
      en: `Nothing was changed: ${already.by} ${PAST[verb].en} **${title}** already (${when}). It stands so: ${stands}.`,
      zh: `沒有改動：${already.by} 早前已${PAST[verb].zh} **${title}**（${when}）。現況：${stands}。`,
    }[locale];
  }
  return SAY[verb](story, said)[locale];
}

/** A story that was ordered, or is being written again. @param hold what it will wait for. */
export function sayOrdered(
  { title, already, killed }: OrderedStory & { readonly already?: boolean },
  hold: StoryStatus['hold'],
  { locale, zone }: Omit<Said, 'words'>,
): string {
  if (already)
    return {
      en: `**${title}** was ordered anew already: nothing was ordered twice. /story why says how it stands.`,
      zh: `**${title}** 早前已重新訂稿，不會重複。可用 /story why 查看狀況。`,
    }[locale];
  const next = nextOf(hold, locale, zone);
  const before = killed ? sayKilledBefore(killed, locale, zone) : '';
  return {
    en: `Ordered: **${title}**. It is written now, and ${next.en}.${before && ` ${before}`}`,
    zh: `已訂稿：**${title}**。現正撰寫，${next.zh}。${before}`,
  }[locale];
}

/** "It had been withdrawn by Ann, Fri 20 Nov, 15:00: legal complaint" */
function sayKilledBefore({ by, atMs, wasPosted, why }: KilledBefore, locale: Locale, zone: string): string {
  const when = dayAndTime(atMs, zone, locale);
  const because = why === undefined ? { en: '.', zh: '。' } : { en: `: “${why}”`, zh: `：「${why}」` };
  return {
    en: `It had been ${wasPosted ? 'withdrawn' : 'killed'} by ${by}, ${when}${because.en}`,
    zh: `它曾於 ${when} 由 ${by} ${wasPosted ? '撤回' : '撤銷'}${because.zh}`,
  }[locale];
}

function nextOf(hold: StoryStatus['hold'], locale: Locale, zone: string): Words {
  if (hold?.untilMs !== undefined) {
    const until = sayEnd(hold.untilMs, zone, locale);
    return hold.needsApproval || hold.kind === 'hold'
      ? {
          en: `its draft is shown here; it needs approval, and goes out on ${until} at the earliest`,
          zh: `稿件會在此顯示，須待批准，最早在 ${until} 發佈`,
        }
      : { en: `goes out on ${until} when its sources bear it out`, zh: `來源足夠便會在 ${until} 發佈` };
  }
  return hold
    ? { en: 'its draft is shown here and waits for approval', zh: '稿件會在此顯示，等候批准' }
    : { en: 'posted when its sources bear it out', zh: '來源足夠便會發佈' };
}

/** The end of an embargo, with the zone, so that the editor can check it. */
function sayEnd(ms: number, zone: string, locale: Locale): string {
  const named = sayZone(zone, locale);
  return dayAndTime(ms, zone, locale) + { en: ` (${named})`, zh: `（${named}）` }[locale];
}

const PAST: Readonly<Record<Verb, Words>> = {
  hold: { en: 'held', zh: '暫緩' },
  approve: { en: 'approved', zh: '批准' },
  kill: { en: 'killed', zh: '撤銷' },
  correct: { en: 'corrected', zh: '更正' },
};

const SAY: Readonly<Record<Verb, (story: DoneAction, said: Said) => Words>> = {
  hold: sayHeld,
  approve: sayApproved,
  kill: sayKilled,
  correct: ({ title }, { words = '' }) => ({
    en: `Corrected: **${title}**. Its title and its thread say: “${words}”`,
    zh: `已更正：**${title}**。標題和討論串會註明：「${words}」`,
  }),
};

function sayHeld({ title, posted, hold, isDrafted }: DoneAction, { locale, zone }: Said): Words {
  if (posted)
    return {
      en: `Being checked: **${title}** stays posted; its title and its thread say that it is being checked. /story approve says that it stands, /story correct what is wrong, /story kill withdraws it.`,
      zh: `核實中：**${title}** 仍然發佈，標題和討論串會註明正在核實。可用 /story approve 表示無誤，/story correct 更正，/story kill 撤回。`,
    };
  if (hold?.kind === 'embargo' && hold.untilMs !== undefined) {
    const until = sayEnd(hold.untilMs, zone, locale);
    const next: Words = hold.needsApproval
      ? { en: 'It still needs approval, before or after that.', zh: '發佈前仍須批准。' }
      : { en: 'It goes out by itself then.', zh: '屆時會自動發佈。' };
    return {
      en: `Under an embargo: **${title}** is not posted before ${until}. ${next.en} /story approve now:true posts it at once.`,
      zh: `禁止發佈：**${title}** 不會在 ${until} 前發佈。${next.zh}如要立即發佈，請用 /story approve now:true。`,
    };
  }
  const draft: Words = isDrafted
    ? { en: 'Its draft is kept', zh: '稿件會保留' }
    : { en: 'It is written, and its draft is shown here', zh: '會繼續撰寫，稿件會在此顯示' };
  if (hold?.untilMs !== undefined) {
    const until = sayEnd(hold.untilMs, zone, locale);
    return {
      en: `Held, and under an embargo: **${title}** is not posted until an editor approves it, and not before ${until}. ${draft.en}; /story approve ends the hold, /story approve now:true the embargo as well, /story kill ends the story.`,
      zh: `已暫緩，並禁止發佈：**${title}** 在編輯批准前不會發佈，亦不會在 ${until} 前發佈。${draft.zh}；可用 /story approve 解除暫緩，/story approve now:true 一併解除禁令，/story kill 撤銷。`,
    };
  }
  return {
    en: `Held: **${title}** is not posted until an editor approves it. ${draft.en}; /story approve posts it, /story kill ends it.`,
    zh: `已暫緩：**${title}** 在編輯批准前不會發佈。${draft.zh}；可用 /story approve 發佈，/story kill 撤銷。`,
  };
}

function sayApproved({ title, posted, hold, isDrafted, status }: DoneAction, { locale, zone }: Said): Words {
  if (posted && hold === undefined && isChecked(status))
    return {
      en: `**${title}** stands: its title and its thread say that it was checked.`,
      zh: `**${title}** 無誤：標題和討論串會註明已核實。`,
    };
  if (hold?.untilMs !== undefined) {
    const until = dayAndTime(hold.untilMs, zone, locale);
    return {
      en: `Approved: **${title}**. It goes out on ${until}, when its embargo ends. /story approve now:true posts it at once.`,
      zh: `已批准：**${title}**。會在 ${until} 禁令結束時發佈。如要立即發佈，請用 /story approve now:true。`,
    };
  }
  return isDrafted
    ? { en: `Approved: **${title}**. It is posted now.`, zh: `已批准：**${title}**。現正發佈。` }
    : {
        en: `Approved: **${title}**. It is posted as soon as it is written.`,
        zh: `已批准：**${title}**。寫好便會發佈。`,
      };
}

const isChecked = (status: DoneAction['status']) => status === 'SUCCESS' || status === 'RESCUED';

function sayKilled({ title, posted }: DoneAction, { words }: Said): Words {
  const why: Words =
    words === undefined ? { en: '', zh: '' } : { en: ` The reason: “${words}”`, zh: `原因：「${words}」` };
  if (posted)
    return {
      en: `Withdrawn: **${title}**. Its text is taken back from its thread, and its title says so; the desk writes nothing of it for two days unless an editor orders it. /story retry orders it anew.${why.en}`,
      zh: `已撤回：**${title}**。討論串中的內文會收回，標題會註明；兩日內除非編輯訂稿，否則不會再寫。可用 /story retry 重新訂稿。${why.zh}`,
    };
  return {
    en: `Killed: **${title}** is not posted; the desk writes nothing of it for two days unless an editor orders it. /story retry orders it anew.${why.en}`,
    zh: `已撤銷：**${title}** 不會發佈；兩日內除非編輯訂稿，否則不會再寫。可用 /story retry 重新訂稿。${why.zh}`,
  };
}
