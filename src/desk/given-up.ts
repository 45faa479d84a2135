/** Messages whose fate is unknown, as sentences for `/desk status` and `doctor`. */
import type { Finding } from '../feature/finding.ts';
import type { GivenUp } from '../sessions/op-book.ts';

const DAY_MS = 24 * 3_600_000;

/** The earliest time of messages to report. */
export function reportedSince(nowMs: number): number {
  return nowMs - DAY_MS;
}

/** One sentence per place, with the reason of the newest. */
export function sayGivenUp(all: readonly GivenUp[]): string[] {
  const titles = [...new Set(all.map(({ title }) => title))];
  return titles.map((title) => {
    const here = all.filter((one) => one.title === title);
    const what = here.length === 1 ? 'A message was' : `${here.length} messages were`;
    return `${what} given up in ${title} in the last 24 hours: ${here.at(-1)?.because}`;
  });
}

/** The same, as findings of `nightdesk doctor`. */
export function givenUpFindings(all: readonly GivenUp[]): Finding[] {
  return sayGivenUp(all).map((text) => ({ check: 'messages', state: 'warning', text, remedy: LOST }));
}

const LOST = 'Look whether it is there; what is missing can be asked for again, a story with /story retry.';
