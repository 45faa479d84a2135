/**
 * Look up every claim of a story in its source pack: first in the sources that its sentence cites, then in the others.
 *
 * - `doubted` is said only where the sources could have borne the claim out: a name or quotation that stands on
 *   sources of another language is a translation, and can't be compared.
 * - What another source than the cited bears out is `miscited`, and only a matter of a citation.
 * - A title cites nothing and stands on the whole pack; its names, in capitals or not, aren't compared.
 *
 * Pure, deterministic, and linear in body and pack.
 */
import { asElsewhere } from '../../text/chinese/scripts.ts';
import { citedSentences } from '../../text/cited-sentences.ts';
import type { CitedSentence } from '../../text/cited-sentences.ts';
import { resolved } from '../../text/dates/days-meant.ts';
import type { TimeRead } from '../../text/dates/time-read.ts';
import { tokens } from '../../text/tokens.ts';
import { bundledGlossary } from '../../text/glossary/glossary.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import type { Claim } from '../model/claim.ts';
import { languageOf } from '../model/language.ts';
import type { Language } from '../model/language.ts';
import type { MarketSnapshot } from '../model/market-snapshot.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';
import { originalsIn, StatementCheck } from './check-statements.ts';
import { claimsIn, isHeading } from './claims.ts';
import type { NumberClaim, RawClaim } from './claims.ts';
import { lookUpConverted } from './converted.ts';
import { isOwnFigure } from './market-figures.ts';
import {
  countsOtherwise,
  isChinese,
  lookUpDate,
  lookUpNumber,
  lookUpQuotation,
  saysOtherDay,
} from './look-up.ts';
import type { Found } from './look-up.ts';
import { lookUpDerived } from './derived-figures.ts';
import { lookUpForeign } from './foreign-numbers.ts';
import type { Instructions } from './instructions.ts';
import { joinedClaims } from './joined-claims.ts';
import { KnownNames } from './known-names.ts';
import { lookUpName } from './look-up-name.ts';
import { isAlmostNamed } from './namesakes.ts';
import { whyNotCheckable } from './not-checkable.ts';
import { SourceIndex } from './source-index.ts';
import { saidDifferently } from './said-differently.ts';
import { hasOtherOriginal } from './translated-names.ts';

export interface StoryText {
  readonly title: string;
  readonly body: string;
}

export interface CheckedClaim {
  readonly claim: Claim;
  /** The source that bears it out though its sentence cites others, or none. */
  readonly miscited?: number;
}

export interface CheckedStory {
  readonly sentences: readonly CitedSentence[];
  readonly claims: readonly CheckedClaim[];
}

interface CheckTerms {
  /** What reporters are told; without it no sentence is looked for in it. */
  readonly instructions?: Instructions;
  /** Names in both languages; the bundled ones when left out. */
  readonly glossary?: Glossary;
}

/** What a sentence of the story is written in, and the words that it is about. */
interface Sentence {
  readonly text: string;
  readonly language: Language;
  readonly about: ReadonlySet<string>;
  readonly asOf: boolean;
  readonly zoned: boolean;
  /** Its paragraph. */
  readonly around: string;
  /** A figure counts only where the same word stands behind it. */
  readonly sameThings: boolean;
}

/** A sentence that tells how old its news is. */
const AS_OF = /\b(?:as of|as at|updated)\b|截至|截止|更新/iu;
const ZONED =
  /時間|\b(?:local|Hong Kong|London|UK|British|Eastern|Pacific) time\b|\b(?:GMT|BST|UTC|E[DS]?T|P[DS]?T|HKT)\b/u;

/** 「261.7億元（人民幣，下同）」. */
const THROUGHOUT = /[（(]([^，,（(）)]{1,6})[，,、；]\s?下同[）)]/u;

/** Answers for one pack, any number of times. */
export class ClaimCheck {
  readonly #sources: readonly SourceIndex[];
  readonly #market: MarketSnapshot | undefined;
  readonly #builtAtMs: number;
  readonly #names: KnownNames;
  readonly #statements: StatementCheck;

