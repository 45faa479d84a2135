/** What the newsroom says by itself, in the edition's language. */
export interface Wording {
  readonly sources: string;
  readonly withoutModel: string;
  notPosted(title: string, because: string): string;
  jailed(file: string, because: string): string;
  report(run: string, counts: { posted: number; all: number }, unposted: readonly string[]): string;
}

const ENGLISH: Wording = {
  sources: 'Sources',
  withoutModel: 'Written without a language model: sentences are quoted from the sources.',
  notPosted: (title, because) => `Not posted: "${title}": ${because}`,
  jailed: (file, because) => `A job file could not be read and was set aside (${file}): ${because}`,
  report: (run, { posted, all }, unposted) =>
    [`Run ${run}: ${posted} of ${all} ${all === 1 ? 'story' : 'stories'} posted.`, ...unposted].join('\n'),
};

const CHINESE: Wording = {
  sources: '資料來源',
  withoutModel: '本文未經語言模型撰寫：句子直接引自各來源。',
  notPosted: (title, because) => `未能發佈「${title}」：${because}`,
  jailed: (file, because) => `有工作檔案無法讀取，已擱置（${file}）：${because}`,
  report: (run, { posted, all }, unposted) =>
    [`${run}：${all}篇報道中已發佈${posted}篇。`, ...unposted].join('\n'),
};

export function wordingOf(language: 'en' | 'zh-Hant-HK'): Wording {
  return language === 'en' ? ENGLISH : CHINESE;
}
