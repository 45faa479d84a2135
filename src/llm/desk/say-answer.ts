/** An answer in words: a short lead, then verbatim quotations with outlet, link and number. */
import type { LookUpResult } from './chat-shapes.ts';
import type { Evidence, Finding } from './find-answer.ts';
import type { Question } from './question.ts';
import { settles } from './yes-or-no.ts';

const WORDS = {
  en: {
    story: 'From the sources of this story:',
    recent: 'From the sources of the posted stories:',
    differ: 'The sources differ:',
    settled: { yes: 'Yes. ', no: 'No. ', open: "This doesn't settle it. " },
    unansweredStory: "The sources of this story don't say.",
    unansweredRecent: "The sources of the posted stories don't say.",
    missing: (what: string) => `They don't mention ${what}.`,
    nearest: 'The nearest that they have, which is no answer:',
  },
  zh: {
    story: '這篇報道的來源這樣寫：',
    recent: '已發報道的來源這樣寫：',
    differ: '各來源的說法不一：',
    settled: { yes: '是。', no: '否。', open: '以下未能確定答案。' },
    unansweredStory: '這篇報道的來源沒有提及。',
    unansweredRecent: '已發報道的來源沒有提及。',
    missing: (what: string) => `來源中沒有「${what}」。`,
    nearest: '最接近的一段（並非答案）：',
  },
} as const;

export function sayAnswer(question: Question, finding: Finding, { scope }: LookUpResult): string {
  const words = WORDS[question.language];
  if (finding.kind === 'answered') {
    const [first] = finding.evidence;
    const settled = finding.differ || first === undefined ? undefined : settles(question, first);
    const lead = finding.differ
      ? words.differ
      : `${settled === undefined ? '' : words.settled[settled]}${words[scope]}`;
    return [lead, ...finding.evidence.map(quoted)].join('\n\n');
  }
  const no = scope === 'story' ? words.unansweredStory : words.unansweredRecent;
  const missing = finding.missing.slice(0, 2).join(question.language === 'zh' ? '」、「' : ' or ');
  const lead = missing === '' ? no : `${no}${question.language === 'zh' ? '' : ' '}${words.missing(missing)}`;
  return finding.nearest === undefined ? lead : [lead, words.nearest, quoted(finding.nearest)].join('\n\n');
}

function quoted({ sentence, passage }: Evidence): string {
  return `> ${sentence}\n— ${passage.outlet}, <${passage.url}> [${passage.n}]`;
}
