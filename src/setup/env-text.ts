/** Changes variables in the text of a `.env` file and leaves everything else in it as it is. */
import { parseEnv } from 'node:util';

/**
 * Set or, with null, remove variables. A new one is added at the end.
 * @throws Error when the result would not read back as meant.
 */
export function withVariables(text: string, changes: Readonly<Record<string, string | null>>): string {
  const wanted = { ...parseEnv(text) };
  let changed = text;
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete wanted[name];
    else wanted[name] = value;
    changed = withVariable(changed, name, value);
  }
  const read = parseEnv(changed);
  const wrong = [...new Set([...Object.keys(wanted), ...Object.keys(read)])].filter(
    (name) => wanted[name] !== read[name],
  );
  if (wrong.length > 0)
    throw new Error(
      `.env can't be changed safely: ${wrong.join(', ')} would read otherwise; change it by hand`,
    );
  return changed;
}

function withVariable(text: string, name: string, value: string | null): string {
  const line = value === null ? '' : `${name}=${quoted(name, value)}\n`;
  const all = assignments(name);
  if (!all.test(text)) {
    const gap = text === '' || text.endsWith('\n') ? '' : '\n';
    return `${text}${line === '' ? '' : gap}${line}`;
  }
  all.lastIndex = 0;
  let isFirst = true;
  return text.replace(all, () => {
    const placed = isFirst ? line : '';
    isFirst = false;
    return placed;
  });
}

/** Its lines; a quoted value may run over several. */
function assignments(name: string): RegExp {
  const value = String.raw`(?:"[^"]*"|'[^']*'|\`[^\`]*\`)[^\n]*|[^\n]*`;
  return new RegExp(String.raw`^[ \t]*(?:export[ \t]+)?${name}[ \t]*=[ \t]*(?:${value})(?:\n|$)`, 'gm');
}

function quoted(name: string, value: string): string {
  if (/^[\w./:@,+=?&%~*!^|;<>()[\]{}$-]+$/.test(value)) return value;
  const quote = ['"', "'", '`'].find((one) => !value.includes(one));
  if (quote === undefined || /[\r\n\0]|\\n/.test(value))
    throw new Error(`${name} has line breaks or all kinds of quotes in it, which a .env file can't hold`);
  return `${quote}${value}${quote}`;
}
