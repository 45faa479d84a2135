/** A payload as a log may hold it: its beginning, without what tells of a person. */
import { shortLine } from '../text/shorten.ts';

const MOST = 300;
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[e-mail]'],
  [/<[@#][!&]?\d+>/gu, '[mention]'],
  [/(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{2,}/gu, '[mention]'],
  [/\b[A-Z]{1,2}\d{6}\(?[\dA]\)?/gu, '[number]'],
  [/(?<![\d.,])\+?\d(?:[\s().-]?\d){7,}(?![\d])/gu, '[number]'],
];

/** A payload as one line of a log: cut short, e-mail addresses, telephone numbers and other personal data masked. */
export function loggable(payload: unknown): string {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return shortLine(
    PERSONAL.reduce((said, [form, mark]) => said.replace(form, mark), text.slice(0, 8 * MOST)),
    MOST,
  );
}