  constructor(pack: SourcePack, { glossary = bundledGlossary(), instructions }: CheckTerms = {}) {
    this.#sources = pack.sources.filter(canBeRead).map((source) => new SourceIndex(source));
    this.#market = pack.market;
    this.#builtAtMs = pack.builtAtMs;
    this.#names = new KnownNames(glossary);
    this.#statements = new StatementCheck(this.#sources, this.#names, instructions);
  }

  check({ title, body }: StoryText): CheckedStory {
    const lines = body.split('\n');
    const sentences = citedSentences(body);
    const originals = originalsIn(body);
    const money = THROUGHOUT.exec(body)?.[1] ?? '';
    const checked = sentences.flatMap((sentence, at) => {
      const heading = isHeading(lines[sentence.line] ?? '');
      const claims = this.#sentence(sentence.text, at + 1, sentence.standsOn, {
        heading,
        around: `${lines[sentence.line] ?? ''} ${money}`,
        ...(heading && { section: sectionUnder(lines, sentence.line) }),
      });
      return heading ? claims : joinedClaims(claims, this.#said(sentence, at + 1, originals));
    });
    const titled = this.#sentence(title, 0, [], { heading: true, around: `${title} ${money}` });
    return { sentences, claims: [...titled, ...checked] };
  }

  /** Who said it, and which way it went. */
  #said(
    { text, standsOn }: CitedSentence,
    sentence: number,
    originals: ReadonlyMap<string, string>,
  ): CheckedClaim[] {
    const cited = this.#sources.filter(({ source }) => standsOn.includes(source.n));
    return this.#statements
      .check(text, cited, originals)
      .map((claim) => ({ claim: { ...claim, sentence, by: 'rules' as const } }));
  }

  #sentence(
    text: string,
    sentence: number,
    standsOn: readonly number[],
    terms: { readonly heading: boolean; readonly around?: string; readonly section?: string },
  ): CheckedClaim[] {
    const cited = this.#sources.filter(({ source }) => standsOn.includes(source.n));
    const others = this.#sources.filter(({ source }) => !standsOn.includes(source.n));
    const told = {
      text,
      language: languageOf(text),
      about: new Set(tokens(text).filter((token) => !/^\d/.test(token))),
      asOf: AS_OF.test(text),
      zoned: ZONED.test(text),
      around: terms.around ?? text,
      sameThings: false,
    };
    const isOtherwise = saidDifferently(text, {
      passages: this.#statements.passagesFor(text),
      cited,
      others,
    });
    return claimsIn(text, terms).map((raw) => {
      const own = { kind: raw.kind, text: raw.text, sentence, by: 'rules' as const };
      const inCited = this.#find(raw, told, cited);
      // What a cited source counts otherwise, another has to count as the story does.
      const sameThings =
        inCited === undefined &&
        raw.kind === 'number' &&
        cited.some((source) => source.isWrittenIn(told.language) && countsOtherwise(raw, told.about, source));
      const workedOut = () => this.#derived(raw, `${text}${terms.section ?? ''}`, cited, others);
      const found = inCited ?? this.#find(raw, { ...told, sameThings }, others) ?? workedOut();
      const otherwise = isTime(raw) && saysOtherDay(raw.read, told.about, cited);
      if (otherwise || (found && !terms.heading && isOtherwise(raw) && !workedOut()))
        return { claim: { ...own, verdict: 'doubted' } };
      if (found) {
        const { n, passage } = found;
        const elsewhere = !standsOn.includes(n) && sentence > 0 && !terms.heading;
        return {
          claim: { ...own, verdict: 'supported', ...(passage && { passage }) },
          ...(elsewhere && { miscited: n }),
        };
      }
      const because = whyNotCheckable(raw, text, {
        passages: this.#statements.passagesFor(text),
        sources: this.#sources,
        cited,
        others,
      });
      return {
        claim: because ? { ...own, verdict: 'not_checkable', because } : { ...own, verdict: 'doubted' },
      };
    });
  }

  #find(
    raw: RawClaim,
    sentence: Sentence,
    sources: readonly SourceIndex[],
  ): (Found & { readonly n: number }) | undefined {
    if (raw.kind === 'name') return this.#name(raw, sources);
    const among =
      raw.kind === 'number' && this.#market && isOwnFigure(sentence.text, raw.readings, this.#market)
        ? sources.filter(({ source }) => source.kind === 'market')
        : sources;
    for (const source of among) {
      const found =
        this.#inSource(raw, sentence, source) ??
        (source.isForeign && raw.kind !== 'quotation' ? lookUpForeign(raw, source) : undefined);
      if (found) return { ...found, n: source.source.n };
    }
    return undefined;
  }

  #inSource(
    raw: Exclude<RawClaim, { kind: 'name' }>,
    sentence: Sentence,
    source: SourceIndex,
  ): Found | undefined {
    const { about, language, sameThings, around } = sentence;
    switch (raw.kind) {
      case 'number':
        return (
          lookUpNumber(raw, about, source, {
            sameScript: source.isWrittenIn(language),
            sameThings,
            around,
          }) ??
          (raw.read && this.#date(raw.text, raw.read, sentence, source))
        );
      case 'date':
      case 'time':
        return this.#date(raw.text, raw.read, sentence, source);
      case 'quotation':
        return lookUpQuotation(raw.text, source);
    }
  }

  /** What the writer worked out, from a cited source; in a title or heading, and where nothing is cited, from any. */
  #derived(raw: RawClaim, text: string, cited: readonly SourceIndex[], others: readonly SourceIndex[]) {
    if (raw.kind !== 'number') return undefined;
    for (const source of cited.length > 0 ? cited : others) {
      const found = lookUpDerived(raw, text, source, this.#builtAtMs);
      if (found) return { ...found, n: source.source.n };
    }
    return this.#converted(raw, text);
  }

  #converted(raw: NumberClaim, sentence: string) {
    const source = this.#sources.find(({ source: { kind } }) => kind === 'market');
    const found = this.#market && source && lookUpConverted(raw, sentence, this.#market, source);
    return found && { ...found, n: source.source.n };
  }

  #date(said: string, read: TimeRead, { asOf, zoned }: Sentence, source: SourceIndex): Found | undefined {
    const writtenAtMs = this.#builtAtMs;
    return lookUpDate(said, resolved(read, writtenAtMs), source, { writtenAtMs, asOf, zoned });
  }

  #name(raw: Extract<RawClaim, { kind: 'name' }>, sources: readonly SourceIndex[]) {
    if (isAlmostNamed(raw.alias ?? raw.text, this.#sources)) return undefined;
    if (raw.alias && hasOtherOriginal(raw.text, raw.alias, this.#sources)) return undefined;
    // A given name without its surname is the person's, too; and a name in Hong Kong's wording may be in another's.
    const forms = [
      raw.text,
      raw.alias,
      asElsewhere(raw.text),
      ...(isChinese(raw.text) && [...raw.text].length === 3 ? [raw.text.slice(1)] : []),
    ];
    for (const text of forms) {
      const found =
        text === undefined ? undefined : lookUpName({ text, opens: raw.opens }, sources, this.#names);
      if (found) return found;
    }
    return undefined;
  }
}

/** As much of what a heading stands on as one sentence may have. */
const LONGEST_SECTION = 500;

/** The lines under a heading, up to the next. */
function sectionUnder(lines: readonly string[], at: number): string {
  const under = lines.slice(at + 1);
  const next = under.findIndex((line) => line.trim() !== '' && isHeading(line));
  return `\n${under.slice(0, next < 0 ? under.length : next).join('\n')}`.slice(0, LONGEST_SECTION);
}

function isTime(raw: RawClaim): raw is Extract<RawClaim, { kind: 'date' | 'time' }> {
  return raw.kind === 'date' || raw.kind === 'time';
}

function canBeRead({ usable, text }: Source): boolean {
  return usable && text.trim() !== '';
}
