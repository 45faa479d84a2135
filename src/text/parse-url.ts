/**
 * An absolute URL, or one relative to `base`; undefined for what is none.
 *
 * Not by `URL.canParse`: once Node 20 has optimized it, it says no to any address with a Latin-1 letter such as é or ü.
 */
export function parseUrl(written: string, base?: string): URL | undefined {
  try {
    return new URL(written, base);
  } catch {
    return undefined;
  }
}
