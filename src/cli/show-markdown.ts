/**
 * Markdown for a terminal: bold, italics, code, headings, quotations and links as ANSI codes. Other text stays as
 * it is; only the marks are removed.
 */
const [BOLD, DIM, ITALIC, UNDERLINE, PLAIN] = ['1', '2', '3', '4', '0'].map((code) => `\u001B[${code}m`) as [
  string,
  string,
  string,
  string,
  string,
];

/** @param text without control characters; the caller removes them. */
export function showMarkdown(text: string): string {
  let isCode = false;
  return text
    .split('\n')
    .flatMap((line) => {
      if (/^\s*```/u.test(line)) {
        isCode = !isCode;
        return [];
      }
      return [isCode ? `${DIM}${line}${PLAIN}` : showLine(line)];
    })
    .join('\n');
}

function showLine(line: string): string {
  const heading = /^#{1,6} (.+)$/u.exec(line)?.[1];
  if (heading !== undefined) return `${BOLD}${inline(heading, BOLD)}${PLAIN}`;
  const small = /^-# (.+)$/u.exec(line)?.[1];
  if (small !== undefined) return `${DIM}${inline(small, DIM)}${PLAIN}`;
  const quoted = /^> ?(.*)$/u.exec(line)?.[1];
  if (quoted !== undefined) return `${DIM}│${PLAIN} ${ITALIC}${inline(quoted, ITALIC)}${PLAIN}`;
  const item = /^(\s*)[-*] (.+)$/u.exec(line);
  if (item) return `${item[1] ?? ''}• ${inline(item[2] ?? '', '')}`;
  return inline(line, '');
}

/** @param around the style to restore after each part. */
function inline(text: string, around: string): string {
  const back = `${PLAIN}${around}`;
  return text
    .split(/(`[^`]+`|<?https?:\/\/[^\s<>]+>?|<chat:(?:console|terminal):[^\s<>]+>)/u)
    .map((part, at) => {
      if (at % 2 === 1)
        return part.startsWith('`')
          ? `${DIM}${part.slice(1, -1)}${back}`
          : `${UNDERLINE}${shownLink(part)}${back}`;
      return part
        .replace(/\*\*([^*]+)\*\*/gu, `${BOLD}$1${back}`)
        .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/gu, `${ITALIC}$1${back}`)
        .replace(/(?<!\w)_([^_\s][^_]*)_(?!\w)/gu, `${ITALIC}$1${back}`);
    })
    .join('');
}

/** An address, or the key of a conversation, as `--session` takes it. */
function shownLink(written: string): string {
  const bare = written.replace(/^<(?:chat:)?|>$/gu, '');
  if (!written.startsWith('<chat:')) return bare;
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
