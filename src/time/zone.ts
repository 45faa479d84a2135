/** IANA time zones, from the runtime's own database. */
import type { Locale } from './locale.ts';
import { dateFormat } from './date-format.ts';

/** Whether this is an IANA time zone that the runtime knows. */
export function isZone(name: string): boolean {
  try {
    dateFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The IANA name of this machine's time zone; undefined where the variable TZ says none that the runtime knows (it is empty,
 * or `:/etc/localtime`).
 */
export function systemZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return timeZone !== undefined && isZone(timeZone) ? timeZone : undefined;
}

/** A moment for people to read: "Fri 20 Nov, 07:30"; 11月20日（五）07:30. */
export function dayAndTime(ms: number, zone: string, locale: Locale = 'en'): string {
  if (locale === 'zh') return chineseDayAndTime(ms, zone);
  return dateFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms);
}

/** A moment in the form that people can type: "2026-11-20 07:30". */
export function typedMoment(ms: number, zone: string): string {
  const form = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return dateFormat('sv-SE', { timeZone: zone, ...form }).format(ms);
}

function chineseDayAndTime(ms: number, zone: string): string {
  const parts = dateFormat('zh-HK', {
    timeZone: zone,
    weekday: 'narrow',
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${part('month')}月${part('day')}日（${part('weekday')}）${part('hour')}:${part('minute')}`;
}
