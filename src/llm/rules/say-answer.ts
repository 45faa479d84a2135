/** An answer as text: a short lead, then verbatim quotations with outlet, link and number. */
import { numbersIn } from '../../text/numbers.ts';
import type { LookUpResult } from './chat-shapes.ts';
import { concepts } from './concepts.ts';
import { findAnswer } from './find-answer.ts';
import type { Evidence, Finding } from './find-answer.ts';
import { questionOf } from './question.ts';
import type { Question } from './question.ts';
import { sayChecked, sayCorrections, sayWithdrawn } from './say-since.ts';
import type { Since } from './since-shapes.ts';
import type { Locale } from '../../time/locale.ts';

const WORDS = {
  en: {
    story: 'From the sources of this story:',
    recent: 'From the sources of the posted stories:',
    brief: 'From the articles behind the brief:',
    differ: 'The sources differ:',
    unansweredStory: "The sources of this story don't say.",
    unansweredRecent: "The sources of the posted stories don't say.",
    missing: (what: string) => `They don't mention ${what}.`,
    nearest: 'The nearest that they have, which is no answer:',
    begins: 'They begin:',
  },
  zh: {
    story: '這篇報道的來源這樣寫：',
    recent: '已發報道的來源這樣寫：',
    brief: '簡報所據的報道這樣寫：',
    differ: '各來源的說法不一：',
    unansweredStory: '這篇報道的來源沒有提及。',
    unansweredRecent: '已發報道的來源沒有提及。',
    missing: (what: string) => `來源中沒有「${what}」。`,
    nearest: '最接近的一段（並非答案）：',
    begins: '來源這樣開始：',
  },
} as const;

/**
 * Editors' actions since publication come before the sources: a correction of what is asked comes first, others at
 * the end; for a withdrawn story, that and why, without quotations.
 */
export function sayAnswer(question: Question, finding: Finding, found: LookUpResult): string {
  const { language } = question;
  const { story } = found;
  if (story?.withdrawn != null) return sayWithdrawn(language, story.title, story.withdrawn);
  const behind = story ?? storyBehind(finding, found);
  const first = (behind?.corrections ?? []).filter(({ text }) => concernsQuestion(text, question));
  const others = (behind?.corrections ?? []).filter((one) => !first.includes(one));
  const gone = (found.withdrawn ?? []).filter(({ title }) => concernsQuestion(title, question));
  return [
    ...gone.flatMap(({ title, withdrawn }) =>
      withdrawn == null ? [] : [sayWithdrawn(language, title, withdrawn)],
    ),
    ...sayCorrections(language, { corrections: first }),
    ...(gone.length > 0 && finding.kind === 'unanswered' ? [] : [sayFound(question, finding, found)]),
    ...sayCorrections(language, { corrections: others }),
    ...sayChecked(language, behind),
  ].join('\n\n');
}

/** In a channel: the story whose sources are quoted. */
function storyBehind(finding: Finding, { stories }: LookUpResult): Since | undefined {
  const [first] = finding.kind === 'answered' ? finding.evidence : [];
  return (stories ?? []).find(({ title }) => title === first?.passage.story);
}

function concernsQuestion(text: string, { focus, numbers }: Question): boolean {
  const said = new Set(concepts(text));
  const shared = [...focus].filter((token) => said.has(token)).length;
  const figures = numbersIn(text);
  return (
    (focus.size > 0 && shared / focus.size >= 0.5) ||
    numbers.some(({ value }) => figures.some((other) => other.value === value))
  );
}

const ASKS_WHETHER_THEY_DIFFER =
  /\b(?:sources?|outlets?|papers|reports|they)\b.*\b(?:disagree|differ|agree|contradict|conflict)|\b(?:disagree|differ|contradict)\w*\b.*\b(?:sources?|outlets?)\b|(?:來源|媒體|傳媒|報道).*(?:唔同|不同|矛盾|分歧|出入|不一|一致|吻合)/iu;

function sayFound(question: Question, finding: Finding, found: LookUpResult): string {
  const { text, language, focus } = question;
  if (found.scope === 'story' && ASKS_WHETHER_THEY_DIFFER.test(text)) {
    const asked = new Set([...focus].filter((token) => !OF_DIFFERING.has(token)));
    const all = found.conflicts ?? [];
    const concerned = all.filter((sides) =>
      sides.some(({ quote }) => concepts(quote).some((token) => asked.has(token))),
    );
    return sayConflicts(language, asked.size === 0 ? all : concerned);
  }
  const { languages } = found;
  const foreign = (languages ?? []).filter((one) => one === (language === 'en' ? 'zh' : 'en')).length;
  const remark = foreign === 0 ? '' : (foreign === languages?.length ? FOREIGN : PARTLY_FOREIGN)[language];
  return sayFinding(question, finding, found, remark);
}

