/**
 * Handles invisible characters, which let a page say one thing to people and another to models.
 *
 * Tag characters, which spell hidden letters, are decoded and marked as hidden. Direction overrides are named. Single
 * zero-width spaces and soft hyphens are removed; a long run of them, which could carry a message, is counted.
 * Joiners within words and emoji stay, and so do the three flags written with tags.
 */
import { TAG_FLAGS } from '../text/tag-flags.ts';

const TAGS = '[\u{E0000}-\u{E007F}]+';
const SELECTORS = '[\u{E0100}-\u{E01EF}]{2,}';
const DIRECTIONS = '[\u202A-\u202E\u2066-\u2069]';
const JOINED =
  '(?<=[\\p{L}\\p{M}\\p{Extended_Pictographic}\\uFE0F])[\\u200C\\u200D](?=[\\p{L}\\p{M}\\p{Extended_Pictographic}])';
const BLANKS =
  '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200F\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]+';
const CONTROLS = '[\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]+';

const UNSEEN = new RegExp(
  `(?<flag>${TAG_FLAGS})|(?<tags>${TAGS})|(?<selectors>${SELECTORS})|(?<direction>${DIRECTIONS})|(?<joined>${JOINED})` +
    `|(?<blanks>${BLANKS})|(?<controls>${CONTROLS})`,
  'gu',
);
/** More in a row than typesetting needs. */
const A_MESSAGE = 6;

/** The text as people see it, with a remark wherever something was hidden. */
export function shown(text: string): string {
  return text.replace(UNSEEN, (found: string, ...rest: unknown[]) => {
    const kind = rest.at(-1) as Record<string, string | undefined>;
    if (kind['flag'] !== undefined || kind['joined'] !== undefined) return found;
    if (kind['tags'] !== undefined) return `[hidden text: "${spelled(found)}"]`;
    if (kind['direction'] !== undefined)
      return `[U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`;
    const count = [...found].length;
    return kind['selectors'] !== undefined || count >= A_MESSAGE ? `[${count} invisible characters]` : '';
  });
}

/** The letters that tag characters stand for. */
function spelled(tags: string): string {
  return [...tags]
    .map((tag) => (tag.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('');
}
