/**
 * Lines of plain text, by the columns that a terminal gives them: a CJK character takes two.
 *
 * A Latin word is never cut unless it is longer than a line. CJK may be cut between any two characters, but no line begins
 * with what closes and none ends with what opens.
 */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const NO_START = /^[、。，．：；？！）」』】〉》〕…％,.:;?!)\]”’%]/u;
const NO_END = /[（「『【〈《〔(“‘]$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The width in columns of a terminal: wide characters count twice. */
export function columns(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** @param indent stands before every line but the first. */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  const indented = columns(indent);
  let line = '';
  let taken = 0;
  for (const unit of unitsOf(text, width - indented)) {
    const start = lines.length === 0 ? 0 : indented;
    if (line.trim() !== '' && start + taken + columns(unit.text.trimEnd()) > width) {
      lines.push(`${lines.length === 0 ? '' : indent}${line.trimEnd()}`);
      line = unit.text.trimStart();
      taken = columns(line);
    } else {
      line += unit.text;
      taken += unit.width;
    }
  }
  if (line.trim() !== '') lines.push(`${lines.length === 0 ? '' : indent}${line.trimEnd()}`);
  return lines.join('\n');
}

interface Unit {
  text: string;
  /** In columns. */
  width: number;
  /** Its last character. */
  end: string;
}

/** What stays together: a word with the space behind it, a CJK character with its punctuation. */
function unitsOf(text: string, width: number): Unit[] {
  const units: Unit[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = units.at(-1);
    const wide = WIDE.test(segment) ? 2 : 1;
    if (last !== undefined && staysWith(last.end, segment) && last.width + wide <= width) {
      last.text += segment;
      last.width += wide;
      last.end = segment;
    } else units.push({ text: segment, width: wide, end: segment });
  }
  return units;
}

/** @param before a character, as `next` is. */
function staysWith(before: string, next: string): boolean {
  if (/^\s/u.test(next)) return true;
  if (/\s$/u.test(before)) return false;
  if (NO_START.test(next) || NO_END.test(before)) return true;
  return !WIDE.test(next) && !WIDE.test(before);
}
