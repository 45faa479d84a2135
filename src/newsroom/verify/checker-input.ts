/**
 * The checker's input: a story's sentences, the pack's passages, and for each sentence the relevant passages. Each
 * passage appears once.
 */
import { isHeading } from './claims.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { PackPassage, PackPassages } from './pack-passages.ts';
import { doubted } from './repair-claims.ts';
import { sayDoubt } from './say-doubt.ts';
import type { CheckedStory, StoryText } from './verify-claims.ts';

export interface CheckerInput {
  /** The numbers of the sentences to judge. */
  readonly asked: readonly number[];
  /** One item per line: sources, passages, sentences. */
  readonly text: string;
}

/** The limit for passages in characters: all of a normal pack; of a larger one, the relevant ones. */
const MOST_PASSAGES = 16_000;
const BEST = { sure: 2, doubted: 4 };

/** @param which `all` sentences, or only those that the rules doubt */
export function checkerInput(
  { title, body }: StoryText,
  { sentences, claims }: CheckedStory,
  { pack, passages }: { readonly pack: SourcePack; readonly passages: PackPassages },
  which: 'all' | 'doubted' = 'all',
): CheckerInput {
  const lines = body.split('\n');
  const told = [
    { text: title, mark: '(title) ', cites: [] as readonly number[] },
    ...sentences.map(({ text, line, standsOn }) => ({
      text,
      mark: isHeading(lines[line] ?? '') ? '(heading) ' : standsOn.map((n) => `[${n}]`).join(''),
      cites: standsOn,
    })),
  ];
  const shown = told.flatMap((one, i) => {
    const doubts = doubted(claims).filter(({ claim }) => claim.sentence === i);
    if (which === 'doubted' && doubts.length === 0) return [];
    const best = passages.best(one, doubts.length > 0 ? BEST.doubted : BEST.sure);
    return [{ ...one, i, best, doubts: doubts.map(({ claim }) => sayDoubt(claim)) }];
  });
  const sentenceLine = ({ i, mark, text, best, doubts }: (typeof shown)[number]) =>
    [
      `${i} ${mark}${mark.endsWith(']') ? ' ' : ''}${text}`,
      ...(best.length > 0 ? [`  see ${best.map(({ id }) => id).join(' ')}`] : []),
      ...doubts.map((doubt) => `  in doubt: ${doubt}`),
    ].join('\n');
  const text = [
    'SOURCES',
    ...sourceLines(pack),
    '',
    'PASSAGES',
    ...chosen(
      passages.all,
      shown.flatMap(({ best }) => best),
    ).map((one) => `${one.id} ${one.text}`),
    '',
    'SENTENCES',
    ...shown.map(sentenceLine),
  ].join('\n');
  return { asked: shown.map(({ i }) => i), text };
}

function sourceLines({ sources }: SourcePack): string[] {
  return sources
    .filter(({ usable }) => usable)
    .map(({ n, outlet, title, publishedAtMs }) => {
      const published = publishedAtMs === undefined ? '' : `, ${new Date(publishedAtMs).toISOString()}`;
      return `[${n}] ${outlet}${published}: ${title}`;
    });
}

/** All if they fit; otherwise as many relevant ones as fit, in order. */
function chosen(all: readonly PackPassage[], best: readonly PackPassage[]): readonly PackPassage[] {
  const length = (passages: readonly PackPassage[]) =>
    passages.reduce((sum, { text }) => sum + text.length, 0);
  if (length(all) <= MOST_PASSAGES) return all;
  const wanted = new Set(best);
  let left = MOST_PASSAGES;
  return all.filter((one) => wanted.has(one) && (left -= one.text.length) >= 0);
}
