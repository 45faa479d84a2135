/**
 * What a link is compared by, as text: its title and lede in one spelling, and its anchors: the names and numbers that
 * tell one happening from another of the same kind.
 */
import { CJK } from '../../../text/cjk.ts';
import { tokens } from '../../../text/tokens.ts';
import { amountsIn } from './amounts.ts';
import { chunksOf, type Chunk } from './chunks.ts';

export interface ClusterItem {
  /** As the outlet wrote it. */
  readonly title: string;
  /** The title in English, where somebody has translated it: words of either language are then found. */
  readonly translation?: string;
  /** The domain that it came from; absent or empty where that is not known. */
  readonly outlet?: string;
  /** The feed's description; empty when there is none. */
  readonly lede: string;
  /** When it happened, as far as known. */
  readonly atMs: number;
}

/** A title or a lede. */
export interface ReadText {
  readonly text: string;
  readonly chunks: readonly Chunk[];
  /** Whether some of it is Chinese, Japanese or Korean. */
  readonly hasCjk: boolean;
}

/** A lede is its first sentences; feeds that send whole articles must not drown the title. */
const LEDE_CHARACTERS = 400;
const TITLE_CHARACTERS = 400;

/** `headline` is the title without what its outlet puts behind it. */
export function titleOf({ translation }: ClusterItem, headline: string): ReadText {
  const title = translation === undefined ? headline : `${headline} ${translation}`;
  return readText(title.trim().slice(0, TITLE_CHARACTERS));
}

export function ledeOf({ lede }: ClusterItem): ReadText {
  return readText(lede.slice(0, LEDE_CHARACTERS));
}

function readText(written: string): ReadText {
  const hasCjk = CJK.test(written);
  const text = hasCjk ? plainForms(written) : written;
  return { text, chunks: chunksOf(text), hasCjk };
}

/** Characters that outlets write either way. */
const FORMS: Readonly<Record<string, string>> = {
  臺: '台',
  綫: '線',
  滙: '匯',
  裏: '裡',
  着: '著',
  羣: '群',
  峯: '峰',
};

function plainForms(text: string): string {
  return text.replace(/[臺綫滙裏着羣峯]/gu, (form) => FORMS[form] ?? form);
}

/**
 * Stemmed words that stand capitalised inside a sentence, with repetitions. A headline in Title Case tells nothing of
 * names.
 */
export function namesIn({ text, chunks }: ReadText): string[] {
  const found: string[] = [];
  const isTitleCase = readsAsTitleCase(chunks);
  let isFirst = true;
  for (const { spelled } of chunks)
    for (const word of spelled) {
      if (word.isInitials || (word.isCapitalised && !isFirst && !isTitleCase)) found.push(...word.tokens);
      isFirst = false;
    }
  // Chinese has no capitals: what is quoted in 《》 or 「」 is named.
  if (/[《「]/u.test(text))
    for (const [, name = ''] of text.matchAll(/[《「]([^》」]{2,12})[》」]/gu)) found.push(...tokens(name));
  return found;
}

function readsAsTitleCase(chunks: readonly Chunk[]): boolean {
  let telling = 0;
  let capitalised = 0;
  for (const { spelled } of chunks)
    for (const word of spelled) {
      if (!word.isTelling) continue;
      telling += 1;
      if (word.isCapitalised) capitalised += 1;
    }
  return telling >= 4 && capitalised / telling > 0.7;
}

/** Numbers and amounts count, years do not. Amounts stand with their value: "=84600000" for 84.6 million. */
export function isNumberWord(word: string): boolean {
  return /^[\d=]/.test(word) && !/^(?:19|20)\d\d$/.test(word);
}

/** The names and the numbers of a link's text, as words. */
export function anchorsOf(item: ClusterItem): { readonly names: string[]; readonly numbers: string[] } {
  const texts = [titleOf(item, item.title), ledeOf(item)];
  const words = texts.flatMap(({ text, chunks }) => [
    ...chunks.flatMap((chunk) => chunk.tokens),
    ...amountsIn(text),
  ]);
  return { names: texts.flatMap(namesIn), numbers: words.filter(isNumberWord) };
}
