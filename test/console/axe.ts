import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** To be added by the browser itself: the page's policy stays as it is. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** The rules that depend on a look; most of the time is theirs. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** All rules; or those that a look can break; or those that it can't. */
export type Rules = 'all' | 'colours' | 'others';

const OPTIONS: Record<Rules, object> = {
  all: {},
  colours: { runOnly: { type: 'rule', values: COLOURS } },
  others: { rules: Object.fromEntries(COLOURS.map((id) => [id, { enabled: false }])) },
};

/** What is wrong with the page as it stands, a line each. */
export async function wrongOn(page: Page, rules: Rules = 'all'): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...OPTIONS[rules] });
  const violations = (await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
