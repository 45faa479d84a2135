/**
 * The reviewer. What rules can judge is judged by rules (`judge-draft.ts`); a model adds tone and notes, and may hand in a
 * better text. It can turn a draft down; it can't let one through that the rules hold back. The rules alone never let a text
 * through in place of one that a model turned down.
 */
import type { BriefCalls } from './ask-model.ts';
import type { BriefRecord } from './brief-record.ts';
import type { Issue } from './judge-draft.ts';
import type { BriefMaterial } from './material.ts';
import { citedPlainly } from './read-draft.ts';
import { readReview, weighed } from './read-review.ts';
import type { Draft, Feedback } from './state.ts';
import type { BriefWords } from './wording.ts';

interface ReviewerDeps {
  readonly calls: BriefCalls;
  readonly record: BriefRecord;
  readonly material: BriefMaterial;
  readonly words: BriefWords;
  /** What the rules have against a text. */
  readonly judge: (post: string) => Promise<readonly Issue[]>;
  /** A text in the script of its readers, with a citation of each article that bears it out. */
  readonly prepared: (post: string) => Promise<string>;
}

export interface Review {
  readonly feedback: Feedback;
  /** The text that is published when it is ready: the draft, or the reviewer's own. */
  readonly post: string;
  readonly issues: readonly Issue[];
  /** `turned down`: by a model, not only by rules. `unasked`: no model could be asked. */
  readonly model: 'content' | 'turned down' | 'unasked';
}

export class Reviewer {
  readonly #deps: ReviewerDeps;

  constructor(deps: ReviewerDeps) {
    this.#deps = deps;
  }

  /** @param before the first look, where `draft` was written anew after it. */
  async review(draft: Draft, before?: Review): Promise<Review> {
    const { calls, record, words } = this.#deps;
    await record.showStage(words.stages.review);
    const review = await record.stage(before ? 'review_again' : 'review', async () => {
      const post = draft.post_markdown;
      const made = await this.#reviewed(post, await this.#deps.judge(post), before);
      const { ready_for_publish: ready, issues_found } = made.feedback;
      return [made, { ready, issues: issues_found.length, calls: calls.made }] as const;
    });
    await record.save({ review_feedback: review.feedback, model_calls: calls.made });
    return review;
  }

  async #reviewed(post: string, issues: readonly Issue[], before?: Review): Promise<Review> {
    const { calls, record, material, words } = this.#deps;
    if (calls.left === 0) {
      // The rewrite may have spent the call of the second look: what the model said still stands.
      if (before?.model === 'turned down') return { ...before, post, issues };
      return byRules(post, issues, { notes: words.rulesAlone, model: 'content' });
    }
    const rules = issues.map(({ said }) => said);
    const written = await calls.ask('review', { ...material, draft: post, rules });
    record.payload('review', written);
    if (written.kind === 'unasked')
      return byRules(post, issues, { notes: words.unasked(written.problem), model: 'unasked' });
    const read = written.kind === 'json' ? readReview(written.value) : ({ ok: false, ...written } as const);
    if (read.ok) return this.#weighed(post, issues, read.feedback);
    record.warn(read.problem, 'brief: the review can not be read');
    return byRules(post, issues, { notes: words.unreadable(read.problem), model: 'turned down' });
  }

  /** The reviewer's own text is taken where the rules have nothing against it. */
  async #weighed(post: string, issues: readonly Issue[], by: Feedback): Promise<Review> {
    const model = by.ready_for_publish ? 'content' : 'turned down';
    if (by.revised_post_markdown !== null && by.ready_for_publish) {
      const { prepared, judge, material } = this.#deps;
      const revised = await prepared(citedPlainly(by.revised_post_markdown, material.articles.length));
      const left = await judge(revised);
      if (left.length === 0) return { feedback: weighed([], by), post: revised, issues: [], model };
    }
    return { feedback: weighed(issues, by), post, issues, model };
  }
}

function byRules(
  post: string,
  issues: readonly Issue[],
  { notes, model }: { readonly notes: string; readonly model: Review['model'] },
): Review {
  const by = {
    review_notes: notes,
    issues_found: [],
    revised_post_markdown: null,
    ready_for_publish: model === 'content',
  };
  return { feedback: weighed(issues, by), post, issues, model };
}
