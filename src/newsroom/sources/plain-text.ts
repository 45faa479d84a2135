/** Converts text in data (with occasional tags and entities) to plain text, one paragraph per line. */
import { decodeHTML } from 'entities';
import { oneLine } from './one-line.ts';

/** The text of HTML in a field of a feed or of metadata, escaped or not. */
export function plainText(written: string): string {
  // Text is often escaped twice; what then looks like a tag was meant as one.
  const text = decodeHTML(decodeHTML(written))
    .replace(/<(?:\/(?:p|div|li|h[1-6]|blockquote)|br)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '');
  return text
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter(Boolean)
    .join('\n');
}
