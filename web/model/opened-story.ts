/** What an opened story shows of its claims and passages. Pure. */
import type { Words } from '../words/en.ts';
import type { OpenedStory } from './shapes.ts';

export type Spot = NonNullable<OpenedStory['claims'][number]['spot']>;

/** What was chosen: a claim, the nearest passage of a sentence, or one side of a conflict. */
export interface Chosen {
  /** Tells it apart from the others. */
  readonly key: string;
  readonly spot?: Spot | undefined;
  readonly said: string;
}

const LONGEST_QUOTE = 240;

const sourceOf = ({ sources }: OpenedStory, { n }: Spot) => sources.find((source) => source.n === n);

/** The words of a passage. */
function quoteOf(opened: OpenedStory, spot: Spot): string {
  const source = sourceOf(opened, spot);
  const text = (spot.title ? source?.title : source?.text) ?? '';
  const quote = text.slice(spot.start, spot.end).replace(/\s+/g, ' ').trim();
  return quote.length > LONGEST_QUOTE ? `${quote.slice(0, LONGEST_QUOTE)}…` : quote;
}

/** "[1] Quayside Post" */
export const whereOf = (opened: OpenedStory, spot: Spot): string =>
  `[${spot.n}] ${sourceOf(opened, spot)?.outlet ?? ''}`.trim();

export function chosenClaim(opened: OpenedStory, index: number, say: Words['story']): Chosen | undefined {
  const claim = opened.claims[index];
  if (!claim) return undefined;
  const { verdict, doubt = '', because, spot } = claim;
  const text = claim.kind === 'entailment' ? say.sentence : claim.text;
  const key = `claim ${index}`;
  if (verdict === 'doubted' || verdict === 'contradicted')
    return { key, spot, said: say.isDoubted(text, doubt) };
  if (verdict === 'not_checkable')
    return { key, spot, said: say.unchecked(text, because ? say.because[because] : '') };
  if (!spot) return { key, said: say.foundBy(text, say.byDate) };
  return { key, spot, said: say.found(text, whereOf(opened, spot), quoteOf(opened, spot)) };
}

export const chosenNearest = (opened: OpenedStory, i: number, spot: Spot, say: Words['story']): Chosen => ({
  key: `nearest ${i}`,
  spot,
  said: say.nearest(whereOf(opened, spot), quoteOf(opened, spot)),
});

/** How many claims are borne out and how many are in doubt; one about a whole sentence counts as the others do. */
export function tally({ claims }: OpenedStory) {
  const count = (verdict: RegExp) => claims.filter((claim) => verdict.test(claim.verdict)).length;
  return {
    all: claims.length,
    supported: count(/^supported$/),
    doubted: count(/^(?:doubted|contradicted)$/),
  };
}
