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
  let line = '';
  for (const unit of unitsOf(text, width - columns(indent))) {
    const start = lines.length === 0 ? '' : indent;
    if (line.trim() !== '' && columns(`${start}${line}${unit.trimEnd()}`) > width) {
      lines.push(`${start}${line.trimEnd()}`);
      line = unit.trimStart();
    } else line += unit;
  }
  if (line.trim() !== '') lines.push(`${lines.length === 0 ? '' : indent}${line.trimEnd()}`);
  return lines.join('\n');
}

/** What stays together: a word with the space behind it, a CJK character with its punctuation. */
function unitsOf(text: string, width: number): string[] {
  const units: string[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const last = units.at(-1);
    if (last !== undefined && staysWith(last, segment) && columns(last + segment) <= width)
      units[units.length - 1] = last + segment;
    else units.push(segment);
  }
  return units;
}

function staysWith(before: string, next: string): boolean {
  if (/^\s/u.test(next)) return true;
  if (/\s$/u.test(before)) return false;
  if (NO_START.test(next) || NO_END.test(before)) return true;
  return !WIDE.test(next) && !isWideAtEnd(before);
}

function isWideAtEnd(text: string): boolean {
  const last = [...graphemes.segment(text)].at(-1)?.segment ?? '';
  return WIDE.test(last);
}
