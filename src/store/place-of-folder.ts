/** Where folders are, so that what is written into one never lands in another. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { makeFolder } from '../async/make-folder.ts';
import { StoreError } from './store-error.ts';

/** Whether a path is a folder, or in it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Make a folder for copies, for this user alone.
 * @param own folders of the home that nothing may be written to.
 * @throws StoreError unless it can be made or is empty, and is apart from them.
 */
export function makeNewFolder(folder: string, own: readonly string[]): void {
  const place = realPlace(folder);
  const touched = own.find((one) => isInside(place, realPlace(one)) || isInside(realPlace(one), place));
  const ours = own.join(', ');
  if (touched !== undefined)
    throw new StoreError(
      'unusable',
      `${folder} is where this home has its data (${touched}); allowed: a new or empty folder outside of ${ours}`,
    );
  let names;
  try {
    makeFolder(folder, 0o700);
    names = readdirSync(folder);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new StoreError(
      'unusable',
      `${folder} can't be a folder (${why}); allowed: a new or empty folder outside of ${ours}`,
      { cause },
    );
  }
  if (names.length > 0)
    throw new StoreError(
      'unusable',
      `${folder} is not empty; allowed: a new or empty folder outside of ${ours}`,
    );
}

/** A path without links, also of what isn't there yet. */
function realPlace(path: string): string {
  const above = dirname(path);
  if (existsSync(path) || above === path) return realpathSync(path);
  return join(realPlace(above), basename(path));
}
