/** Which files of a home a backup has, and what it records of each. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isDraft } from '../../async/replace-file.ts';
import { isInside } from '../place-of-folder.ts';
import { StoreError } from '../store-error.ts';

/** Where a home's data are, each inside the home. */
export interface BackupPaths {
  readonly data: string;
  readonly sessions: string;
  readonly prompts: string;
  readonly database: string;
  readonly newsPool: string;
  readonly searchIndex: string;
  readonly lock: string;
  readonly gatewayAddress: string;
  readonly gatewayToken: string;
  readonly setup: string;
}

const file = z.object({
  /** Inside the backup, as inside the home, with `/`. */
  path: z.string().refine((path) => !path.startsWith('/') && !path.split('/').includes('..')),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type BackedUpFile = z.infer<typeof file>;

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601. */
  madeAt: z.string(),
  /** The databases' schema versions. */
  schema: z.object({ desk: z.number(), pool: z.number() }),
  files: z.array(file),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Written last: a folder without it is no whole backup. */
export const MANIFEST = 'backup.json';

/** @throws StoreError when the folder is no backup of this format. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new StoreError('unusable', `${folder} is no whole backup: it has no readable ${MANIFEST}`);
  }
  const read = manifestSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new StoreError('unusable', `${join(folder, MANIFEST)}: ${path.join('.') || 'the file'}: ${message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Copy a file, or its first bytes.
 * @param bytes how many of them; all by default.
 */
export async function copyFile(
  from: string,
  to: string,
  bytes = Number.POSITIVE_INFINITY,
): Promise<Omit<BackedUpFile, 'path'>> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let written = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(0, bytes - written);
      hash.update(part);
      written += part.length;
      done(null, part);
    },
  });
  await pipeline(
    createReadStream(from, { end: Math.max(0, bytes - 1) }),
    counted,
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { bytes: written, sha256: hash.digest('hex') };
}

/** The SHA-256 of a file, in hexadecimal. */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * The regular files below a folder, by their path in it. Folders may be links, but for those that lead back to a folder
 * above; a linked file is left out.
 * @param above the folders that led here, without links.
 */
export async function filesBelow(folder: string, above: readonly string[] = []): Promise<string[]> {
  const place = await realpath(folder).catch(() => undefined);
  if (place === undefined || above.some((one) => isInside(one, place))) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory() || entry.isSymbolicLink())
      found.push(...(await filesBelow(path, [...above, place])));
  }
  return found;
}

/**
 * What a backup leaves out of `data`: databases, which are copied as such or made anew, with what lies beside them; what
 * belongs to one process or machine; the gateway's token; the answers of an unfinished setup, keys among them; drafts of
 * files that were being written, which may be any of these.
 */
export function isLeftOut(path: string, paths: BackupPaths): boolean {
  const { database, newsPool } = paths;
  return isDraft(basename(path)) || isOfOneHome(path, paths) || isBeside(path, [database, newsPool]);
}

/** Whether a file belongs to one home, such as its token: it is in no backup. */
export function isOfOneHome(path: string, paths: BackupPaths): boolean {
  const { searchIndex, lock, gatewayAddress, gatewayToken, setup } = paths;
  return isBeside(path, [searchIndex, lock, gatewayAddress, gatewayToken, setup]);
}

/** Whether it is one of the files, or what lies beside one. */
function isBeside(path: string, files: readonly string[]): boolean {
  return files.some((one) => path === one || path.startsWith(`${one}-`) || path.startsWith(`${one}.`));
}
