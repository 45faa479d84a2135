/**
 * Scores of the check of claims on the data of `../shared/data/claims-dev` (its README has the format): false alarms in honest
 * stories, errors planted in them that are caught, and pairs of a figure told right and told wrong.
 *
 * A planted error is caught when its sentence has a doubt that the untouched story doesn't have; a new doubt in any other
 * sentence is a stray one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { citedSentences } from '../../../src/text/cited-sentences.ts';
import { inspectVerifyLine } from '../../../src/newsroom/inspect/inspect-verify.ts';
import type { ClaimsChecker } from '../../../src/newsroom/inspect/claims-checker.ts';
import type { ShownVerification } from '../../../src/newsroom/inspect/inspect-verify.ts';
import { dataFolder } from '../../support/data-folder.ts';

const FOLDER = join(dataFolder, 'claims-dev');

interface PlantedError {
  readonly original: string;
  readonly changed: string;
  readonly kind: string;
}

export interface HonestStory {
  readonly id: string;
  readonly lang: string;
  readonly title: string;
  readonly built_at: number;
  readonly body: string;
  readonly sources: readonly {
    readonly id: number;
    readonly url: string;
    readonly title?: string;
    readonly published_at?: number;
    readonly text: string;
  }[];
  readonly planted: readonly PlantedError[];
}

export interface FigurePair {
  readonly source: string;
  readonly supported: string;
  readonly changed: string;
}

/** Undefined where the data does not stand beside the repository. */
export function claimsData():
  { readonly stories: readonly HonestStory[]; readonly pairs: readonly FigurePair[] } | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const lines = gunzipSync(readFileSync(`${FOLDER}/stories.jsonl.gz`))
    .toString('utf8')
    .trim()
    .split('\n');
  return {
    stories: lines.map((line) => JSON.parse(line) as HonestStory),
    pairs: JSON.parse(readFileSync(`${FOLDER}/figures.json`, 'utf8')) as FigurePair[],
  };
}

type Doubt = Pick<ShownVerification['claims'][number], 'sentence' | 'kind' | 'text'>;

interface StoryScore {
  readonly id: string;
  readonly claims: number;
  /** In the untouched story. */
  readonly falseAlarms: readonly Doubt[];
  readonly planted: readonly (PlantedError & {
    readonly caught: boolean;
    readonly stray: readonly Doubt[];
  })[];
}

export async function scoreStory(story: HonestStory, checker?: ClaimsChecker): Promise<StoryScore> {
  const honest = await verified(story, story.body, checker);
  const before = new Map<string, number>();
  for (const doubt of doubtsOf(honest)) before.set(keyOf(doubt), (before.get(keyOf(doubt)) ?? 0) + 1);
  const planted = [];
  for (const error of story.planted) {
    const body = story.body.replace(error.original, () => error.changed);
    if (body === story.body) throw new Error(`${story.id} has no "${error.original}"`);
    const left = new Map(before);
    const added = doubtsOf(await verified(story, body, checker)).filter((doubt) => {
      const known = left.get(keyOf(doubt)) ?? 0;
      left.set(keyOf(doubt), known - 1);
      return known <= 0;
    });
    const touched = sentencesTouched(story.body, body);
    const caught = added.some(({ sentence }) => touched.has(sentence));
    planted.push({ ...error, caught, stray: added.filter(({ sentence }) => !touched.has(sentence)) });
  }
  return { id: story.id, claims: honest.claims.length, falseAlarms: doubtsOf(honest), planted };
}

/** The doubts of a pair's true and of its false retelling. */
export async function scorePair({ source, supported, changed }: FigurePair) {
  const doubts = async (said: string) => {
    const sources = [
      { n: 1, url: 'https://paper.test/a', publishedAt: '2019-11-20T08:00:00Z', text: source },
    ];
    const line = { builtAt: '2019-11-20T12:00:00Z', title: '', body: `${said} [1]`, sources };
    return doubtsOf(await inspectVerifyLine(line));
  };
  return { falseAlarms: await doubts(supported), caught: (await doubts(changed)).length > 0 };
}

export async function verified(
  { lang, built_at, title, sources }: HonestStory,
  body: string,
  checker?: ClaimsChecker,
): Promise<ShownVerification> {
  const line = {
    language: lang,
    builtAt: built_at,
    title,
    body,
    sources: sources.map(({ id, url, title: headline, published_at, text }) => ({
      n: id,
      url,
      title: headline,
      publishedAt: published_at,
      text,
    })),
  };
  const answer = await inspectVerifyLine(line, { checker });
  if (answer.checker) throw new Error(answer.checker.because);
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

function doubtsOf({ claims }: ShownVerification): Doubt[] {
  return claims.filter(({ verdict }) => verdict === 'doubted' || verdict === 'contradicted');
}

function keyOf({ kind, text }: Doubt): string {
  return `${kind}|${text}`;
}

/** The sentences of the changed body that the untouched one doesn't have. */
function sentencesTouched(before: string, after: string): Set<number> {
  const known = new Set(citedSentences(before).map(({ text }) => text));
  return new Set(citedSentences(after).flatMap(({ text }, at) => (known.has(text) ? [] : [at + 1])));
}
