/**
 * Finds the links of a text as Discord and the console parse them: masked links and pictures, references, addresses
 * in angle brackets, and bare addresses, even within a word.
 *
 * One pass from left to right. Labels and destinations longer than 2,000 characters are not links.
 */
import { TAG_FLAGS } from './tag-flags.ts';

export interface Link {
  /** `address`: written out, with or without angle brackets. */
  readonly kind: 'masked' | 'picture' | 'reference' | 'address';
  /** What is shown for it; empty for a reference, the address itself for an address. */
  readonly words: string;
  /** Without angle brackets and escapes. */
  readonly url: string;
  /** As written. */
  readonly source: string;
  /**
   * Whether a bare address is followed directly by characters that don't belong to it but that Discord takes for part
   * of it.
   */
  readonly runsOn: boolean;
}

/** Discord shows invitations as links even without a scheme. */
const INVITATION =
  /(?<![\p{L}\p{N}.@/_-])(?:discord\.(?:gg|new)|discord(?:app)?\.com\/(?:invite|template|gifts?))\/[^\s<>"`）」』，。；]+/iuy;
const LONGEST = 2_000;
const MOST_ROUNDS = 200;
/**
 * Excludes the dates, emoji and mentions that a platform writes in angle brackets. One slash is enough for a browser.
 */
const ANGLE =
  /<(?:(?:[a-z][a-z0-9+.-]*:\/|(?:https?|mailto|tel|sms|skype|facetime|magnet|data|javascript):)[^\s<>]+|[^\s<>@:/]+@[^\s<>@]+\.[^\s<>@]+)>/iuy;
/**
 * Invisible characters that are removed before display; without them two halves could form a link. Tag characters, and
 * runs of selectors and of zero-width characters, spell what people don't see and programs read. The three flags of tags stay.
 */
const UNSEEN = new RegExp(
  `(${TAG_FLAGS})` +
    '|[\u{E0000}-\u{E007F}]+|[\u{E0100}-\u{E01EF}]{2,}|[\u200B-\u200F\u2060-\u2064\uFEFF]{6,}' +
    '|[\u202A-\u202E\u2066-\u2069]|[^\\P{Cc}\\t\\n\\r]',
  'gu',
);
const DESTINATION = /<[^<>\n]*>|(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))*/uy;
const TITLE = /(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/uy;
const DEFINITION = /[ \t]*<?([^\s>]+)>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?/uy;
const ADDRESS_REST = /[^\s<>"`）」』，。；]+/uy;
/** What a reference must start with: `[Video]: Mayor resigns` is a headline. */
const LEADS_SOMEWHERE = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?:mailto|tel|sms|data|javascript):|\/|www\.)/iu;
const SCHEME_CHARACTER = /[a-z0-9+.-]/i;
const LETTER = /[a-z]/i;

/**
 * Replace the links of a text.
 * @param replace the replacement; undefined keeps the link, with the links in its label replaced
 */
export function withLinks(text: string, replace: (link: Link) => string | undefined): string {
  let out = '';
  let from = 0;
  let at = 0;
  const closing = closingBrackets(text);
  while (at < text.length) {
    const found = linkAt(text, at, from, closing);
    if (!found) {
      at += 1;
      continue;
    }
    const { start, end, label } = found;
    const words = label === undefined ? found.words : withLinks(label, replace);
    const source = text.slice(start, end);
    const runsOn = source === found.url && /^[^\s<]/u.test(text.slice(end, end + 1));
    const link = { kind: found.kind, words, url: found.url, source, runsOn };
    out += text.slice(from, start) + (replace(link) ?? kept(link, label));
    from = at = end;
  }
  return out + text.slice(from);
}

interface Found extends Pick<Link, 'kind' | 'words' | 'url'> {
  readonly start: number;
  readonly end: number;
  /** Text that may contain links of its own. */
  readonly label?: string;
}

/** The link that begins, or whose scheme ends, at `at`. Text before `from` is already used. */
function linkAt(text: string, at: number, from: number, closing: Brackets): Found | undefined {
  switch (text[at]) {
    case '!':
      return text[at + 1] === '[' ? bracketed(text, at, at + 1, closing) : undefined;
    case '[':
      return bracketed(text, at, at, closing);
    case '<':
      return angled(text, at);
    case ':':
      return text.startsWith('://', at) ? bare(text, at, from) : undefined;
    case 'd':
    case 'D':
      return invitation(text, at);
    default:
      return undefined;
  }
}

