/** What may be wrong with an extractive story, looked for by other means than those that write it. */
import { measure } from '../../../src/newsroom/edition/lengths.ts';
import { numbersIn } from '../../../src/text/numbers.ts';
import { jaccard } from '../../../src/text/similarity.ts';
import { sentences } from '../../../src/text/sentences.ts';
import { tokens } from '../../../src/text/tokens.ts';
import { citedSentences } from '../../../src/text/cited-sentences.ts';
import type { storyMaterial } from './desk-requests.ts';

type Material = ReturnType<typeof storyMaterial>;

/** What opens a story and points at something that nobody has read yet. */
const DANGLING =
  /^["“‘]?(?:He|She|It|They|His|Her|Its|Their|This|That|These|Those|Such|But|And|So|Yet|However|Also|Meanwhile|Instead|Still|Then|Another|Others|Both|The (?:two|three|pair|duo|former|latter|other|same))\b(?! (?:is|was) (?:a|an|the)\b)/;
const HAN_DANGLING =
  /^[「（]?(?:他|她|它|這|此|該|其|但|不過|然而|因此|所以|同時|另外|之後|隨後|其後|兩人|三人|後者|前者|上述)/u;
/** The one line that is no quotation. */
const DIFFER = /(?:The sources differ on this number: [^\n]*?\]\.|兩個來源的數字不一：[^\n]*?\]。)/gu;

/** Empty for a story that holds. */
export function storyFaults(body: string, { story, sources, lengths }: Material): string[] {
  const told = citedSentences(body.replace(DIFFER, ''));
  const faults: string[] = [];
  for (const { text, cites } of told) {
    const source = sources.find(({ n }) => n === cites[0]);
    if (cites.length !== 1 || source === undefined) faults.push(`no one source: ${text}`);
    else if (!bare(source.text.replace(/\[\d+\]/g, '')).includes(bare(text)))
      faults.push(`not in [${source.n}]: ${text}`);
  }
  const length = measure(body, lengths.unit as 'words' | 'cjk');
  if (length < lengths.min || length > lengths.max) faults.push(`length ${length}`);
  const first = told[0]?.text ?? '';
  if (DANGLING.test(first) || HAN_DANGLING.test(first)) faults.push(`dangling opening: ${first}`);
  for (const [at, one] of told.entries())
    for (const other of told.slice(at + 1))
      if (
        jaccard(new Set(tokens(one.text)), new Set(tokens(other.text))) >= 0.55 ||
        bare(one.text) === bare(other.text)
      )
        faults.push(`repeated: ${other.text}`);
  faults.push(...twice(told.map(({ text }) => text)));
  for (const number of headlineNumbers(story.title)) {
    const has = (text: string) => numbersIn(text).some((other) => other.value === number);
    const own = sources.filter((source) => source.usable && source.language === sources[0]?.language);
    // Only what a sentence can be quoted for can be told.
    const quotable = own.some(({ text }) =>
      sentences(text).some((one) => has(one.text) && isPlain(one.text)),
    );
    if (quotable && !has(body)) faults.push(`the headline's ${number} is missing`);
  }
  return faults;
}

/** The same figure of the same thing in two sentences: "12 people injured", "12 were injured". */
function twice(told: readonly string[]): string[] {
  const figures = told.map((text) =>
    numbersIn(text)
      .filter(
        ({ value, unit, time, start }) => !time && (unit !== '' || value > 12) && text[start - 1] !== '第',
      )
      .map((number) => ({
        ...number,
        about: new Set(tokens(text.slice(Math.max(0, number.start - 40), number.end + 40))),
      })),
  );
  return figures.flatMap((own, at) =>
    own.flatMap((one) =>
      figures.slice(at + 1).flatMap((others, after) => {
        const same = others.find(
          ({ value, unit, about }) =>
            value === one.value && unit === one.unit && shared(about, one.about) >= 4,
        );
        return same === undefined
          ? []
          : [`"${one.text}" is told twice: ${told[at] ?? ''} | ${told[at + 1 + after] ?? ''}`];
      }),
    ),
  );
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((one) => b.has(one)).length;
}

function headlineNumbers(title: string): number[] {
  return numbersIn(title)
    .filter(
      ({ time, value, unit }) => !time && (unit !== '' || (value > 2 && !(value > 1900 && value < 2100))),
    )
    .map(({ value }) => value);
}

/** Prose of a usual length, without a question, an address or the first person. */
function isPlain(text: string): boolean {
  const words = text.split(/\s+/).length;
  return (
    words <= 45 &&
    words >= 8 &&
    /[.!。]["”’]?$/u.test(text) &&
    !/\b(?:I|we|our|my|you|your)\b|https?:|[“"]/iu.test(text)
  );
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
