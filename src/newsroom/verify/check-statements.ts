/**
 * Checks statements of a sentence that no single word confirms: places, speakers and directions. Works across
 * languages.
 */
import { hasHan } from '../../text/chinese/has-han.ts';
import type { Claim } from '../model/claim.ts';
import { checkAttributions } from './check-attribution.ts';
import { checkBounds } from './check-bounds.ts';
import { checkDirections } from './check-direction.ts';
import { unknownPersons } from './check-persons.ts';
import { checkLoosely } from './check-loosely.ts';
import { checkScores } from './check-scores.ts';
import { checkPlaces } from './check-places.ts';
import type { Instructions } from './instructions.ts';
import { KnownNames } from './known-names.ts';
import { almostWords } from './namesakes.ts';
import { Passages } from './passages.ts';
import type { Spot } from './passages.ts';
import type { SourceIndex } from './source-index.ts';
import type { Locale } from '../../time/locale.ts';

type StatementClaim = Pick<Claim, 'kind' | 'text' | 'verdict' | 'passage'>;

/** A translated name with its original at its first mention: 利維（Daniel Levy）. */
const TRANSLATED = /(\p{Script=Han}{2,14})[（(](\p{Lu}[\p{L}\p{M}\s.'’-]{1,60})[）)]/gu;
const SHORTEST_NAME = 2;
const LONGEST_NAME = 6;

export class StatementCheck {
  readonly #sources: readonly SourceIndex[];
  readonly #names: KnownNames;
  readonly #instructions: Instructions | undefined;
  readonly #passages = new Map<Locale, Passages>();

  constructor(sources: readonly SourceIndex[], names: KnownNames, instructions?: Instructions) {
    this.#sources = sources;
    this.#names = names;
    this.#instructions = instructions;
  }

  /** @param cited the sources that the sentence cites; without any, all are used */
  check(
    sentence: string,
    cited: readonly SourceIndex[],
    originals: ReadonlyMap<string, string>,
  ): StatementClaim[] {
    const toldIn = hasHan(sentence) ? 'zh' : 'en';
    const terms = {
      passages: this.#in(toldIn),
      glossary: this.#names.glossary,
      cited: cited.length > 0 ? cited : this.#sources,
      sources: this.#sources,
      originals,
    };
    const directions = [...checkDirections(sentence, terms), ...checkBounds(sentence, terms.cited)].map(
      (one) => ({
        kind: 'direction' as const,
        ...one,
      }),
    );
    const attributions = checkAttributions(sentence, terms).map(({ speaker, ...one }) => ({
      kind: 'attribution' as const,
      text: speaker,
      ...one,
    }));
    const places = checkPlaces(sentence, this.#sources, this.#names, terms.passages).map(
      ({ text, verdict, found }) => ({
        kind: 'name' as const,
        text,
        verdict,
        ...(found?.passage && { passage: found.passage }),
      }),
    );
    const statements = [...directions, ...attributions]
      .filter(({ verdict }) => verdict !== 'not_checkable')
      .map(({ kind, text, verdict, spot }) => {
        const passage = spot && passageOf(spot);
        return { kind, text, verdict, ...(passage && { passage }) };
      });
    const unknown = unknownPersons(sentence, this.#sources, this.#names.glossary);
    const persons = [...unknown, ...almostWords(sentence, this.#sources)].map((text) => ({
      kind: 'name' as const,
      text,
      verdict: 'doubted' as const,
    }));
    const scores = checkScores(sentence, this.#sources).map((one) => ({ kind: 'number' as const, ...one }));
    const loose = checkLoosely(sentence, terms).map(({ spot, ...one }) => {
      const passage = passageOf(spot);
      return { kind: 'number' as const, ...one, ...(passage && { passage }) };
    });
    return [...places, ...persons, ...scores, ...loose, ...statements, ...this.#instructed(sentence)];
  }

  /** A sentence copied from the prompts is doubted as a whole. */
  #instructed(sentence: string): StatementClaim[] {
    const texts = () => this.#sources.map(({ source }) => `${source.title}\n${source.text}`);
    if (this.#instructions?.has(sentence, texts) !== true) return [];
    return [{ kind: 'entailment', text: sentence, verdict: 'doubted' }];
  }

  /** The pack's passages, for statements in the language of `text`. */
  passagesFor(text: string): Passages {
    return this.#in(hasHan(text) ? 'zh' : 'en');
  }

  #in(toldIn: Locale): Passages {
    const known = this.#passages.get(toldIn) ?? new Passages(this.#sources, this.#names.glossary, { toldIn });
    this.#passages.set(toldIn, known);
    return known;
  }
}

function passageOf({ source, at }: Spot) {
  return source.passageOf({ at }, 0, source.places[at]?.text.length ?? 0);
}

/** Originals of translated names. The start of a name is ambiguous, so it is listed under each possible length. */
export function originalsIn(story: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, words = '', original = ''] of story.matchAll(TRANSLATED))
    for (let length = SHORTEST_NAME; length <= Math.min(LONGEST_NAME, words.length); length++)
      if (!found.has(words.slice(-length))) found.set(words.slice(-length), original.trim());
  return found;
}
