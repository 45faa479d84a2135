/** The names of newsletters' sessions, which are the names of their folders, too. */
import { typedMoment } from '../../time/zone.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export class BadSessionName extends Error {
  override readonly name = 'BadSessionName';

  constructor(given: string) {
    const shown = given.length > 80 ? `${given.slice(0, 80)}…` : given;
    super(
      `${JSON.stringify(shown)} is no newsletter session: 1 to 64 lower-case letters, digits, "_" and "-", such as newsletter_20260214`,
    );
  }
}

/** @throws BadSessionName */
export function parseSessionName(given: string): string {
  if (!NAME.test(given)) throw new BadSessionName(given);
  return given;
}

/** The session of a day's newsletter: "newsletter_20260214". */
export function sessionOfDay(atMs: number, zone: string): string {
  return `newsletter_${typedMoment(atMs, zone).slice(0, 10).replaceAll('-', '')}`;
}
