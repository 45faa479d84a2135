/** Who speaks where in a source: a sentence's own speakers, else those of the sentence that it continues. */
import { attributionsIn } from '../../text/attributions.ts';
import type { SourceIndex } from './source-index.ts';

/** It goes on with what was said before: a quotation, or a pronoun that speaks. */
const CONTINUES =
  /^[“"‘'「『]|^(?:He|She|They|The\s(?:\p{Ll}+\s){1,3})(?:\p{Ll}+\s){0,2}(?:said|added|told|wrote|called|asked)\b|^[他她](?:又|亦|也|並|還)?(?:[說説指稱]|表示|指出|補充|認為|強調)/u;
const CLOSED_QUOTATION = /^[“"「『].*[”"」』]$/u;

/** For each place of the source, the names of those who speak in it. */
export function voicesOf({ source, places }: SourceIndex): readonly (readonly string[])[] {
  const own = places.map(({ text }) =>
    attributionsIn(text).map(({ speaker, original }) => original ?? speaker),
  );
  const sameParagraph = (a: number, b: number) => {
    const [first, second] = [places[a], places[b]];
    if (!first || !second || first.title !== second.title) return false;
    return !source.text.slice(first.start, second.start).includes('\n');
  };
  const voices: (readonly string[])[] = [];
  own.forEach((speakers, at) => {
    const text = places[at]?.text ?? '';
    const next = own[at + 1] ?? [];
    const before = voices[at - 1] ?? [];
    if (speakers.length > 0) voices.push(speakers);
    else if (CLOSED_QUOTATION.test(text) && next.length > 0 && sameParagraph(at, at + 1)) voices.push(next);
    else voices.push(CONTINUES.test(text) || sameParagraph(at - 1, at) ? before : []);
  });
  return voices;
}
