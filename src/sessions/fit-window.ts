/**
 * Fits a memory into a token budget. Dropped first: overheard talk beyond its share; then the length of triggers;
 * old rows of runs; old messages; the summary. The newest message of a person to the desk goes last.
 */
import { beginning } from './beginning.ts';
import type { Entry } from './entry.ts';
import { entryTokens } from './entry-tokens.ts';
import type { Row } from './fold-runs.ts';
import { OVERHEARD_SHARE, isOverheard } from './overheard.ts';

/** The summary's largest share of a window. */
const SUMMARY_SHARE = 1 / 3;
/** Characters kept of a long trigger. */
const TRIGGER_CHARS = 160;

/** @returns the summary, then entries in the order of the rows, together within `tokens`. */
export function fitWindow(rows: readonly Row[], summary: Entry | undefined, tokens: number): Entry[] {
  const first = summary && { entry: shortened(summary, tokens * SUMMARY_SHARE), scheduled: false };
  const heard = withinShare(rows, tokens * OVERHEARD_SHARE);
  const whole = first ? [first, ...heard] : heard;
  const shown = weight(whole) <= tokens ? whole : whole.map(shortTrigger);
  const spared = shown.findLast(isWords);
  const head = first && shown[0];
  const order = [
    ...shown.filter(({ scheduled }) => scheduled),
    ...shown.filter((row) => !row.scheduled && row !== spared && row !== head),
    ...[head, spared].filter((row) => row !== undefined),
  ];
  const dropped = new Set<Row>();
  let left = weight(shown);
  for (const row of order) {
    if (left <= tokens) break;
    dropped.add(row);
    left -= entryTokens(row.entry);
  }
  return shown.filter((row) => !dropped.has(row)).map(({ entry }) => entry);
}

/** Whether it is a person's message to the desk. */
function isWords({ entry, scheduled }: Row): boolean {
  return entry.role === 'user' && !scheduled && !isOverheard(entry);
}

function weight(rows: readonly Row[]): number {
  return rows.reduce((sum, { entry }) => sum + entryTokens(entry), 0);
}

/** Leave out the oldest overheard talk until the rest is within `share`. */
function withinShare(rows: readonly Row[], share: number): readonly Row[] {
  const overheard = rows.filter(({ entry }) => isOverheard(entry));
  const dropped = new Set<Row>();
  let left = weight(overheard);
  for (const row of overheard) {
    if (left <= share) break;
    left -= entryTokens(row.entry);
    dropped.add(row);
  }
  return dropped.size === 0 ? rows : rows.filter((row) => !dropped.has(row));
}

function shortTrigger(row: Row): Row {
  const { entry } = row;
  if (entry._cron_turn !== true) return row;
  return { ...row, entry: { ...entry, content: beginning(entry.content, TRIGGER_CHARS) } };
}

/** The beginning of an entry that costs at most `tokens`. */
function shortened(entry: Entry, tokens: number): Entry {
  let shown = entry;
  for (let keep = entry.content.length; entryTokens(shown) > tokens && keep > 0;) {
    keep = Math.floor(keep * 0.8);
    shown = { ...entry, content: beginning(entry.content, keep) };
  }
  return shown;
}
