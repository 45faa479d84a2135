/** Full stops that don't end an English sentence. */

/** Always followed by a name. */
const TITLES = new Set(
  'mr mrs ms mx dr prof rev fr sr st gen lt col sgt capt maj cmdr adm gov sen rep hon pres supt insp messrs vs v eg ie e.g i.e cf approx'.split(
    ' ',
  ),
);
/** Followed by a number: "No. 10", "Nov. 3", "pp. 4". */
const BEFORE_NUMBERS = new Set(
  'no nos jan feb mar apr jun jul aug sep sept oct nov dec p pp vol fig art sec ch para'.split(' '),
);
/** These may end a sentence. They do when a typical first word follows. */
const MAYBE = new Set('inc ltd co corp plc etc jr sr dept est al bros'.split(' '));

const FIRST_WORDS =
  /^["“‘'(]?(?:The|A|An|He|She|It|They|We|I|You|His|Her|Its|Their|Our|My|This|That|These|Those|There|In|On|At|By|For|From|After|Before|When|While|If|But|And|Or|So|As|With|What|Who|Why|How|Some|Many|Most|Police|However|Meanwhile|Officials|According|No|Not|Now|Since|Under|One|Two|Three|Both|Each|Last)\b/;

/**
 * Whether the full stop at the end of `before` belongs to an abbreviation or an initial, so that the sentence
 * continues with `next` (which has no leading white space).
 */
export function endsInAbbreviation(before: string, next: string): boolean {
  const word = /([\p{L}][\p{L}.]*)\.$/u.exec(before)?.[1];
  if (word === undefined) return false;
  const plain = word.toLowerCase();
  if (TITLES.has(plain)) return true;
  if (BEFORE_NUMBERS.has(plain)) return /^\d/.test(next);
  const dotted = /^(?:\p{L}\.)+\p{L}$/u.test(word); // U.S., p.m., J.K.
  if (dotted || MAYBE.has(plain)) return !FIRST_WORDS.test(next);
  // A single capital is an initial when a name follows: "John F. Kennedy", but not "plan B. The".
  return /^\p{Lu}$/u.test(word) && !FIRST_WORDS.test(next);
}
