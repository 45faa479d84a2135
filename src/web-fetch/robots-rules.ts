/** What a robots.txt says to us: RFC 9309 by the robots-parser package, and bounds on what a stranger's file may cost. */
import robotsParser from 'robots-parser';

export interface RobotsRules {
  allows(url: URL): boolean;
  /** How far apart our fetches should begin, in milliseconds; 0 when nothing is said. */
  readonly crawlDelayMs: number;
}

/** No rules: all is allowed. */
export const noRules: RobotsRules = { allows: () => true, crawlDelayMs: 0 };

/** The package's types are written for another module system than its code. */
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, product: string): boolean | undefined;
  getCrawlDelay(product: string): number | undefined;
};

/** As much of a delay as is reasonable: who asks for minutes would shut readers of the news out. */
const MOST_DELAY_MS = 10_000;
/** Matching costs as many steps as there are wildcards times characters of the address: rules beyond so many are not read. */
const MOST_WILDCARDS = 2_000;

/** Rules for `product`, from the text of the robots.txt at `robotsUrl`. Whatever the text is, it is read: unknown lines mean nothing. */
export function robotsRules(robotsUrl: string, text: string, product: string): RobotsRules {
  const robots = parse(robotsUrl, unreserved(bounded(text.replace(/^\ufeff/, ''))));
  const seconds = robots.getCrawlDelay(product) ?? 0;
  return {
    allows: (url) => robots.isAllowed(unreserved(url.href), product) ?? true,
    crawlDelayMs: Math.min(Math.max(seconds, 0) * 1_000, MOST_DELAY_MS),
  };
}

const RULE = /^\s*(?:dis)?allow\s*:/i;

function bounded(text: string): string {
  let wildcards = 0;
  return text
    .replace(/\*{2,}/g, '*')
    .split(/\r\n|\r|\n/)
    .filter((line) => {
      const inRule = RULE.test(line) ? line.split('*').length - 1 : 0;
      wildcards += inRule;
      return inRule === 0 || wildcards <= MOST_WILDCARDS;
    })
    .join('\n');
}

/** Letters, digits and `-._~` may be percent-encoded without meaning anything else (RFC 9309, 2.2.2). */
function unreserved(text: string): string {
  return text.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, (coded) =>
    String.fromCharCode(parseInt(coded.slice(1), 16)),
  );
}
