/** Text as data has it (with tags and entities, now and then) to plain text, one paragraph a line. */
import { decodeHTML } from 'entities';
import { oneLine } from './one-line.ts';

/** Text out of HTML that was written into a field of a feed or of metadata, escaped or not. */
export function plainText(written: string): string {
  // Escaped twice is common; what is then a tag was meant as one.
  const text = decodeHTML(decodeHTML(written))
    .replace(/<(?:\/(?:p|div|li|h[1-6]|blockquote)|br)\b[^<>]{0,200}>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,2000}>/gi, '');
  return text
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter(Boolean)
    .join('\n');
}
