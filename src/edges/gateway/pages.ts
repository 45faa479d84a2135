/**
 * The console's pages: files of one folder, with plain names and known types. A path with anything else in it
 * (dots, percent signs, other types) is never looked up.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};
const PLAIN = /^(?:\/[a-z0-9_-]+)*\/[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.[a-z0-9]+$/i;

/** Nothing from elsewhere, nothing inline, no framing; strings never become script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Headers of every answer. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** The build names these by a hash of their content, so they are cached forever. */
const NAMED_BY_CONTENT = /^\/assets\//;

interface StoredPage {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

/** @returns undefined where there is no such page. */
export async function readPage(folder: string, path: string): Promise<StoredPage | undefined> {
  const file = path === '/' ? '/index.html' : path;
  const type = TYPES[extname(file)];
  if (type === undefined || !PLAIN.test(file)) return undefined;
  try {
    const content = new Uint8Array(await readFile(join(folder, file)));
    const headers = {
      'content-type': type,
      'cache-control': NAMED_BY_CONTENT.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    };
    return { content, headers };
  } catch {
    return undefined;
  }
}
