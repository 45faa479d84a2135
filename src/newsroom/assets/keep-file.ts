import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomeFiles } from '../../async/home-files.ts';
import type { MadePicture } from './studio-work.ts';

export interface KeptFile {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Write a picture's file atomically; it is on disk when this resolves. Only one writer per file at a time. */
export async function keepFile(
  files: Pick<HomeFiles, 'write'>,
  folder: string,
  name: string,
  { bytes }: MadePicture,
): Promise<KeptFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await files.write(path, bytes);
  return { name, path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
