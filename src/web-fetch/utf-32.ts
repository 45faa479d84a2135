/** UTF-32 (four bytes per character), which the platform's decoder doesn't know. */

export type ByteOrder = 'big' | 'little';

/** The byte order of text that starts with UTF-32's mark or with `<`; undefined for anything else. */
export function utf32Order([a, b, c, d]: Uint8Array): ByteOrder | undefined {
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d === 0x3c))) return 'big';
  if (c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0))) return 'little';
  return undefined;
}

/** Decode UTF-32. Invalid characters become U+FFFD; a byte order mark is dropped. */
export function fromUtf32(bytes: Uint8Array, order: ByteOrder): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, order === 'little');
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (at > 0 || code !== 0xfeff) parts.push(isCharacter ? String.fromCodePoint(code) : '\ufffd');
  }
  return parts.join('');
}
