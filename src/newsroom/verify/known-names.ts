/** The glossary names in sources, in any form and either language. */
import type { Glossary, KnownName, Mention } from '../../text/glossary/glossary.ts';
import type { Passage } from '../model/claim.ts';
import type { SourceIndex } from './source-index.ts';

/** Where a name occurs; without a passage it is only implied, by a country's currency or address. */
export interface KnownPlace {
  readonly n: number;
  readonly passage?: Passage;
}

interface Told {
  /** The first place of each. */
  readonly names: ReadonlyMap<KnownName, Passage | undefined>;
  /** Countries that are named or contain a named place. */
  readonly countries: ReadonlySet<string>;
}

const PAIRS = '[俄烏中美日韓印英法德朝以伊巴]';

/** Signs of a country other than its name. */
const SIGNS: readonly (readonly [code: string, sign: RegExp])[] = [
  ['GB', /£|\bpounds?\b|英鎊|\.uk\b|\bBBC\b|\bMPs?\b|\bNHS\b/u],
  ['US', /US\$|美元|\$\d|\bWhite House\b|\bDemocrats?\b|\bRepublicans?\b/u],
  ['HK', /HK\$|港元|\.hk\b|本港|全港|港府/u],
  ['CN', /人民幣|\byuan\b|\bRMB\b|內地|\.cn\b/u],
  ['JP', /日圓|\byen\b|¥/u],
  ['EU', /€|歐元|\beuros?\b/u],
  // 俄烏開戰, 中美談判: countries by one character each.
  ...Object.entries({
    RU: '俄',
    UA: '烏',
    CN: '中',
    US: '美',
    JP: '日',
    KR: '韓',
    IN: '印',
    GB: '英',
    FR: '法',
    DE: '德',
  }).map(
    ([code, sign]) =>
      [
        code,
        new RegExp(`(?:${PAIRS}${sign}|${sign}${PAIRS})(?=[兩雙關貿開停戰會領元首談協衝之間邊軍])`, 'u'),
      ] as const,
  ),
];

export class KnownNames {
  readonly glossary: Glossary;
  readonly #told = new WeakMap<SourceIndex, Told>();

  constructor(glossary: Glossary) {
    this.glossary = glossary;
  }

  /**
   * The place of somebody or something of that name in one of the sources; undefined also when the glossary lacks the
   * name.
   */
  find(name: string, sources: readonly SourceIndex[]): KnownPlace | undefined {
    for (const known of this.glossary.named(name)) {
      const place = this.findKnown(known, sources);
      if (place) return place;
    }
    return undefined;
  }

  findKnown(known: KnownName, sources: readonly SourceIndex[]): KnownPlace | undefined {
    for (const source of sources) {
      const { names } = this.#of(source);
      if (!names.has(known)) continue;
      const passage = names.get(known);
      return { n: source.source.n, ...(passage && { passage }) };
    }
    if (known.kind !== 'country') return undefined;
    const implied = sources.find((source) => this.#of(source).countries.has(known.country ?? ''));
    return implied && { n: implied.source.n };
  }

  #of(source: SourceIndex): Told {
    const known = this.#told.get(source) ?? this.#read(source);
    this.#told.set(source, known);
    return known;
  }

  #read(index: SourceIndex): Told {
    const { source, places } = index;
    const names = new Map<KnownName, Passage | undefined>();
    places.forEach(({ text }, at) => {
      for (const { text: form, start, end } of withInner(this.glossary, text))
        for (const known of this.glossary.named(form))
          if (!names.has(known)) names.set(known, index.wordsAt(at, start, end));
    });
    const whole = [source.title, source.text, source.outlet, source.domain].join('\n');
    const countries = new Set([...names.keys()].flatMap(({ country }) => country ?? []));
    for (const [code, sign] of SIGNS) if (sign.test(whole)) countries.add(code);
    for (const { country = '', signs = [] } of this.glossary.countries)
      if (signs.some((sign) => whole.includes(sign))) countries.add(country);
    return { names, countries };
  }
}

/** Includes the place at the end of a body's name: City University of Hong Kong. */
function withInner(glossary: Glossary, text: string): readonly Pick<Mention, 'text' | 'start' | 'end'>[] {
  return glossary.mentionsIn(text).flatMap((mention) => {
    const of = /\sof\s(?=\p{Lu})/u.exec(mention.text);
    if (of === null || mention.known.kind !== 'body') return [mention];
    const from = of.index + of[0].length;
    const inner = glossary.mentionsIn(mention.text.slice(from)).map((one) => ({
      text: one.text,
      start: mention.start + from + one.start,
      end: mention.start + from + one.end,
    }));
    return [mention, ...inner];
  });
}
