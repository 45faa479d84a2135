import type { Source } from './source-pack.ts';

/** What the newsroom says by itself, in the edition's language. */
export interface Wording {
  readonly sources: string;
  readonly withoutModel: string;
  readonly buttons: Readonly<Record<'sources' | 'hold' | 'correct' | 'follow' | 'why', string>>;
  /** What a desk channel remembers of a story that is posted in another. */
  postedIn(where: string): string;
  corrected(when: string, text: string): string;
  notPosted(title: string, because: string): string;
  jailed(story: string, because: string): string;
  missingSources(sources: readonly Source[]): string;
  report(run: string, counts: { posted: number; all: number }, unposted: readonly string[]): string;
}

const ENGLISH: Wording = {
  sources: 'Sources',
  withoutModel: 'Written without a language model: sentences are quoted from the sources.',
  buttons: { sources: 'Sources', hold: 'Hold', correct: 'Correct', follow: 'Follow', why: 'Why' },
  postedIn: (where) => `Posted in ${where}.`,
  corrected: (when, text) => `Corrected ${when}: ${text}`,
  notPosted: (title, because) => `Not posted: "${title}": ${because}`,
  jailed: (story, because) =>
    `Not posted: "${story}": its job file could not be read and was set aside (${because})`,
  missingSources: (sources) =>
    `only ${usable(sources)} of ${sources.length} sources could be used, two are needed${reasons(sources)}`,
  report: (run, { posted, all }, unposted) =>
    [`Run ${run}: ${posted} of ${all} ${all === 1 ? 'story' : 'stories'} posted.`, ...unposted].join('\n'),
};

const CHINESE: Wording = {
  sources: '資料來源',
  withoutModel: '本文未經語言模型撰寫：句子直接引自各來源。',
  buttons: { sources: '來源', hold: '暫緩', correct: '更正', follow: '跟進', why: '為何選用' },
  postedIn: (where) => `已發佈於 ${where}。`,
  corrected: (when, text) => `更正（${when}）：${text}`,
  notPosted: (title, because) => `未能發佈「${title}」：${because}`,
  jailed: (story, because) => `未能發佈「${story}」：工作檔案無法讀取，已擱置（${because}）`,
  missingSources: (sources) =>
    `${sources.length}個來源中只有${usable(sources)}個可用，至少需要兩個${reasons(sources)}`,
  report: (run, { posted, all }, unposted) =>
    [`${run}：${all}篇報道中已發佈${posted}篇。`, ...unposted].join('\n'),
};

export function wordingOf(language: 'en' | 'zh-Hant-HK'): Wording {
  return language === 'en' ? ENGLISH : CHINESE;
}

function usable(sources: readonly Source[]): number {
  return sources.filter((source) => source.usable).length;
}

function reasons(sources: readonly Source[]): string {
  const said = sources.flatMap(({ domain, error }) => (error === undefined ? [] : [`${domain}: ${error}`]));
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}
