/** Names of months in the languages of feeds, taken from the platform. */

const ENGLISH = [
  'january', 'february', 'march', 'april', 'may', 'june',
  'july', 'august', 'september', 'october', 'november', 'december',
]; // prettier-ignore

/** Languages whose feeds write month names; when two disagree, the earlier one wins. */
const LANGUAGES = [
  'es', 'fr', 'de', 'pt', 'it', 'nl', 'ru', 'pl', 'tr', 'el', 'hu', 'cs', 'sv', 'da', 'nb', 'fi', 'ro', 'uk', 'id', 'vi',
]; // prettier-ignore

/** Built on first use with a month that is not English; takes some milliseconds. */
let foreign: ReadonlyMap<string, string> | undefined;

/** The number of a month from its name or abbreviation, counting from `1`; undefined when unknown. */
export function monthOf(name: string | undefined): string | undefined {
  const bare = plain(name ?? '');
  if (bare.length < 3) return undefined;
  const english = ENGLISH.findIndex((month) => month.startsWith(bare));
  if (english >= 0) return String(english + 1);
  foreign ??= foreignMonths();
  return foreign.get(bare);
}

function foreignMonths(): Map<string, string> {
  const months = new Map<string, string>();
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const)
      for (const inSentence of [true, false]) {
        const format = new Intl.DateTimeFormat(language, {
          month: style,
          timeZone: 'UTC',
          ...(inSentence && { day: 'numeric' }),
        });
        for (let month = 0; month < 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2024, month, 5));
          const word = plain(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/^\p{L}{3,}$/u.test(word) && !months.has(word)) months.set(word, String(month + 1));
        }
      }
  return months;
}

/** In lower case, without accents and dots. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}
