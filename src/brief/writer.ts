/** The writer: a draft with citations, asked for once more where it can't be used, and written anew with a reviewer's notes. */
import type { BriefCalls, Purpose } from './ask-model.ts';
import type { BriefRecord } from './brief-record.ts';
import type { BriefMaterial } from './material.ts';
import { draftOf, readDraft } from './read-draft.ts';
import type { ReadDraft } from './read-draft.ts';
import type { Review } from './reviewer.ts';
import type { Draft } from './state.ts';
import type { BriefWords } from './wording.ts';

interface WriterDeps {
  readonly calls: BriefCalls;
  readonly record: BriefRecord;
  readonly material: BriefMaterial;
  readonly words: BriefWords;
  /** A text in the script of its readers, with a citation of each article that bears it out. */
  readonly prepared: (post: string) => Promise<string>;
}

type Drafted = ReadDraft & {
  /** No model could be asked: asking again helps nothing. */
  readonly isOver?: true;
};

export class Writer {
  readonly #deps: WriterDeps;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  async write(): Promise<ReadDraft> {
    const { calls, record, material, words } = this.#deps;
    await record.showStage(words.stages.write);
    const first = await this.#draft('write', material);
    if (first.ok || first.isOver || calls.left === 0) return first;
    record.warn(first.problem, 'brief: the draft can not be used, it is asked for once more');
    return this.#draft('tighten', { ...material, problem: first.problem });
  }

  /** @returns undefined where nothing came of it: why is kept with the reviewer's notes. */
  async rewrite(draft: Draft, { feedback, issues }: Review): Promise<Draft | undefined> {
    const { record, material, words } = this.#deps;
    await record.showStage(words.stages.rewrite);
    const { review_notes, issues_found } = feedback;
    const again = await this.#draft('rewrite', {
      ...material,
      draft: draft.post_markdown,
      review_notes,
      issues_found,
      leave_out: issues.flatMap(({ sentence }) => sentence ?? []),
    });
    if (again.ok) return again.draft;
    record.warn(again.problem, 'brief: the rewritten draft can not be used');
    return undefined;
  }

  async #draft(purpose: Exclude<Purpose, 'review'>, material: object): Promise<Drafted> {
    const { calls, record, prepared } = this.#deps;
    const read = await record.stage(purpose, async () => {
      const drafted = await this.#drafted(purpose, material);
      const facts = drafted.ok
        ? { sources: drafted.draft.sources_used.length, length: drafted.draft.word_count }
        : { usable: false };
      return [drafted, { ...facts, calls: calls.made }] as const;
    });
    await record.save({ model_calls: calls.made });
    if (!read.ok) return read;
    const draft = draftOf(await prepared(read.draft.post_markdown));
    await record.save({ draft_post: draft });
    return { ok: true, draft };
  }

  async #drafted(purpose: Purpose, material: object): Promise<Drafted> {
    const { calls, record } = this.#deps;
    const { articles } = this.#deps.material;
    const written = await calls.ask(purpose, material);
    record.payload(purpose, written);
    if (written.kind === 'json') return readDraft(written.value, articles.length);
    const { kind, problem } = written;
    return { ok: false, problem, ...(kind === 'unasked' && { isOver: true }) };
  }
}
