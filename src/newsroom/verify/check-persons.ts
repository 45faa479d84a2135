/**
 * Whether the Chinese names of a sentence are those in its Chinese sources: 藍采玲 is doubted when they have 藍采薇.
 * English sources can't tell how a name is written in Chinese.
 */
import { attributionsIn } from '../../text/attributions.ts';
import { hasHan } from '../../text/chinese/has-han.ts';
import { almostNamed, chinesePersonsIn, likelyPersonsIn, SURNAMES } from '../../text/chinese/persons.ts';
import { almostOrganisations } from '../../text/chinese/organisations.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import type { SourceIndex } from './source-index.ts';
import { almostTransliterated } from './translated-names.ts';

/** A four-character speaker that begins with a surname: 程以諾夫. */
const SPEAKER = new RegExp(`^[${SURNAMES}]\\p{Script=Han}{3}$`, 'u');
/** Adverbs between a name and its verb. */
const ADVERB = /[昨今則亦也又還曾已就並再都先後稍續仍更便均同另晚早日只才卻們等方]$/u;

/** The names that no source has. */
export function unknownPersons(
  sentence: string,
  sources: readonly SourceIndex[],
  glossary: Glossary,
): string[] {
  const chinese = sources.filter((source) => source.speaks(sentence));
  if (!hasHan(sentence) || chinese.length === 0) return [];
  const told = chinese.map(({ source }) => scriptless(`${source.title}\n${source.text}`));
  const stands = (name: string) => told.some((text) => text.includes(scriptless(name)));
  // If all sources are Chinese, every name must occur in one; otherwise only near matches are doubted.
  const isChineseAlone = chinese.length === sources.length;
  const speakers = attributionsIn(sentence)
    .map(({ speaker }) => speaker)
    .filter((speaker) => SPEAKER.test(speaker) && !ADVERB.test(speaker) && stands(speaker.slice(0, 3)));
  const almost = almostNamed(sentence, personsOf(chinese));
  // 「李強表」 is 李強: a name in the text followed by a character that doesn't belong to it.
  const persons = chinesePersonsIn(sentence).filter(
    (name) => !stands(name.slice(0, 2)) && !stands(name.slice(1)),
  );
  const known = glossary.mentionsIn(sentence).map(({ text }) => text);
  const bodies = almostOrganisations(
    sentence,
    chinese.map(({ source }) => `${source.title}\n${source.text}`),
  );
  const foreign = almostTransliterated(
    sentence,
    chinese.map(({ source }) => `${source.title}\n${source.text}`),
  );
  return [
    ...new Set([...almost, ...bodies, ...foreign, ...(isChineseAlone ? [...speakers, ...persons] : [])]),
  ].filter((name) => !stands(name) && !known.some((one) => name.includes(one) || one.includes(name)));
}

const persons = new WeakMap<SourceIndex, readonly string[]>();

function personsOf(sources: readonly SourceIndex[]): string[] {
  return sources.flatMap((source) => {
    const known = persons.get(source) ?? likelyPersonsIn(`${source.source.title}\n${source.source.text}`);
    persons.set(source, known);
    return known;
  });
}
