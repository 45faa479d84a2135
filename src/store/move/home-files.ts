/** Job files, pictures and newsletters' files between homes and rows. */
import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../async/replace-file.ts';
import { MOST_SHARED_BYTES } from '../../async/shared-files.ts';
import type { Reads, Transaction } from '../sql/sql.ts';
import { number, text } from '../sql/values.ts';

/** Relative to the home; each has a folder for a batch or a newsletter. */
const ROOTS = ['data/newsroom/jobs', 'data/newsroom/reports', 'data/newsletters'];

/** Copy files into rows, and compare what arrived. Links and what is too large to be shared stay behind. @returns how many. */
export async function filesIntoRows(home: string, to: Transaction): Promise<number> {
  let files = 0;
  for await (const { folder, name, path, atMs } of filesOf(home)) {
    const content = await readFile(path);
    const sha256 = sumOf(content);
    await to.run(
      `INSERT INTO files (folder, name, bytes, sha256, written_at, content) VALUES (?, ?, ?, ?, ?, ?)`,
      ...[folder, name, content.length, sha256, atMs, content],
    );
    const row = await to.get(`SELECT content FROM files WHERE folder = ? AND name = ?`, folder, name);
    if (sumOf(row?.['content']) !== sha256)
      throw new Error(`${path} did not arrive as it was: nothing is moved`);
    files += 1;
  }
  return files;
}

/** Write rows out as a home's files, replacing those of the same name, and compare what arrived. @returns how many. */
export async function rowsIntoHomeFiles(from: Reads, home: string): Promise<number> {
  const rows = await from.all(`SELECT folder, name, written_at FROM files ORDER BY folder, name`);
  for (const row of rows) {
    const [folder, name] = [text(row['folder']), text(row['name'])];
    const content = await from.get(`SELECT content FROM files WHERE folder = ? AND name = ?`, folder, name);
    if (!content) continue; // dropped meanwhile
    const path = join(home, folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await replaceFile(path, content['content'] as Uint8Array, number(row['written_at']));
    if (sumOf(await readFile(path)) !== sumOf(content['content']))
      throw new Error(`${path} did not arrive as it was`);
  }
  return rows.length;
}

async function* filesOf(home: string) {
  for (const root of ROOTS)
    for (const inside of await namesIn(join(home, root))) {
      const folder = `${root}/${inside}`;
      // A batch's folder may be a link.
      const isFolder = (await stat(join(home, folder)).catch(() => undefined))?.isDirectory() === true;
      for (const name of isFolder ? await namesIn(join(home, folder)) : []) {
        const path = join(home, folder, name);
        const file = await lstat(path);
        if (file.isFile() && file.size <= MOST_SHARED_BYTES)
          yield { folder, name, path, atMs: Math.round(file.mtimeMs) };
      }
    }
}

/** Without drafts that a crash left. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names.filter((name) => !name.startsWith('.')).toSorted();
}

function sumOf(content: unknown): string {
  return createHash('sha256')
    .update(content as Uint8Array)
    .digest('hex');
}