const OF_DIFFERING = new Set(
  concepts(
    'disagree differ agree contradict conflict sources outlets each other 唔同 不同 矛盾 分歧 出入 不一 一致 講法 說法',
  ),
);
/** The search is word for word, so it can't find text in another language. */
const FOREIGN = {
  en: ' They are not in English, and I search word for word: ask in their language.',
  zh: '這些來源並非中文，而我只會逐字搜尋：請用來源的語言再問。',
} as const;

const PARTLY_FOREIGN = {
  en: ' Some of them are not in English, and I search word for word.',
  zh: '部分來源並非中文，而我只會逐字搜尋：可用來源的語言再問。',
} as const;

function sayConflicts(language: Locale, conflicts: NonNullable<LookUpResult['conflicts']>): string {
  if (conflicts.length === 0)
    return language === 'zh'
      ? '我沒有找到各來源數字不一的地方；文字上的分歧我分辨不到。'
      : "I found no figure on which the sources of this story differ. Other disagreements I can't tell.";
  const sides = conflicts.flat().map(sideQuoted);
  return [WORDS[language].differ, ...new Set(sides)].join('\n\n');
}

/** The other values of a figure on which the sources differ: an answer gives all of them. */
function otherSides({ evidence }: Finding & { kind: 'answered' }, { conflicts }: LookUpResult): string[] {
  const isTold = ({ quote, value }: Side) =>
    evidence.some(({ sentence, fit }) => holds(quote, sentence) || isFigure(value, fit.number?.value));
  const concerned = (conflicts ?? []).filter((sides) =>
    sides.some((side) => evidence.some((one) => isSide(one, side))),
  );
  return concerned.flatMap((sides) => sides.filter((side) => !isTold(side)).map(sideQuoted));
}

type Side = NonNullable<LookUpResult['conflicts']>[number][number];

/** Whether the answer's figure is this value. */
function isSide({ sentence, passage, fit }: Evidence, { n, quote, value }: Side): boolean {
  return passage.n === n && holds(quote, sentence) && isFigure(value, fit.number?.value);
}

function isFigure(value: string, figure: number | undefined): boolean {
  return figure !== undefined && numbersIn(value).some((one) => one.value === figure);
}

function holds(quote: string, sentence: string): boolean {
  return quote.includes(sentence) || sentence.includes(quote);
}

function sideQuoted({ quote, outlet, url, n }: Side): string {
  return `> ${quote}\n— ${outlet}, <${url}> [${n}]`;
}

/** @param remark on the sources that a vain search looked through */
function sayFinding(question: Question, finding: Finding, found: LookUpResult, remark: string): string {
  const { scope } = found;
  const words = WORDS[question.language];
  if (finding.kind === 'answered') {
    const others = otherSides(finding, found);
    const lead = finding.differ || others.length > 0 ? words.differ : words[scope];
    return [lead, ...finding.evidence.map(quoted), ...new Set(others)].join('\n\n');
  }
  const no = scope === 'story' ? words.unansweredStory : words.unansweredRecent;
  const missing = finding.missing.slice(0, 2).join(question.language === 'zh' ? '」、「' : ' or ');
  const lead = missing === '' ? no : `${no}${question.language === 'zh' ? '' : ' '}${words.missing(missing)}`;
  const told = `${lead}${remark}`;
  if (finding.nearest !== undefined) return [told, words.nearest, quoted(finding.nearest)].join('\n\n');
  const begins = remark === FOREIGN[question.language] ? beginsOf(found) : [];
  return begins.length === 0 ? told : [told, words.begins, ...begins.map(quoted)].join('\n\n');
}

/** How the sources of a thread's story begin, where no word of a question was found in them. */
function beginsOf({ passages }: LookUpResult): readonly Evidence[] {
  if (passages.some(({ score }) => score > 0)) return [];
  const finding = findAnswer(questionOf('What happened?'), passages, '');
  return finding.kind === 'answered' ? finding.evidence : [];
}

function quoted({ sentence, passage }: Evidence): string {
  return `> ${sentence}\n— ${passage.outlet}, <${passage.url}> [${passage.n}]`;
}
