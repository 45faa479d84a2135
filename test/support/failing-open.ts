/** Files of this machine that can't be opened for a moment. */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** While `work` goes on, the first `times` that a path with this ending is opened fail with the code. */
export async function whileOpenFails<T>(
  ending: string,
  code: string,
  work: () => Promise<T>,
  times = 1,
): Promise<T> {
  const { open } = fs;
  let left = times;
  fs.open = async (path, ...how) => {
    if (String(path).endsWith(ending) && left-- > 0)
      throw Object.assign(new Error(`${code}: open`), { code });
    return open(path, ...how);
  };
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    fs.open = open;
    syncBuiltinESMExports();
  }
}
