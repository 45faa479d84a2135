import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PICTURE_NAME } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';

type Images = Assignment['result']['images'];

/**
 * The pictures in a batch's folder, with their real paths. Files that a name or link leads to outside the folder are
 * excluded, because pictures are shown to everybody.
 */
export async function runPictures(
  folder: string,
  images: Images,
): Promise<{ readonly name: string; readonly alt: string; readonly path: string }[]> {
  const home = await realpath(folder).catch(() => undefined);
  const found = await Promise.all(
    images.map(async ({ name, alt }) => {
      const path = PICTURE_NAME.test(name) ? await realFile(join(folder, name)) : undefined;
      return path !== undefined && dirname(path) === home ? { name, alt, path } : undefined;
    }),
  );
  return found.filter((one) => one !== undefined);
}

async function realFile(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isFile() ? real : undefined;
  } catch {
    return undefined; // a story is posted without a picture that is gone
  }
}
