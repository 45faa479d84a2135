/** Names of months and weekdays in the languages of feeds, taken from the platform. */

const ENGLISH = [
  'january', 'february', 'march', 'april', 'may', 'june',
  'july', 'august', 'september', 'october', 'november', 'december',
]; // prettier-ignore

/** Languages whose feeds write month names; when two disagree, the earlier one wins. */
const LANGUAGES = [
  'es', 'fr', 'de', 'pt', 'it', 'nl', 'ru', 'pl', 'tr', 'el', 'hu', 'cs', 'sv', 'da', 'nb', 'fi', 'ro', 'uk', 'id', 'vi',
]; // prettier-ignore

/** Built on first use with a name that is not English; takes some milliseconds. */
let months: ReadonlyMap<string, number> | undefined;
let weekdays: ReadonlyMap<string, number> | undefined;

/** The number of a month from its name or abbreviation, counting from `1`; undefined when unknown. */
export function monthOf(name: string | undefined): string | undefined {
  const bare = plain(name ?? '');
  if (bare.length < 3) return undefined;
  const english = ENGLISH.findIndex((month) => month.startsWith(bare));
  if (english >= 0) return String(english + 1);
  months ??= foreignNames('month');
  const month = months.get(bare);
  return month === undefined ? undefined : String(month + 1);
}

/** The number of a weekday from its name in another language than English; 0 is Sunday. */
export function weekdayOf(name: string): number | undefined {
  weekdays ??= foreignNames('weekday');
  return weekdays.get(plain(name));
}

/** A Sunday in January. */
const FIRST = { year: 2024, day: 7 };

function foreignNames(part: 'month' | 'weekday'): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES)
    for (const style of part === 'month' ? (['long', 'short'] as const) : (['long'] as const))
      for (const inSentence of [true, false]) {
        const format = new Intl.DateTimeFormat(language, {
          [part]: style,
          timeZone: 'UTC',
          ...(inSentence && { day: 'numeric' }),
        });
        for (let at = 0; at < (part === 'month' ? 12 : 7); at += 1) {
          const [month, day] = part === 'month' ? [at, FIRST.day] : [0, FIRST.day + at];
          const parts = format.formatToParts(Date.UTC(FIRST.year, month, day));
          const word = plain(parts.find(({ type }) => type === part)?.value ?? '');
          if (/^\p{L}{3,}$/u.test(word) && !names.has(word)) names.set(word, at);
        }
      }
  return names;
}

/** In lower case, without accents and dots. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
