/**
 * The score of the article extraction benchmark (scrapinghub, `evaluate.py`), restated: words in order, four at a time,
 * counted as a multiset; precision and recall of each page, then their means, then the F1 of the two means.
 */
export interface PageScore {
  /** 0 to 1; absent where nothing was predicted: an empty text costs recall only. */
  readonly precision?: number;
  /** 0 to 1; absent where there was nothing to find. */
  readonly recall?: number;
  /** Whether the words are the same, in the same order. */
  readonly exact: boolean;
}

export interface Score {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** The share of pages whose words are exactly right. */
  readonly accuracy: number;
}

const SHINGLE = 4;

export function scorePage(truth: string, predicted: string): PageScore {
  const wanted = shingles(truth);
  const got = shingles(predicted);
  let both = 0;
  let missed = 0;
  for (const [shingle, n] of wanted) {
    const have = got.get(shingle) ?? 0;
    both += Math.min(n, have);
    missed += Math.max(0, n - have);
  }
  let extra = 0;
  for (const [shingle, n] of got) extra += Math.max(0, n - (wanted.get(shingle) ?? 0));
  return {
    ...(both + extra > 0 && { precision: both / (both + extra) }),
    ...(both + missed > 0 && { recall: both / (both + missed) }),
    exact: words(truth).join(' ') === words(predicted).join(' '),
  };
}

export function scoreAll(pages: readonly PageScore[]): Score {
  const precision = mean(pages.map((page) => page.precision));
  const recall = mean(pages.map((page) => page.recall));
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    accuracy: pages.filter((page) => page.exact).length / pages.length,
  };
}

/** Python's `\w+`: letters, digits and what else counts as a number, and the underscore; marks do not. */
function words(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function shingles(text: string): Map<string, number> {
  const all = words(text);
  const counts = new Map<string, number>();
  for (let at = 0; at <= Math.max(0, all.length - SHINGLE); at++) {
    const shingle = all.slice(at, at + SHINGLE).join(' ');
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function mean(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.reduce((sum, value) => sum + value, 0) / (known.length || 1);
}
