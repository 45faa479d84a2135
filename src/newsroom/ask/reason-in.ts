/**
 * Reasons in plans are stored in the edition's language. This translates the desk's own reasons for a reader of the
 * other language; text of language models and editors stays as it is.
 */
import { planWords as deskWords } from '../../llm/rules/plan-words.ts';
import type { Locale } from '../../time/locale.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import { sayRefusal } from '../intake/select/say-refusal.ts';
import type { Refusal } from '../intake/select/say-refusal.ts';
import { planWords } from '../plan/plan-words.ts';

/** The placeholder for a title, a name or a number in a sentence's form. */
const slot = (n: number) => `\u0001${n}\u0001`;
const [A, B] = [slot(0), slot(1)] as [string, string];
// Only their position in the text matters, whatever their type.
const REFUSALS = [
  { rule: 'note', note: { text: A, by: B, id: '' } },
  { rule: 'too_old', hours: A },
  { rule: 'too_old', hours: A, nothingNew: true },
  { rule: 'held', by: 'story', title: A },
  ...['story', 'desk', 'desk_now'].map((by) => ({ rule: 'held', by })),
  { rule: 'given_back', why: A },
  { rule: 'posted', title: A },
  { rule: 'repeated', title: A },
  { rule: 'killed', title: A, by: B },
  { rule: 'killed', title: A },
  { rule: 'gate', lack: 'tier' },
  { rule: 'gate', lack: 'outlets', only: A },
  { rule: 'limit', most: A },
  { rule: 'category', of: A, most: B },
  { rule: 'second_place', of: A },
] as unknown as readonly Refusal[];

type Sentences = Readonly<Record<Locale, string>>;

/** "The other language" differs between editions. */
const FOREIGN = {
  foreign: [
    { en: deskWords('en').foreign, zh: '需要語言模型：只有中文報道' },
    { en: 'it needs a language model: it is told in English only', zh: deskWords('zh-Hant-HK').foreign },
  ],
};

function sentences(): Sentences[] {
  const ofTable = (en: object, zh: object): Sentences[] =>
    Object.entries(en).flatMap(([name, english]: [string, unknown]) => {
      const chinese = name in FOREIGN ? undefined : (zh as Record<string, unknown>)[name];
      const made = { en: filled(english), zh: filled(chinese) };
      return made.en === undefined || made.zh === undefined ? [] : [made as Sentences];
    });
  return [
    ...REFUSALS.map((one) => ({
      en: sayRefusal(one, { language: 'en' }),
      zh: sayRefusal(one, { language: 'zh-Hant-HK' }),
    })),
    ...FOREIGN.foreign,
    ...ofTable(planWords('en'), planWords('zh-Hant-HK')),
    ...ofTable(deskWords('en'), deskWords('zh-Hant-HK')),
  ].filter(({ en, zh }) => en.length > 3 && zh.length > 3);
}

function filled(words: unknown): string | undefined {
  if (typeof words === 'string') return words;
  if (typeof words !== 'function') return undefined;
  return (words as (...given: readonly string[]) => string)(...[0, 1, 2].map(slot));
}

interface Form {
  readonly form: RegExp;
  /** The slot of each group of the form. */
  readonly slots: readonly number[];
  readonly other: string;
}

const made = new Map<Locale, readonly Form[]>();

/** The forms of the sentences in the other language. */
function formsFor(locale: Locale): readonly Form[] {
  const known = made.get(locale);
  if (known) return known;
  const from = locale === 'en' ? 'zh' : 'en';
  const forms = sentences().map((one): Form => {
    const parts = one[from].split(/\u0001(\d)\u0001/u);
    const source = parts.map((part, n) => (n % 2 === 1 ? '(.+?)' : escaped(part))).join('');
    const slots = parts.filter((_, n) => n % 2 === 1).map(Number);
    return { form: new RegExp(`^${source}$`, 'u'), slots, other: one[locale] };
  });
  made.set(locale, forms);
  return forms;
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&');

/** A reason in a reader's language, if it is one of the desk's own. */
export function reasonIn(why: string, locale: Locale, edition: Labels): string {
  if ((edition.language === 'en') === (locale === 'en')) return why;
  const language = locale === 'en' ? 'en' : 'zh-Hant-HK';
  for (const { form, slots, other } of formsFor(locale)) {
    const found = form.exec(why)?.slice(1);
    if (!found) continue;
    const said = (n: string) => found[slots.indexOf(Number(n))] ?? '';
    return other.replace(/\u0001(\d)\u0001/gu, (_, n: string) => nameIn(said(n), language, edition));
  }
  return why;
}

/** Categories have names in each language. */
function nameIn(said: string, language: Labels['language'], edition: Labels): string {
  const { categories = [] } = edition;
  const own = categories.filter(({ name, group }) =>
    [name, categoryLabel(name, edition), group].includes(said),
  );
  const names = own.map(({ name }) => categoryLabel(name, { ...edition, language }));
  return names.length === 0 ? said : names.join(language === 'en' ? ', ' : '、');
}
