/** Formatters of dates and times. Making one takes about a hundred times as long as using it, so they are kept. */

/** More combinations of zones and forms than a desk uses. */
const MOST_KEPT = 200;

const kept = new Map<string, Intl.DateTimeFormat>();

/**
 * The formatter of a locale with these options.
 * @throws RangeError for an unknown locale or time zone.
 */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, made);
  return made;
}
