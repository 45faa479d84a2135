/**
 * The claims of a story, by the rules and by those who have read it.
 *
 * - What a reader calls supported counts when its passages stand in the sources word for word and have the figures,
 *   days and quotations of the sentence that the rules doubt: then the sentence's doubts are cleared, all or none.
 *   A figure that is in no passage is never cleared.
 * - What a reporter keeps has to be in its passages as a whole, and they must speak of the same. Else its word counts
 *   for nothing, and what was said of the sentence before stands.
 * - What a checker calls contradicted or not found is a doubt of the whole sentence, whatever the rules say of it.
 * - A verdict that can't be followed leaves the sentence to the rules.
 *
 * Pure.
 */
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import type { Claim, Passage } from '../model/claim.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import { canSupport, lacksName } from './can-support.ts';
import { isSaidByOthers } from './check-attribution.ts';
import { originalsIn } from './check-statements.ts';
import type { Spot } from './passages.ts';
import { passesFor } from './passes-for.ts';
import type { SentenceVerdict, SentenceVerdicts } from './sentence-verdicts.ts';
import type { CheckedClaim, CheckedStory, StoryText } from './verify-claims.ts';
import { WordForWord } from './word-for-word.ts';

/** A sentence of a story as the rules have it. */
interface Told {
  readonly text: string;
  /** Its number; 0 is the title. */
  readonly sentence: number;
  readonly own: readonly CheckedClaim[];
  readonly cites: readonly number[];
  /** Other names of the story's people. */
  readonly originals: ReadonlyMap<string, string>;
}

export class Weighing {
  readonly #pack: SourcePack;
  readonly #words: WordForWord;
  readonly #glossary: Glossary;

  constructor(pack: SourcePack, { glossary = bundledGlossary() }: { readonly glossary?: Glossary } = {}) {
    this.#pack = pack;
    this.#words = new WordForWord(pack);
    this.#glossary = glossary;
  }

  weigh(story: StoryText, byRules: CheckedStory, verdicts: SentenceVerdicts): CheckedStory {
    const texts = [story.title, ...byRules.sentences.map(({ text }) => text)];
    const originals = originalsIn(story.body);
    const claims = texts.flatMap((text, sentence) => {
      const own = byRules.claims.filter(({ claim }) => claim.sentence === sentence);
      const verdict = verdicts.get(text);
      const cites = byRules.sentences[sentence - 1]?.standsOn ?? [];
      return verdict ? this.#sentence({ text, sentence, own, cites, originals }, verdict) : own;
    });
    return { ...byRules, claims };
  }

  #sentence(told: Told, said: SentenceVerdict): readonly CheckedClaim[] {
    const { text, sentence, own, cites } = told;
    const { verdict, passages, why, by, otherwise } = said;
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
    if (by === 'reporter' && !(found && this.#isKept(told, found, otherwise)))
      return otherwise ? this.#sentence(told, otherwise) : own;
    if (!found || !passage || !this.#supports(text, own, found)) return own;
    const cleared = own.map((one) =>
      one.claim.verdict === 'doubted'
        ? { ...one, claim: { ...one.claim, verdict: 'supported' as const, by: whole.by, passage } }
        : one,
    );
    return [...cleared, { claim: { ...whole, verdict: 'supported' } }];
  }

  /** @param otherwise what a checker said: against its doubt a reporter has to show names and speakers, too. */
  #isKept(
    { text, own, originals }: Told,
    found: readonly Passage[],
    otherwise: SentenceVerdict | undefined,
  ): boolean {
    const kept = { text, own: own.map(({ claim }) => claim), passages: this.#packOf(found) };
    if (!canSupport(kept, this.#glossary)) return false;
    if (!otherwise || otherwise.verdict === 'supported') return true;
    const against = this.#words.find(otherwise.passages) ?? [];
    if (found.every((one) => against.some((other) => overlap(one, other)))) return false;
    const terms = { glossary: this.#glossary, originals, sources: this.#words.sources };
    return !lacksName(kept, this.#glossary) && !isSaidByOthers(text, this.#spotsOf(found), terms);
  }

  #supports(text: string, own: readonly CheckedClaim[], found: readonly Passage[]): boolean {
    const inDoubt = own.map(({ claim }) => claim).filter(({ verdict }) => verdict === 'doubted');
    return inDoubt.length === 0 || passesFor(text, inDoubt, this.#packOf(found));
  }

  /** The sentences of sources that passages are in. */
  #spotsOf(found: readonly Passage[]): Spot[] {
    return found.flatMap(({ n, title = false, offset, length }) =>
      this.#words.sources
        .filter(({ source }) => source.n === n)
        .flatMap((source) =>
          source.places.flatMap((place, at) => {
            const isIn =
              place.title === title &&
              place.start < offset + length &&
              offset < place.start + place.text.length;
            return isIn ? [{ source, at }] : [];
          }),
        ),
    );
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

function overlap(a: Passage, b: Passage): boolean {
  return (
    a.n === b.n && a.title === b.title && a.offset < b.offset + b.length && b.offset < a.offset + a.length
  );
}
