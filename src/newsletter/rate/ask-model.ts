/**
 * What a language model is asked about articles, and how its answers are read: by number, so that a bad entry costs only
 * itself. What it doesn't know of is ignored; what it leaves out is undefined; what it says twice, and differently, too.
 */
import { z } from 'zod';
import { itemNumber, listIn, writtenScore } from '../steps/read-items.ts';
import { shortLine } from '../../text/shorten.ts';
import type { Comparison } from './bradley-terry.ts';
import type { BatchAsker } from './batch-asker.ts';
import type { Entrant } from './entrant.ts';
import type { Judgement } from './rule-judgement.ts';

const PAIRS_A_PROMPT = 6;
const ARTICLES_A_PROMPT = 12;
const TOKENS_AROUND = 512;
const TOKENS_AN_ANSWER = 60;
const TITLE_CHARACTERS = 200;
const LINE_CHARACTERS = 400;

const choice = z.object({ pair: z.int(), better: z.enum(['a', 'b', 'tie']) });
const judgement = z.object({
  n: z.int(),
  on_topic: z.number().min(0).max(1),
  important: z.number().min(0).max(1),
  low_quality: z.number().min(0).max(1),
});
const CHOICES = { name: 'article_choices', schema: z.object({ choices: z.array(choice) }) };
const JUDGEMENTS = { name: 'article_judgements', schema: z.object({ articles: z.array(judgement) }) };
/** Read item by item, in the forms that models use; an answer without items is none. */
const items = z.unknown().transform(listIn).pipe(z.array(z.unknown()).min(1));
const share = writtenScore.pipe(z.number().min(0).max(1));
const readChoice = z.object({
  pair: itemNumber,
  better: z.string().toLowerCase().pipe(choice.shape.better),
});
const readJudgement = z.object({ n: itemNumber, on_topic: share, important: share, low_quality: share });

type Preferred = Comparison['preferred'];

/** For each pair in its order; undefined where the whole prompt came to nothing. A pair that is left out is a tie. */
export async function compareByModel(
  pairs: readonly (readonly [Entrant, Entrant])[],
  asker: BatchAsker,
): Promise<(Preferred | undefined)[]> {
  const batches = inBatches(pairs, PAIRS_A_PROMPT);
  const answers = await asker.ask(batches, (batch) => ({
    prompt: 'newsletter_compare_v1',
    material: {
      pairs: batch.map((pair, at) => {
        const [a, b] = isSwapped(at) ? [pair[1], pair[0]] : pair;
        return { pair: at + 1, a: shown(a), b: shown(b) };
      }),
    },
    answer: CHOICES,
    read: items,
    maxOutputTokens: TOKENS_AROUND + TOKENS_AN_ANSWER * batch.length,
  }));
  return batches.flatMap((batch, n) => {
    const answer = answers[n];
    if (answer === undefined) return batch.map(() => undefined);
    const said = byNumber(answer, readChoice, ({ pair }) => pair);
    return batch.map((_, at) =>
      turned(agreed(said.get(at + 1), ({ better }) => better) ?? 'tie', isSwapped(at)),
    );
  });
}

/** For each article in its order; undefined where nothing usable was said of it. */
export async function judgeByModel(
  entrants: readonly Entrant[],
  topics: readonly string[],
  asker: BatchAsker,
): Promise<(Judgement | undefined)[]> {
  const batches = inBatches(entrants, ARTICLES_A_PROMPT);
  const answers = await asker.ask(batches, (batch) => ({
    prompt: 'newsletter_judge_v1',
    material: { topics, articles: batch.map((one, at) => ({ n: at + 1, ...shown(one) })) },
    answer: JUDGEMENTS,
    read: items,
    maxOutputTokens: TOKENS_AROUND + TOKENS_AN_ANSWER * batch.length,
  }));
  return batches.flatMap((batch, n) => {
    const said = byNumber(answers[n] ?? [], readJudgement, (one) => one.n);
    return batch.map((_, at) => {
      const one = said.get(at + 1)?.[0];
      return one && { onTopic: one.on_topic, important: one.important, lowQuality: one.low_quality };
    });
  });
}

function shown({ article, line }: Entrant) {
  return {
    title: shortLine(article.title, TITLE_CHARACTERS),
    source: shortLine(article.source, TITLE_CHARACTERS),
    summary: shortLine(line, LINE_CHARACTERS),
  };
}

/** The better placed stands first in every second pair only: a model that likes what it reads first decides nothing. */
function isSwapped(at: number): boolean {
  return at % 2 === 1;
}

function turned(preferred: Preferred, swapped: boolean): Preferred {
  if (!swapped || preferred === 'tie') return preferred;
  return preferred === 'a' ? 'b' : 'a';
}

function byNumber<T>(entries: readonly unknown[], schema: z.ZodType<T>, numberOf: (one: T) => number) {
  const said = new Map<number, T[]>();
  for (const entry of entries) {
    const one = schema.safeParse(entry).data;
    if (one !== undefined) said.set(numberOf(one), [...(said.get(numberOf(one)) ?? []), one]);
  }
  return said;
}

/** What all say; undefined where they differ, or nobody says anything. */
function agreed<T, V>(said: readonly T[] | undefined, valueOf: (one: T) => V): V | undefined {
  const values = new Set(said?.map(valueOf));
  return values.size === 1 ? [...values][0] : undefined;
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
