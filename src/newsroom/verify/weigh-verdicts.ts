/**
 * The claims of a story, by the rules and by those who have read it.
 *
 * - What a reader calls supported counts when its passages stand in the sources word for word and have the figures,
 *   days and quotations of the sentence that the rules doubt: then the sentence's doubts are cleared, all or none.
 *   A figure that is in no passage is never cleared.
 * - What a checker calls contradicted or not found is a doubt of the whole sentence, whatever the rules say of it.
 * - A verdict that can't be followed leaves the sentence to the rules.
 *
 * Pure.
 */
import type { Claim, Passage } from '../claim.ts';
import type { Source, SourcePack } from '../source-pack.ts';
import { passesFor } from './passes-for.ts';
import type { SentenceVerdict, SentenceVerdicts } from './sentence-verdicts.ts';
import type { CheckedClaim, CheckedStory, StoryText } from './verify-claims.ts';
import { WordForWord } from './word-for-word.ts';

export class Weighing {
  readonly #pack: SourcePack;
  readonly #words: WordForWord;

  constructor(pack: SourcePack) {
    this.#pack = pack;
    this.#words = new WordForWord(pack);
  }

  weigh(story: StoryText, byRules: CheckedStory, verdicts: SentenceVerdicts): CheckedStory {
    const texts = [story.title, ...byRules.sentences.map(({ text }) => text)];
    const claims = texts.flatMap((text, sentence) => {
      const own = byRules.claims.filter(({ claim }) => claim.sentence === sentence);
      const verdict = verdicts.get(text);
      const cites = byRules.sentences[sentence - 1]?.standsOn ?? [];
      return verdict ? this.#sentence(text, sentence, own, verdict, cites) : own;
    });
    return { ...byRules, claims };
  }

  #sentence(
    text: string,
    sentence: number,
    own: readonly CheckedClaim[],
    { verdict, passages, why, by }: SentenceVerdict,
    cites: readonly number[],
  ): readonly CheckedClaim[] {
    const found = this.#words.find(passages, cites);
    const passage = found?.[0];
    // What a reporter keeps was looked up by the program.
    const whole: Omit<Claim, 'verdict'> = {
      kind: 'entailment',
      text,
      sentence,
      by: by === 'checker' ? 'checker' : 'rules',
      ...(passage && { passage }),
      ...(why !== undefined && { why }),
    };
    if (verdict !== 'supported')
      return [
        ...own,
        { claim: { ...whole, verdict: verdict === 'contradicted' ? 'contradicted' : 'doubted' } },
      ];
    if (!found || !passage || !this.#bearsOut(text, own, found)) return own;
    const cleared = own.map((one) =>
      one.claim.verdict === 'doubted'
        ? { ...one, claim: { ...one.claim, verdict: 'supported' as const, by: whole.by, passage } }
        : one,
    );
    return [...cleared, { claim: { ...whole, verdict: 'supported' } }];
  }

  #bearsOut(text: string, own: readonly CheckedClaim[], found: readonly Passage[]): boolean {
    const inDoubt = own.map(({ claim }) => claim).filter(({ verdict }) => verdict === 'doubted');
    return inDoubt.length === 0 || passesFor(text, inDoubt, this.#packOf(found));
  }

  /** The passages as if they were all that there is. */
  #packOf(found: readonly Passage[]): SourcePack {
    const sources = found.flatMap(({ n, quote }, at): Source[] => {
      const source = this.#pack.sources.find((one) => one.n === n);
      return source ? [{ ...source, n: at + 1, title: '', text: quote }] : [];
    });
    // Figures of a market snapshot are its own to bear out.
    const { builtAtMs, market } = this.#pack;
    const markets = market ? this.#pack.sources.filter(({ kind }) => kind === 'market') : [];
    return { builtAtMs, sources: [...sources, ...markets], ...(market && { market }) };
  }
}
