/**
 * What people's votes on stories weigh in selection. Pure.
 *
 * - A weight is the share of 👍, smoothed by one vote of each kind, less a half: more than -0.5 and less than 0.5. Fewer
 *   than three votes weigh nothing.
 * - An event gets at most three: of its outlet, its category, and the topic of its title that weighs most. Topics are
 *   the edition's words of categories.
 */
import type { Edition } from '../../edition/edition.ts';
import { FEEDBACK_KINDS } from '../../model/story-vote.ts';
import type { FeedbackWeight, StoryVote } from '../../model/story-vote.ts';
import { mentions } from '../../../text/mentions.ts';

type Topics = Pick<Edition, 'categories'>;

const FEWEST_VOTES = 3;

/** @returns points with two decimals. */
export function weightOfVotes(likes: number, of: number): number {
  if (of < FEWEST_VOTES) return 0;
  return Math.round(((likes + 1) / (of + 2) - 0.5) * 100) / 100;
}

/** What the votes are counted for; those with the largest weight first. */
export function weighVotes(votes: readonly StoryVote[], edition: Topics): FeedbackWeight[] {
  const tallies = new Map<string, Omit<FeedbackWeight, 'weight'>>();
  for (const { likes, ...vote } of votes)
    for (const { kind, name } of countedFor(vote, edition)) {
      const key = `${kind} ${name}`;
      const { likes: before, of } = tallies.get(key) ?? { likes: 0, of: 0 };
      tallies.set(key, { kind, name, likes: before + (likes ? 1 : 0), of: of + 1 });
    }
  return [...tallies.values()]
    .map((tally) => ({ ...tally, weight: weightOfVotes(tally.likes, tally.of) }))
    .sort(byWeight);
}

/** What a vote is counted for. */
export function countedFor(
  { outlet, category, title }: Pick<StoryVote, 'outlet' | 'category' | 'title'>,
  edition: Topics,
): Pick<FeedbackWeight, 'kind' | 'name'>[] {
  return [
    ...(outlet === '' ? [] : [{ kind: 'outlet' as const, name: outlet }]),
    { kind: 'category', name: category },
    ...topicsOf(title, edition).map((name) => ({ kind: 'topic' as const, name })),
  ];
}

/** The weights that an event gets, in the order of kinds; none of them is zero. */
export function feedbackOn(
  about: Pick<StoryVote, 'outlet' | 'category' | 'title'>,
  weights: readonly FeedbackWeight[],
  edition: Topics,
): FeedbackWeight[] {
  if (weights.length === 0) return [];
  const counted = countedFor(about, edition);
  const fitting = weights
    .filter(({ weight }) => weight !== 0)
    .filter(({ kind, name }) => counted.some((one) => one.kind === kind && one.name === name))
    .toSorted(byWeight);
  return FEEDBACK_KINDS.flatMap((kind) => fitting.find((one) => one.kind === kind) ?? []);
}

function topicsOf(title: string, { categories }: Topics): string[] {
  const words = new Set(categories.flatMap((category) => category.words));
  return [...words].filter((word) => mentions(title, word));
}

function byWeight(a: FeedbackWeight, b: FeedbackWeight): number {
  return (
    Math.abs(b.weight) - Math.abs(a.weight) ||
    FEEDBACK_KINDS.indexOf(a.kind) - FEEDBACK_KINDS.indexOf(b.kind) ||
    b.of - a.of ||
    (a.name < b.name ? -1 : 1)
  );
}