function bracketed(text: string, start: number, open: number, closing: Brackets): Found | undefined {
  const close = closing.get(open);
  if (close === undefined || close - open >= LONGEST) return undefined;
  const label = text.slice(open + 1, close);
  const isPicture = start < open;
  if (text[close + 1] === ':' && !isPicture && isLineStart(text, start)) {
    const definition = match(DEFINITION, text, close + 2);
    if (definition && LEADS_SOMEWHERE.test(definition[1]!))
      return {
        kind: 'reference',
        words: '',
        url: unescaped(definition[1]!),
        start,
        end: DEFINITION.lastIndex,
      };
  }
  if (text[close + 1] !== '(') return undefined;
  let at = close + 2;
  while (/\s/u.test(text[at] ?? '') && at < close + LONGEST) at += 1;
  const destination = match(DESTINATION, text, at)?.[0] ?? '';
  if (destination.length > LONGEST || !match(TITLE, text, at + destination.length)) return undefined;
  const end = TITLE.lastIndex;
  const url = unescaped(destination.replace(/^<|>$/gu, ''));
  return { kind: isPicture ? 'picture' : 'masked', words: label, url, start, end, label };
}

/** The offset of the closing bracket by that of the opening one. */
type Brackets = ReadonlyMap<number, number>;

/**
 * The pairs of brackets, found in one pass. An escaped bracket counts for none around it; an escaped opening one, which
 * may begin a link all the same, ends where the brackets around it do.
 */
function closingBrackets(text: string): Brackets {
  const closing = new Map<number, number>();
  const open: number[][] = [[]];
  for (let at = text.indexOf('['); at >= 0 && at < text.length; at++) {
    if (text[at] === '\\') {
      at += 1;
      if (text[at] === '[') open.at(-1)!.push(at);
    } else if (text[at] === '[') open.push([at]);
    else if (text[at] === ']') {
      const ending = open.length > 1 ? open.pop()! : open[0]!.splice(0);
      for (const start of ending) closing.set(start, at);
    }
  }
  return closing;
}

function angled(text: string, start: number): Found | undefined {
  const source = match(ANGLE, text, start)?.[0];
  if (source === undefined) return undefined;
  const url = source.slice(1, -1);
  return { kind: 'address', words: url, url, start, end: start + source.length };
}

function invitation(text: string, start: number): Found | undefined {
  const url = match(INVITATION, text, start)?.[0];
  return url === undefined ? undefined : { kind: 'address', words: url, url, start, end: start + url.length };
}

/** @param colon the offset of `://` */
function bare(text: string, colon: number, from: number): Found | undefined {
  let start = colon;
  while (start > from && SCHEME_CHARACTER.test(text[start - 1]!)) start -= 1;
  while (start < colon && !LETTER.test(text[start]!)) start += 1;
  const rest = match(ADDRESS_REST, text, colon + '://'.length)?.[0];
  if (start === colon || rest === undefined) return undefined;
  const end = ADDRESS_REST.lastIndex;
  const url = text.slice(start, end);
  // An opening angle bracket that starts no angled address; both brackets are plain text.
  const hasAngles = text[start - 1] === '<' && start > from && text[end] === '>';
  return {
    kind: 'address',
    words: url,
    url,
    start: hasAngles ? start - 1 : start,
    end: hasAngles ? end + 1 : end,
  };
}

function kept({ kind, words, source }: Link, label: string | undefined): string {
  if (label === undefined || words === label) return source;
  const opening = kind === 'picture' ? '![' : '[';
  return opening + words + source.slice(opening.length + label.length);
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isLineStart(text: string, at: number): boolean {
  return /(?:^|\n)[ \t]*$/u.test(text.slice(Math.max(0, at - 80), at));
}

function unescaped(url: string): string {
  return url.replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1');
}

/**
 * Like `withLinks`, but first removes characters that change the writing direction or control a screen, and repeats
 * until nothing changes, because the remains of a link may form another with its surroundings.
 */
export function withLinksThroughout(given: string, replace: (link: Link) => string | undefined): string {
  let text = withoutUnseen(given);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = text;
    text = withLinks(before, replace);
    if (text === before) return text;
  }
  // Nobody nests links this deeply for a good reason.
  return text.replaceAll('://', ': //');
}

/** Most lines have none that could be invisible. */
const MAY_BE_UNSEEN = /[^\t\n\r -~\u00a0-\u02ff\u4e00-\u9fff]/;

/** Remove invisible characters. */
export function withoutUnseen(text: string): string {
  if (!MAY_BE_UNSEEN.test(text)) return text;
  return text.replace(UNSEEN, '$1');
}
