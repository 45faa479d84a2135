/** Words of others inside HTML, as text or in a quoted attribute. */
const MEANS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function htmlWords(text: string): string {
  return text.replace(/[&<>"']/gu, (mark) => MEANS[mark]!);
}
