/** How much of a topic some texts speak of. Pure. */
import { shareIn } from '../newsroom/model/events-like.ts';
import { hasHan } from '../text/chinese/has-han.ts';
import { meantWords } from '../text/chinese/meanings.ts';
import { scriptless } from '../text/chinese/scripts.ts';
import { conceptsOf, termsOf } from '../text/concepts.ts';
import { bundledGlossary } from '../text/glossary/glossary.ts';
import { tokens } from '../text/tokens.ts';

/** Words of a meaning may stand so many words apart: "the price of a new home". */
const APART = 3;
/** Names in which a word means something else than it does. */
const OTHER_THINGS: readonly (readonly [RegExp, string])[] = [
  [/\bhouses? of (?:commons|lords|representatives)\b/giu, 'parliament'],
  [/\b(?:white|clearing) house\b/giu, 'institution'],
  [
    /\b(?:signing|software|code|coding|programming|cryptographic|open-source|javascript|python)\s+librar(?:y|ies)\b/giu,
    'software',
  ],
];

/** The share of the topic that the texts contain together, 0 to 1. A Chinese word counts by its whole meaning. */
export function topicShare(topic: string, texts: readonly string[]): number {
  const plain = texts.map(withoutOtherThings);
  if (!hasHan(topic)) return shareIn(topic, plain);
  const parts = partsOf(topic);
  const literal = shareIn(topic, plain.filter(hasHan));
  if (parts.length === 0) return literal;
  const words = wordsOf(plain);
  return Math.max(literal, parts.filter((part) => part(words)).length / parts.length);
}

/** Whether the topic is one thing, which a text may mention in passing. */
export function isOneThing(topic: string): boolean {
  if (hasHan(topic)) return partsOf(topic).length < 2;
  return conceptsOf(topic, { glossary: bundledGlossary(), acrossLanguages: false }).length < 2;
}

interface ReportWords {
  /** Under which terms it can be found: words, names, numbers. */
  readonly terms: ReadonlySet<string>;
  /** In one script. */
  readonly chinese: string;
  /** The words of each English text, in order. */
  readonly english: readonly (readonly string[])[];
}

function wordsOf(texts: readonly string[]): ReportWords {
  return {
    terms: termsOf(texts.join('\n'), { glossary: bundledGlossary(), acrossLanguages: false }),
    chinese: scriptless(texts.filter(hasHan).join('\n')),
    english: texts.filter((text) => !hasHan(text)).map(tokens),
  };
}

type Part = (words: ReportWords) => boolean;

function partsOf(topic: string): Part[] {
  const named = bundledGlossary().mentionsIn(topic);
  const rest = named.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    topic,
  );
  const latin = `${named.map(({ text }) => text).join(' ')} ${rest.replace(/\p{Script=Han}+/gu, ' ')}`;
  const terms = conceptsOf(latin, { glossary: bundledGlossary(), acrossLanguages: false });
  return [
    ...terms.map(
      (alternatives): Part =>
        ({ terms: words }) =>
          alternatives.some((term) => words.has(term)),
    ),
    ...meantWords(rest).map(
      ({ word, meanings }): Part =>
        ({ chinese, english }) =>
          chinese.includes(scriptless(word)) ||
          meanings.some((meaning) => english.some((words) => stand(meaning, words))),
    ),
  ];
}

/** Whether the words stand near each other. */
function stand(meaning: readonly string[], words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!meaning.includes(word)) return false;
    const near = words.slice(at, at + meaning.length + APART);
    return meaning.every((one) => near.includes(one));
  });
}

function withoutOtherThings(text: string): string {
  return OTHER_THINGS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}
