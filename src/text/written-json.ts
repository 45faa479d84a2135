/** JSON for people: a value that fits into a line stands in it, others are indented. */

const WIDTH = 110;
/** A record, such as a feed, has a line of its own up to this. */
const RECORD_WIDTH = 200;

/** @param depth how far it is indented, in steps of two spaces */
export function writtenJson(value: unknown, depth = 0, before = 0): string {
  const flat = inLine(value);
  const indent = 2 * depth;
  const most = isRecord(value) ? RECORD_WIDTH : WIDTH;
  if (depth > 0 && indent + before + flat.length < most) return flat;
  if (typeof value !== 'object' || value === null) return flat;
  const inner = ' '.repeat(indent + 2);
  const outer = ' '.repeat(indent);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${itemLines(value, depth + 1)
      .map((line) => `${inner}${line}`)
      .join(',\n')}\n${outer}]`;
  }
  const fields = fieldsOf(value).map(([name, field]) => {
    const key = `${JSON.stringify(name)}: `;
    return `${inner}${key}${writtenJson(field, depth + 1, key.length)}`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n${outer}}`;
}

/** Short words of a list share lines; everything else has a line of its own. */
function itemLines(items: readonly unknown[], depth: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const written = writtenJson(item, depth);
    const last = lines.at(-1);
    const isWord = typeof item !== 'object';
    if (isWord && last !== undefined && 2 * depth + last.length + written.length + 2 < WIDTH)
      lines[lines.length - 1] = `${last}, ${written}`;
    else lines.push(written);
  }
  return lines;
}

/** Fields with single values in them. */
function isRecord(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((field) => typeof field !== 'object')
  );
}

function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = fieldsOf(value).map(([name, field]) => `${JSON.stringify(name)}: ${inLine(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}
