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
/** Matching costs characters of rules with wildcards × those of the address; further rules with them are ignored. */
const MOST_WILDCARDS = 2_000;
const MOST_CHARACTERS = 20_000;

/** Parse a robots.txt for `product`. Unknown lines are ignored; no text is refused. */
export function robotsRules(robotsUrl: string, text: string, product: string): RobotsRules {
  const robots = parse(robotsUrl, bounded(unreserved(text.replace(/^\ufeff/, '')), product));
  const seconds = robots.getCrawlDelay(product) ?? 0;
  return {
    allows: (url) => robots.isAllowed(unreserved(url.href), product) ?? true,
    crawlDelayMs: Math.min(Math.max(seconds, 0) * 1_000, MOST_DELAY_MS),
  };
}

/**
 * What of a file is read: the groups that name us or everybody. The package keeps each rule once for every name of its
 * group, so that thousands of names and rules would take up all memory.
 */
function bounded(text: string, product: string): string {
  const ours = ['*', product.toLowerCase()];
  let [wildcards, characters] = [0, 0];
  /** Those of a group's names that mean us, and whether all its names are read. */
  let [group, isNamed]: [string[], boolean] = [[], true];
  return text
    .replace(/\*{2,}/g, '*')
    .split(/\r\n|\r|\n/)
    .filter((line) => {
      const { key, robot } = fieldIn(line);
      if (key === '') return false;
      if (key === 'user-agent') {
        if (isNamed) [group, isNamed] = [[], false];
        if (!ours.includes(robot) || group.includes(robot)) return false;
        group.push(robot);
        return true;
      }
      isNamed = true;
      if (group.length === 0) return false;
      const inRule = key === 'allow' || key === 'disallow' ? line.split('*').length - 1 : 0;
      if (inRule === 0) return true;
      wildcards += inRule;
      characters += line.length;
      return wildcards <= MOST_WILDCARDS && characters <= MOST_CHARACTERS;
    })
    .join('\n');
}

/** A line's key, and the robot that it names if it names one, as the package reads them. */
function fieldIn(line: string): { readonly key: string; readonly robot: string } {
  const plain = line.replace(/#.*$/s, '').toLowerCase();
  const colon = Math.max(plain.indexOf(':'), 0);
  return {
    key: plain.slice(0, colon).trim(),
    robot: plain
      .slice(colon + 1)
      .replace(/\/.*$/s, '')
      .trim(),
  };
}

/** Letters, digits and `-._~` mean the same percent-encoded (RFC 9309, 2.2.2). */
function unreserved(text: string): string {
  return text.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, (coded) =>
    String.fromCharCode(parseInt(coded.slice(1), 16)),
  );
}
