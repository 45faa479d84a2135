/** Moments in the language of the conversation. Tools give them in English: "Fri 20 Nov, 23:59". */
import { z } from 'zod';
import type { Locale } from '../../time/locale.ts';
import { dayAndTime } from '../../time/zone.ts';
import { dateFormat } from '../../time/date-format.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');
const HAN_DAYS = '日一二三四五六';
const ENGLISH =
  /^(?:(?<day>[a-z]{3})[a-z]*,? )?(?<date>\d{1,2}) (?<month>[a-z]{3})[a-z]*,? (?<time>\d\d:\d\d)$/i;

/** When a note ends, or undefined; from the machine-readable end where the tool gives one. */
export function sayEnd(
  language: Locale,
  {
    until,
    untilMs,
    zone,
  }: {
    until?: string | null | undefined;
    untilMs?: number | null | undefined;
    zone?: string | null | undefined;
  },
): string | undefined {
  if (language === 'zh' && untilMs != null && zone != null)
    return dateFormat('zh-Hant-HK', {
      timeZone: zone,
      month: 'long',
      day: 'numeric',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(untilMs);
  return until == null ? undefined : sayMoment(language, until);
}

const Setting = z.object({ now: z.object({ atMs: z.number(), zone: z.string() }) });

/** What time it is where the editors are; undefined where the turn doesn't tell. */
export function sayClock(language: Locale, material: unknown): string | undefined {
  const now = Setting.safeParse(material).data?.now;
  return now && `${dayAndTime(now.atMs, now.zone, language)} (${now.zone})`;
}

/** Any other text stays as it is. */
export function sayMoment(language: Locale, moment: string): string {
  const { day, date, month, time } = ENGLISH.exec(moment.trim())?.groups ?? {};
  const number = MONTHS.indexOf(month?.toLowerCase() ?? '') + 1;
  if (language === 'en' || number === 0) return moment;
  const han = HAN_DAYS[DAYS.indexOf(day?.toLowerCase() ?? '')];
  return `${number}月${date}日${han === undefined ? '' : `（星期${han}）`}${time}`;
}
