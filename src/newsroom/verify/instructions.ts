/**
 * What reporters are told by their prompts. A sentence of a story that stands there and in no source is no news: a page
 * had the model print its instructions, or it slipped into them.
 */

/** Words, or Chinese characters, that are compared at once. */
const RUN = 5;
/** So many runs of a sentence have to be from the prompts; fewer are turns of phrase. */
const LEAST_RUNS = 3;
const SHARE = 0.6;

const UNIT = /\p{Script=Han}|[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

export class Instructions {
  readonly #runs: ReadonlySet<string>;

  /** @param prompts the texts of the prompts. */
  constructor(prompts: readonly string[]) {
    this.#runs = new Set(prompts.flatMap(runsOf));
  }

  /** @param sources what it may be told from, all the same; asked for only where the prompts have it. */
  has(sentence: string, sources: () => readonly string[]): boolean {
    const runs = runsOf(sentence);
    const told = runs.filter((run) => this.#runs.has(run));
    if (told.length < Math.max(LEAST_RUNS, runs.length * SHARE)) return false;
    const inSources = new Set(sources().flatMap(runsOf));
    return told.filter((run) => !inSources.has(run)).length >= Math.max(LEAST_RUNS, runs.length * SHARE);
  }
}

function runsOf(text: string): string[] {
  const units: readonly string[] = text.toLowerCase().match(UNIT) ?? [];
  const runs = units.slice(0, Math.max(0, units.length - RUN + 1));
  return runs.map((_, at) => units.slice(at, at + RUN).join(' '));
}
