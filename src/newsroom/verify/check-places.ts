/**
 * Whether the places in a sentence are in its sources, in either language: 里斯本 is doubted when they only have Madrid.
 * A country counts as present when a place in it or its currency is. Places that the glossary lacks are left to the
 * lookup of names. The same applies to well-known firms, clubs and persons: 渣打 when they only have HSBC.
 */
import { isPartOfWord } from '../../text/chinese/dictionary.ts';
import { hasHan } from '../../text/chinese/has-han.ts';
import { isStopWord } from '../../text/stop-words.ts';
import type { KnownName, Mention } from '../../text/glossary/glossary.ts';
import type { KnownNames, KnownPlace } from './known-names.ts';
import type { Passages } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

export interface PlaceVerdict {
  readonly text: string;
  readonly verdict: 'supported' | 'doubted';
  readonly found?: KnownPlace;
}

/** Places that are also common words at the start of a sentence: "Reading the report, …". */
const COMMON =
  /^(?:Reading|Nice|Bath|Cork|Polish|Jersey|Central|Admiralty|Chad|Buffalo|Phoenix|Hull|Kiwi|Pole|Java|Victoria|Turkey|The moon)$/u;

/** Firms and clubs that are also words, places or other people. */
const AMBIGUOUS =
  /^(?:東亞|蘋果|小米|阿里|新世界|太古|野村|交易所|恒生|吉利|維拉|平治|奔馳|聯想|國泰|友邦|保誠|超微|萬斯|約翰遜|蓋茨|李強|王毅|長實|Apple|Amazon|Meta|Intel|Emirates|Chelsea|Arsenal|Barcelona|Porto|Inter|Bayern|Dortmund|Everton|Tottenham|Vance|Harris|Cameron|Gates|Powell|Paul Chan|John Lee|Wolves|Swire|Cathay|Prudential)$/u;

/** @param sources those that the sentence cites, then the others */
export function checkPlaces(
  sentence: string,
  sources: readonly SourceIndex[],
  names: KnownNames,
  passages: Passages,
): PlaceVerdict[] {
  const seen = new Set<string>();
  return names.glossary
    .mentionsIn(sentence)
    .filter((mention) => (isPlace(mention.known) || isSorted(mention)) && isMeant(mention, sentence))
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .flatMap((mention): PlaceVerdict[] => {
      const { text } = mention;
      const found = sources.length > 0 ? names.find(text, sources) : undefined;
      if (found) return isPlace(mention.known) ? [{ text, verdict: 'supported', found }] : [];
      const isOpen = saysWhose(mention, sentence) && !anyCountryIn(sources, names);
      return isOpen || !hasRival(mention, sentence, { sources, names, passages })
        ? []
        : [{ text, verdict: 'doubted' }];
    });
}

/** Passages that share at least this much of the best one's score may also match the sentence. */
const ALSO = 0.5;

/**
 * Whether the matching passages have a different place that the sentence doesn't mention. A villa near Alicante may
 * be called Spanish though no source says so.
 */
function hasRival(
  { known: told }: Mention,
  sentence: string,
  { sources, names: { glossary }, passages }: RivalTerms,
): boolean {
  const here = new Set(glossary.mentionsIn(sentence).map(({ known }) => known));
  const ranked = passages.ranked(sentence, sources, 8);
  return ranked
    .filter(({ share }) => share >= ALSO * (ranked[0]?.share ?? 0))
    .some(({ source, at }) =>
      glossary
        .mentionsIn([at - 1, at, at + 1].map((near) => source.places[near]?.text ?? '').join('\n'))
        .some(({ known }) => isRival(known, told) && !here.has(known)),
    );
}

interface RivalTerms {
  readonly sources: readonly SourceIndex[];
  readonly names: KnownNames;
  readonly passages: Passages;
}

const OFFICE =
  /^(?:的)?(?:首相|總理|總統|國務卿|外交?部?長|外交?大臣|財政?部?長|財相|防長|國防部?長|國王|女王|主席)/u;

/** 英國首相 for the prime minister of a source that doesn't say of which country. */
function saysWhose({ known, end }: Mention, sentence: string): boolean {
  return known.kind === 'country' && OFFICE.test(sentence.slice(end));
}

function anyCountryIn(sources: readonly SourceIndex[], names: KnownNames): boolean {
  return sources.some(({ source }) =>
    names.glossary
      .mentionsIn(`${source.title}\n${source.text}`)
      .some(({ known }) => known.kind === 'country'),
  );
}

function isRival(known: KnownName, told: KnownName): boolean {
  if (known === told) return false;
  return isPlace(told) ? isPlace(known) : known.sort === told.sort;
}

/** A firm, club or person that the name unambiguously means. */
function isSorted({ known, text }: Mention): boolean {
  return known.sort !== undefined && !AMBIGUOUS.test(text);
}

function isPlace({ kind }: KnownName): boolean {
  return kind !== 'body';
}

function isMeant({ text, start, end }: Mention, sentence: string): boolean {
  const [before, after] = [sentence.slice(Math.max(0, start - 1), start), sentence.slice(end)];
  if (!hasHan(text)) {
    // Part of a longer name: "Washington Post", "Ann London", "Chelsea Boston-Smith".
    const word = /(\p{Lu}[\p{L}.]*)\s$/u.exec(sentence.slice(0, start))?.[1];
    const isNamed = word !== undefined && !isStopWord(word.toLowerCase());
    if (/^(?:['’]s)?[\s-]\p{Lu}/u.test(after) || isNamed) return false;
    // Hong Kong dollars are a currency, not a place.
    if (/^\s(?:dollars?|cents?)\b/iu.test(after)) return false;
    const opens = !/\p{L}/u.test(sentence.slice(0, start));
    return !(opens && COMMON.test(text));
  }
  // 「英國時間」 is the edition's; 阿曼達（Amanda） and 奧克蘭·史密斯 are personal names.
  if (/^(?:當地)?時間|^[·‧・]/u.test(after) || /[·‧・]/u.test(before)) return false;
  const rest = /^\p{Script=Han}{0,4}[（(]\p{Script=Latin}/u.exec(after);
  if (rest && text.length < 4) return false;
  return !isPartOfWord(sentence, start, end);
}
