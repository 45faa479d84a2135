import { fromWindows1252 } from './windows-1252.ts';

/**
 * Bytes to text: byte order mark, then the HTTP charset, then the document's own declaration (XML or HTML), then UTF-8, then
 * windows-1252, which reads anything. A label that is wrong (the bytes don't fit) is passed over.
 */
export function decodeBytes(bytes: Uint8Array, contentType: string | undefined): string {
  const labels = [byteOrderMark(bytes), charsetOf(contentType), declared(bytes), 'utf-8'];
  for (const label of labels) {
    const text = label === undefined ? undefined : decodeAs(label, bytes);
    if (text !== undefined) return text;
  }
  return fromWindows1252(bytes);
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
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
}

function declared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2_048));
  const found =
    /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(head) ??
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head);
  return found?.[1];
}

function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    return decoder.encoding === 'windows-1252' ? fromWindows1252(bytes) : decoder.decode(bytes);
  } catch {
    return undefined; // an unknown label, or bytes that don't fit it
  }
}
