import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MadePicture } from './studio-work.ts';

export interface KeptFile {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Write a picture's file whole: once this resolves it is on disk, under its name. One writer a file at a time. */
export async function keepFile(folder: string, name: string, { bytes }: MadePicture): Promise<KeptFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  const draft = join(folder, `.${name}.tmp`);
  const file = await open(draft, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const directory = await open(folder, 'r');
  try {
    await directory.sync(); // the name, too
  } finally {
    await directory.close();
  }
  return { name, path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
