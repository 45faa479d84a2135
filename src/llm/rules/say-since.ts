/** What editors did with a story after it was posted, from `look_up` and `stories`. It comes before the sources. */
import type { z } from 'zod';
import type { Done, Since } from './since-shapes.ts';
import { sayMoment } from './say-moment.ts';
import type { Locale } from '../../time/locale.ts';

export function sayWithdrawn(language: Locale, title: string, { by, at, why }: z.infer<typeof Done>): string {
  const when = sayMoment(language, at);
  if (language === 'zh')
    return `「${title}」已由${by}撤回（${when}）。${why == null ? '沒有記錄原因。' : `原因：${why}。`}我不再引用它的內容。`;
  return `"${title}" was withdrawn by ${by} (${when}). ${why == null ? 'No reason was recorded.' : `The reason: ${why}.`} I quote nothing of it any more.`;
}

/** A line for each correction, the newest last; empty without any. */
export function sayCorrections(language: Locale, since: Since | null | undefined): string[] {
  return (since?.corrections ?? []).map(({ by, at, text }) => {
    const when = sayMoment(language, at);
    return language === 'zh' ? `更正（${by}，${when}）：${text}` : `Corrected by ${by} (${when}): ${text}`;
  });
}

/** Who is checking the story, and why; empty where nobody is. */
export function sayChecked(language: Locale, since: Since | null | undefined): string[] {
  const checked = since?.being_checked;
  if (checked == null) return [];
  const why = checked.why == null ? '' : language === 'zh' ? `：${checked.why}` : `: ${checked.why}`;
  return language === 'zh'
    ? [`${checked.by}正在核實這篇報道${why}。`]
    : [`${checked.by} is having this story checked${why}.`];
}

const ASKS_FOR_MORE =
  /^(?:(?:so|and|ok(?:ay)?|hey)[,\s]+)*(?:what(?:['’]s|s| is| has)? (?:new|changed|happened since|the latest)\b|any(?:thing)? (?:new|updates?|developments?|news)\b|(?:is|are) there (?:any )?(?:updates?|developments?|news)\b|what(?:['’]s| is) the latest\b)|(?:有(?:咩|冇|無|沒有|什麼|甚麼)?(?:新|最新)?(?:進展|發展|消息|更新|嘢)|最新(?:情況|進展|發展|消息)|之後點|後續)/iu;

/** "What's new since?" in a story's thread. */
export function asksForMore(text: string): boolean {
  return ASKS_FOR_MORE.test(text.trim());
}

interface Told extends Since {
  readonly title: string;
  readonly updates?:
    | readonly (Since & {
        readonly title: string;
        readonly postedAt: string;
        readonly text?: string | null | undefined;
      })[]
    | null
    | undefined;
}

/** What was posted in the thread and corrected since; or that nothing was. */
export function sayUpdates(language: Locale, { updates, ...story }: Told): string {
  if (story.withdrawn != null) return sayWithdrawn(language, story.title, story.withdrawn);
  const zh = language === 'zh';
  const notWithdrawn = (updates ?? []).filter(({ withdrawn }) => withdrawn == null);
  const lines = notWithdrawn.flatMap(({ title, postedAt, text, ...since }) => {
    const [first = ''] = (text ?? '').split('\n').filter((line) => line.trim() !== '');
    const quoted = first === '' ? [] : [`  > ${first}`];
    return [`- ${title} (${sayMoment(language, postedAt)})`, ...quoted, ...sayCorrections(language, since)];
  });
  const lead =
    notWithdrawn.length > 0
      ? zh
        ? '之後在這個討論串發過：'
        : 'Posted in this thread since:'
      : zh
        ? '之後沒有再發過更新。要我跟進，可以說「跟進這篇報道」。'
        : 'No update has been posted in this thread since. Say "follow this story" to have it followed.';
  return [lead, ...lines, ...sayChecked(language, story), ...sayCorrections(language, story)].join('\n');
}
