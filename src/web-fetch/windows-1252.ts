/** Windows-1252, which can decode any bytes. Node's decoder reads 0x80 to 0x9f as Latin-1 control characters. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** The UTF-16 unit of each byte. */
const UNITS = Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? HIGH.charCodeAt(byte - 0x80) : byte,
);
/** Decode bytes of a page that says ISO-8859-1 and means Windows-1252, as browsers do. */
export function fromWindows1252(bytes: Uint8Array): string {
  const units = Buffer.alloc(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 1) units.writeUInt16LE(UNITS[bytes[at]!]!, at * 2);
  return units.toString('utf16le');
}

/**
 * Replace the control characters U+0080 to U+009F, which result from reading Windows-1252 as Latin-1, by the
 * quotation marks and dashes they stand for. Those that stand for nothing are left for `plainText` to drop.
 */
export function withoutC1(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (character) => HIGH.charAt(character.charCodeAt(0) - 0x80));
}
