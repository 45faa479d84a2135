/**
 * Tokens for matching: English words lower-cased and stemmed, CJK as character bigrams, numbers without thousands
 * separators. In the order of the text, with repetitions.
 */
import { CJK } from './cjk.ts';
import { remembered } from './remembered.ts';
import { stem } from './stem.ts';
import { isStopWord, withoutChineseStopWords } from './stop-words.ts';

const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|\d+(?:[.,]\d+)*|\p{L}(?:\p{L}|\p{M}|['’](?=\p{L}))*/gu;
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const CJK_PIECE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The meaningful tokens; stop words of both languages are left out. */
export function tokens(text: string): string[] {
  const found: string[] = [];
  for (const piece of piecesOf(text)) {
    if (CJK_PIECE.test(piece)) {
      for (const run of withoutChineseStopWords(piece).split(' ')) found.push(...bigrams(run));
    } else {
      const token = tokenOf(piece);
      if (token !== '') found.push(token);
    }
  }
  return found;
}

/** Of a word or a number; empty for a stop word. */
const tokenOf = remembered((piece) => {
  const word = plainWord(piece);
  return word === '' || isStopWord(word) ? '' : stem(word);
});

/** Chinese joins foreign names without a space: "Skymark航空" is a word and a CJK run. */
function piecesOf(text: string): readonly string[] {
  const pieces: readonly string[] = text.match(PIECE) ?? [];
  if (!CJK.test(text)) return pieces;
  return pieces.flatMap((piece) =>
    CJK_PIECE.test(piece) || !CJK.test(piece) ? piece : (piece.match(RUN) ?? []),
  );
}

/** Lower case, without a possessive ending; "1,200" becomes "1200". */
function plainWord(piece: string): string {
  if (/^\d/.test(piece)) return piece.replaceAll(',', '');
  return piece
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replaceAll('’', "'");
}

/** Character bigrams of a CJK run; a single character stands for itself. */
function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}
