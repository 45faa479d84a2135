/** Character references, named and numbered, as HTML reads them: feeds use its names without declaring them. */
import { decodeHTMLStrict } from 'entities';

/** HTML 4 and the feeds that followed it meant these brackets; HTML 5 gave the names to other ones. */
const OLD_BRACKETS: Readonly<Record<string, string>> = { '&lang;': '\u2329', '&rang;': '\u232a' };
/** One character outside the first plane, written as the two halves of UTF-16. */
const HALVES = /&#(x[0-9a-f]{4}|\d{5});&#(x[0-9a-f]{4}|\d{5});/gi;

/** What HTML 5 does not read as feeds mean it: numbers and brackets. */
const UNCOMMON = /&(?:#|[lr]ang;)/;

/** Bytes of UTF-8, each written as a character of its own. */
const OCTETS = /&#(?:19[4-9]|2[0-3]\d|24[0-4]);(?:&#(?:12[89]|1[3-8]\d|19[01]);){1,3}/g;

/** Read references that end with `;`, once; what is not one stays as it is, and NUL goes. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return decodeHTMLStrict(UNCOMMON.test(text) ? withUncommon(text) : text);
}

function withUncommon(text: string): string {
  return text
    .replace(/&[lr]ang;/g, (reference) => OLD_BRACKETS[reference] ?? reference)
    .replace(/&#(?:0+|x0+);/gi, '')
    .replace(HALVES, joined)
    .replace(OCTETS, asUtf8);
}

function joined(both: string, high: string, low: string): string {
  const units = [high, low].map((digits) =>
    /^x/i.test(digits) ? parseInt(digits.slice(1), 16) : Number(digits),
  );
  const [first = 0, second = 0] = units;
  const isPair = first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
  return isPair ? String.fromCharCode(first, second) : both;
}

function asUtf8(octets: string): string {
  const bytes = Uint8Array.from(octets.matchAll(/\d+/g), ([digits]) => Number(digits));
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.includes('\ufffd') ? octets : text;
}
