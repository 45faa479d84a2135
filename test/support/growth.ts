/** The processor's time of this process, in ms: what others do on this machine doesn't count. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Below this many ms a measurement is noise. */
const NOISE_MS = 5;

/**
 * How many times longer `work` takes for eight times the size: about 8 where it takes linear time, 64 where it takes
 * quadratic time. Each size is measured three times, and the quickest counts.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  await work(Math.ceil(size / 8)); // what is loaded and compiled once isn't counted
  const once = await quickest(() => work(size));
  const eightTimes = await quickest(() => work(8 * size));
  return eightTimes / Math.max(once, NOISE_MS);
}

/** Between linear and quadratic growth, with room for noise on both sides. */
export const NOT_QUADRATIC = 24;

async function quickest(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const begun = spent();
    await work();
    times.push(spent() - begun);
  }
  return Math.min(...times);
}
