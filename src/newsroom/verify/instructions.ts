/**
 * Finds sentences copied from the reporters' prompts that occur in no source: a page made the model print its
 * instructions, or it copied them by mistake.
 */

/** The number of words (or Chinese characters) per run. */
const RUN = 5;
/** How many runs must come from the prompts; fewer are common phrases. */
const LEAST_RUNS = 3;
const SHARE = 0.6;

const UNIT = /\p{Script=Han}|[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

export class Instructions {
  readonly #prompts: readonly string[];
  /** Of the prompts; read at the first check, as a desk that starts has other things to do. */
  #known: ReadonlySet<string> | undefined;

  /** @param prompts the prompts' texts */
  constructor(prompts: readonly string[]) {
    this.#prompts = prompts;
  }

  /** @param sources the texts that may contain the sentence anyway; called only when the prompts do */
  has(sentence: string, sources: () => readonly string[]): boolean {
    const runs = runsOf(sentence);
    const known = (this.#known ??= new Set(this.#prompts.flatMap(runsOf)));
    const told = runs.filter((run) => known.has(run));
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
