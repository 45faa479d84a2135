import { decodeReferences } from './html-entities.ts';

const UNSEEN = /<(script|style|template|noscript)\b[\s\S]*?<\/\1\s*>/gi;
const BLOCK =
  /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|table|blockquote|section|article|figure|figcaption|hr)\b[^>]*>/gi;
const TAG = /<!--[\s\S]*?-->|<!\[CDATA\[|\]\]>|<\/?[a-z][^<>]*>|<!doctype[^>]*>/gi;
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;

/**
 * Markup to one line of plain text: tags gone, character references read, blanks collapsed. A `<` that
 * opens no tag ("5 < 6") stays.
 */
export function plainText(markup: string): string {
  const bare = markup.replace(UNSEEN, ' ').replace(BLOCK, ' ').replace(TAG, '');
  return decodeReferences(bare).replace(CONTROL, '').replace(/\s+/g, ' ').trim();
}
