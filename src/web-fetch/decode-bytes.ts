/**
 * Decodes bytes to text. The encoding comes from, in this order: the byte order mark, the HTTP charset, the
 * document's own declaration (XML or HTML), valid UTF-8, and finally a detector. A label is ignored when the bytes
 * don't fit it.
 */
import { createRequire } from 'node:module';
import { fromUtf32, utf32Order } from './utf-32.ts';
import { fromWindows1252 } from './windows-1252.ts';

/** How many bytes the detector sees, starting a little before the first that is not ASCII. */
const SAMPLE_BYTES = 64_000;
/** With fewer non-ASCII bytes, letter frequencies say nothing. */
const LEAST_EVIDENCE = 8;
/** With this many non-ASCII characters, bytes that are valid UTF-8 are UTF-8, whatever their label says. */
const SURE_OF_UTF8 = 3;

/**
 * Decode a page or feed.
 * @param contentType the header's value
 */
export function decodeBytes(bytes: Uint8Array, contentType: string | undefined): string {
  const order = utf32Order(bytes);
  if (order !== undefined) return fromUtf32(bytes, order);
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const utf8 = decodeAs('utf-8', bytes);
  const own = declared(bytes);
  // A tag that was read byte by byte doesn't stand in UTF-16, nor does text without a NUL that is valid UTF-8.
  const isBytewise = own !== undefined || (utf8 !== undefined && !bytes.includes(0));
  const labels = [charsetOf(contentType), own].filter((label) => label !== undefined);
  const isSure = utf8 !== undefined && extraBytes(bytes, utf8) >= SURE_OF_UTF8;
  for (const label of labels) {
    const encoding = encodingOf(label);
    if (encoding === undefined || encoding === 'utf-8') continue;
    if (isBytewise && encoding.startsWith('utf-16')) continue;
    // Every byte sequence fits a Latin label, so servers put it on everything; it counts least.
    if (utf8 !== undefined && (isSure || encoding === 'windows-1252')) return utf8;
    const text = decodeAs(encoding, bytes);
    if (text !== undefined) return text;
  }
  return utf8 ?? nearly('utf-8', bytes) ?? detected(bytes) ?? fromWindows1252(bytes);
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  // `<?` in UTF-16 without a mark.
  if (a === 0 && b === 0x3c) return 'utf-16be';
  if (a === 0x3c && b === 0) return 'utf-16le';
  return undefined;
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /charset\s*=[\s"']*([\w.:-]+)/i.exec(contentType ?? '')?.[1];
}

function declared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  const found =
    /<\?xml[^>]*?encoding\s*=\s*["']\s*([\w.:-]+)/i.exec(head) ??
    /<meta[^>]+charset\s*=[\s"']*([\w.:-]+)/i.exec(head);
  return found?.[1];
}

/** The Encoding Standard's name for a label; undefined when it has none. */
function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  if (encoding === 'windows-1252') return fromWindows1252(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // the bytes don't fit
  }
}

/** How many bytes there are beyond one per UTF-16 unit; at least one for each non-ASCII character. */
function extraBytes(bytes: Uint8Array, text: string): number {
  return bytes.length - text.length;
}

/** Decode bytes that were cut or joined in the wrong place: a few are wrong among many that are right. */
function nearly(encoding: string, bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  let [wrong, right] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) wrong += 1;
    else if (code >= 0x80 && code < 0xfffd) right += 1;
  }
  return wrong * 10 <= right ? text : undefined;
}

interface Detector {
  detect(bytes: Uint8Array): { readonly encoding: string | null };
}

let detector: Detector | undefined;

/** Detect the encoding from letter frequencies. The detector is large, so it is loaded on first use. */
function detected(bytes: Uint8Array): string | undefined {
  const first = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 1_000);
  const sample = bytes.subarray(first, first + SAMPLE_BYTES);
  if (sample.reduce((sum, byte) => sum + Number(byte >= 0x80), 0) < LEAST_EVIDENCE) return undefined;
  detector ??= createRequire(import.meta.url)('jschardet') as Detector;
  const { encoding } = detector.detect(sample);
  const known = encoding === null ? undefined : encodingOf(webLabel(encoding));
  if (known === undefined) return undefined;
  return decodeAs(known, bytes) ?? nearly(known, bytes);
}

/** The detector uses Microsoft's and Apple's names of code pages. */
const WEB_LABELS: Readonly<Record<string, string>> = {
  cp949: 'euc-kr',
  johab: 'euc-kr',
  cp932: 'shift_jis',
  'shift-jisx0213': 'shift_jis',
  'euc-jis-2004': 'euc-jp',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  'big5-hkscs': 'big5',
  gb2312: 'gb18030',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  'mac-cyrillic': 'x-mac-cyrillic',
};

function webLabel(encoding: string): string {
  const name = encoding.toLowerCase().replaceAll('_', '-');
  return WEB_LABELS[name] ?? name.replace(/^cp(?=125\d$)/, 'windows-').replace(/^shift-/, 'shift_');
}
