/** Someone to ask about ambiguous links who knows the labels, and errs as often as is wanted. */
import type { AskBatch, BandAnswer } from '../src/newsroom/intake/cluster/decide-in-batches.ts';
import type { Clusterer } from '../src/newsroom/intake/cluster/clusterer.ts';
import { seeded, type Headline } from './clustering-data.ts';

export class Oracle {
  readonly #clusterer: Clusterer;
  readonly #errors: number;
  readonly #random: () => number;
  decisions = 0;
  prompts = 0;

  /** `errors`: the share of answers that are drawn from the wrong ones; `seed`: which. */
  constructor(clusterer: Clusterer, errors: number, seed: number) {
    this.#clusterer = clusterer;
    this.#errors = errors;
    this.#random = seeded(seed);
  }

  readonly ask: AskBatch<Headline> = async (questions) => {
    this.prompts += 1;
    this.decisions += questions.length;
    return questions.map(({ item, decision }) => {
      const answers: BandAnswer[] = [
        ...decision.candidates.map(({ eventId }): BandAnswer => ({ action: 'join', eventId })),
        { action: 'new_event' },
      ];
      const right = answers.findIndex(
        (answer) =>
          answer.action === 'new_event' ||
          (answer.action === 'join' && this.#storyOf(answer.eventId) === item.story),
      );
      const wrong = answers.filter((_, at) => at !== right);
      const errs = this.#random() < this.#errors;
      return errs ? wrong[Math.floor(this.#random() * wrong.length)] : answers[right];
    });
  };

  /** The story that most links of the event tell. */
  #storyOf(eventId: number): string | undefined {
    const counts = new Map<string, number>();
    for (const { story } of this.#clusterer.itemsOf(eventId) as readonly Headline[])
      counts.set(story, (counts.get(story) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  }
}
