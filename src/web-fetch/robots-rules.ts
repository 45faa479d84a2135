/** Reads a robots.txt (RFC 9309) with the robots-parser package, and limits what somebody else's file may cost us. */
import robotsParser from 'robots-parser';

export interface RobotsRules {
  allows(url: URL): boolean;
  /** The delay between our requests in milliseconds; 0 when the file has none. */
  readonly crawlDelayMs: number;
}

/** Allows everything. */
export const noRules: RobotsRules = { allows: () => true, crawlDelayMs: 0 };

/** The package's types are written for another module system than its code. */
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, product: string): boolean | undefined;
  getCrawlDelay(product: string): number | undefined;
};

/** The longest crawl delay that is honoured. Sites that ask for minutes would shut out readers. */
const MOST_DELAY_MS = 10_000;
/** Matching costs wildcards × characters of the address; further rules are ignored. */
const MOST_WILDCARDS = 2_000;

/** Parse a robots.txt for `product`. Unknown lines are ignored; no text is refused. */
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

/** Letters, digits and `-._~` mean the same percent-encoded (RFC 9309, 2.2.2). */
function unreserved(text: string): string {
  return text.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, (coded) =>
    String.fromCharCode(parseInt(coded.slice(1), 16)),
  );
}
