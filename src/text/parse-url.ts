/**
 * Parse an absolute URL, or one relative to `base`; undefined when it is invalid.
 *
 * Does not use `URL.canParse`: once Node 20 has optimized it, it refuses any address with a Latin-1 letter such as é
 * or ü.
 */
export function parseUrl(written: string, base?: string): URL | undefined {
  try {
    return new URL(written, base);
  } catch {
    return undefined;
  }
}
