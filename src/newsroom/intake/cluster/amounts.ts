/** Large amounts by their value, so that 84.6 million, 84.6m and 8460萬 are one word: "=84600000". */
import { scaleOf } from '../../../text/number-words.ts';

const AMOUNT =
  /(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?(hundred|thousand|million|billion|trillion)\b|\s?(bn|tn|mn|[mb])(?![\p{L}\p{N}])|\s?([百千十]?[萬万億亿兆]))/giu;

/** Amounts in one form whatever the language: "84.6 million" and 8460萬 are "=84600000". */
export function amountsIn(text: string): string[] {
  if (!/\d/.test(text)) return [];
  return [...text.matchAll(AMOUNT)].map(([, digits = '', word, short, han]) => {
    const value = Number(digits.replaceAll(',', '')) * scaleOf(word ?? short ?? han ?? '');
    // 84.6 × 1,000,000 is 84,599,999.99999999 in floating point.
    return `=${Number(value.toPrecision(12))}`;
  });
}
