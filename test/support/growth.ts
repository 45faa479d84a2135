/** The larger size is this many times the smaller one. */
const TIMES = 16;

/** Below this many ms a measurement is noise. */
const NOISE_MS = 5;

const ROUNDS = 6;

/** Halfway, in ratios, between linear growth (1) and quadratic growth (16). */
export const NOT_QUADRATIC = 4;

/**
 * How much longer `work` takes on one input of 16 times `size` than on 16 inputs of `size`: about 1 where it takes
 * linear time, 16 where it takes quadratic time. Both sides do as much work, so the compiler and the collector of
 * memory weigh on both. Counted is the processor's time of this process, the least of several rounds: noise only adds.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size); // what is loaded and compiled once isn't counted
  let ratio = Infinity;
  for (let round = 0; round < ROUNDS && ratio >= NOT_QUADRATIC; round++) {
    const inPieces = await spentBy(async () => {
      for (let n = 0; n < TIMES; n++) await work(size);
    });
    const inOne = await spentBy(() => work(TIMES * size));
    ratio = Math.min(ratio, Math.max(inOne, NOISE_MS) / Math.max(inPieces, NOISE_MS));
  }
  return ratio;
}

/** In ms. What other processes do on this machine doesn't count. */
async function spentBy(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1_000;
}
