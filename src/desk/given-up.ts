/** Messages whose fate is unknown, as sentences for `/desk status` and `doctor`. */
import type { Finding } from '../feature/finding.ts';
import { sayBecause } from '../feature/say-because.ts';
import type { GivenUp } from '../sessions/op-book.ts';
import type { Remark } from './desk-status.ts';

const DAY_MS = 24 * 3_600_000;

/** The earliest time of messages to report. */
export function reportedSince(nowMs: number): number {
  return nowMs - DAY_MS;
}

/** One sentence per place, with the reason of the newest. */
export function sayGivenUp(all: readonly GivenUp[]): (Remark & Required<Pick<Remark, 'place'>>)[] {
  const places = [...new Set(all.map(({ session }) => session))];
  return places.map((place) => {
    const here = all.filter(({ session }) => session === place);
    const what = here.length === 1 ? 'A message was' : `${here.length} messages were`;
    const { title = place, because = '' } = here.at(-1) ?? {};
    return {
      place,
      en: `${what} given up in ${title} in the last 24 hours: ${because}`,
      zh: `過去 24 小時有 ${here.length} 則訊息未能發到 ${title}：${sayBecause(because, 'zh')}`,
    };
  });
}

/** The same, as findings of `nightdesk doctor`. */
export function givenUpFindings(all: readonly GivenUp[]): Finding[] {
  return sayGivenUp(all).map(({ en }) => ({ check: 'messages', state: 'warning', text: en, remedy: LOST }));
}

const LOST = 'Look whether it is there; what is missing can be asked for again, a story with /story retry.';
