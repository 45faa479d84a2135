/** The names of newsletters' sessions, which are the names of their folders, too. */
import { Refusal } from '../../feature/refusal.ts';
import type { Locale } from '../../time/locale.ts';
import { typedMoment } from '../../time/zone.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

class BadSessionName extends Refusal {
  override readonly name = 'BadSessionName';
  override readonly code = 'bad_request';
  override readonly words: Readonly<Record<Locale, string>>;

  constructor(given: string) {
    const shown = JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given);
    const en = `${shown} is no newsletter session: 1 to 64 lower-case letters, digits, "_" and "-", such as newsletter_20260214`;
    super(en);
    this.words = {
      en,
      zh: `${shown} 不是通訊的名稱：須為 1 至 64 個小寫字母、數字、「_」或「-」，例如 newsletter_20260214。`,
    };
  }
}

/** @throws BadSessionName */
export function parseSessionName(given: string): string {
  if (!isSessionName(given)) throw new BadSessionName(given);
  return given;
}

/** Whether a newsletter's session may be called so. */
export function isSessionName(given: string): boolean {
  return NAME.test(given);
}

/** The sessions of a day's newsletters: "newsletter_20260214", the second place's "newsletter_20260214_2". */
export function sessionOfDay(atMs: number, zone: string, nth = 1): string {
  const day = typedMoment(atMs, zone).slice(0, 10).replaceAll('-', '');
  return nth === 1 ? `newsletter_${day}` : `newsletter_${day}_${nth}`;
}
