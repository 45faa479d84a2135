/** What the steps say to people, in the language of the edition. */
import type { WrittenLanguage } from '../../time/locale.ts';
import { sayLeft } from './left-reasons.ts';

type Failed = readonly { readonly what: string; readonly error: string }[];

const MOST_NAMED = 5;

function list(failed: Failed, language: WrittenLanguage): string {
  const named = failed.slice(0, MOST_NAMED).map(({ what, error }) => `${what} (${sayLeft(error, language)})`);
  return `${named.join(', ')}${failed.length > MOST_NAMED ? ' …' : ''}`;
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export interface Words {
  readonly gather: {
    readonly noSources: string;
    readonly allFailed: (failed: Failed) => string;
    readonly gathered: (urls: number, failed: number) => string;
  };
  readonly filter: {
    readonly nothingLeft: (of: number) => string;
    readonly filtered: (kept: number, left: number, silent: number) => string;
  };
  readonly download: {
    readonly allFailed: (failed: Failed) => string;
    readonly downloaded: (articles: number, failed: number) => string;
  };
  readonly summary: {
    readonly noSummaries: string;
    readonly summarised: (summaries: number, quoted: number, replaced: number) => string;
  };
  readonly rate: { readonly rated: (articles: number, comparisons: number, byModel: number) => string };
  readonly topic: { readonly clustered: (articles: number, topics: number) => string };
  readonly section: {
    readonly other: string;
    readonly and: string;
    readonly noStories: string;
    readonly selected: (stories: number, sections: number, leftOut: number) => string;
  };
  readonly draft: {
    readonly nothingToDraft: string;
    readonly drafted: (stories: number, sections: number, doubts: number) => string;
  };
  readonly final: {
    readonly nothingDrafted: string;
    readonly opening: (
      sections: readonly { readonly heading: string; readonly count: number; readonly first: string }[],
    ) => string;
    readonly finalized: (stories: number, sections: number, replaced: Replaced) => string;
  };
}

/** The parts of an opening in whose place the desk's own stand. */
interface Replaced {
  readonly parts: readonly ('title' | 'intro')[];
  /** Whether nobody could check them; else they were doubted. */
  readonly unchecked: boolean;
}

function replacedInEnglish({ parts, unchecked }: Replaced): string {
  if (parts.length === 0) return '';
  const what = parts.map((part) => (part === 'title' ? 'title' : 'opening')).join(' and ');
  const one = parts.length === 1;
  const why = unchecked ? 'could not be checked' : `${one ? 'was' : 'were'} doubted`;
  return `; its ${what} ${why}, and the desk’s own ${one ? 'stands in its place' : 'stand in their place'}`;
}

function replacedInChinese({ parts, unchecked }: Replaced): string {
  if (parts.length === 0) return '';
  const what = parts.map((part) => (part === 'title' ? '標題' : '引言')).join('和');
  return `；${what}${unchecked ? '未能查核' : '存疑'}，改用編輯台自擬的${what}`;
}

const ENGLISH: Words = {
  gather: {
    noSources: 'The edition has no feeds and no searches: there is nothing to gather from.',
    allFailed: (failed) => `No source could be read: ${list(failed, 'en')}.`,
    gathered: (urls, failed) =>
      `Gathered ${count(urls, 'URL')}${failed > 0 ? `; ${count(failed, 'source')} failed` : ''}`,
  },
  filter: {
    nothingLeft: (of) => `None of ${count(of, 'URL')} is left after filtering.`,
    filtered: (kept, left, silent) =>
      `Kept ${count(kept, 'article')}, left out ${left}${silent > 0 ? `; the model said nothing of ${silent}, which were kept` : ''}`,
  },
  download: {
    allFailed: (failed) => `No article could be downloaded: ${list(failed, 'en')}.`,
    downloaded: (articles, failed) =>
      `Downloaded ${count(articles, 'article')}${failed > 0 ? `; ${failed} failed` : ''}`,
  },
  summary: {
    noSummaries: 'No article could be summed up.',
    summarised: (summaries, quoted, replaced) =>
      `Summed up ${count(summaries, 'article')}${quoted > 0 ? ` (${quoted} quoted)` : ''}${replaced > 0 ? `; ${count(replaced, 'doubted bullet')} replaced by quotes` : ''}`,
  },
  rate: {
    rated: (articles, comparisons, byModel) => {
      const how =
        byModel === 0 ? 'by rule' : byModel === comparisons ? 'by the model' : `${byModel} by the model`;
      return `Rated ${count(articles, 'article')}, ${count(comparisons, 'comparison')} (${how})`;
    },
  },
  topic: {
    clustered: (articles, topics) => `Sorted ${count(articles, 'article')} into ${count(topics, 'topic')}`,
  },
  section: {
    other: 'Other',
    and: ' & ',
    noStories: 'There are no topics to make sections of.',
    selected: (stories, sections, leftOut) =>
      `Selected ${count(stories, 'story', 'stories')} in ${count(sections, 'section')}${leftOut > 0 ? `; left out ${leftOut}` : ''}`,
  },
  draft: {
    nothingToDraft: 'There are no sections to write.',
    drafted: (stories, sections, doubts) =>
      `Drafted ${count(stories, 'story', 'stories')} in ${count(sections, 'section')}${doubts > 0 ? `; ${count(doubts, 'sentence')} doubted` : ''}`,
  },
  final: {
    nothingDrafted: 'There are no drafted sections to make a newsletter of.',
    opening: (sections) => {
      const all = sections.reduce((sum, section) => sum + section.count, 0);
      const named = sections
        .slice(0, MOST_NAMED)
        .map(({ heading, first }) => `${heading}: ${first}`)
        .join('; ');
      return `${count(all, 'story', 'stories')} in ${count(sections.length, 'section')}. ${named}.`;
    },
    finalized: (stories, sections, replaced) =>
      `Finished the newsletter: ${count(stories, 'story', 'stories')} in ${count(sections, 'section')}${replacedInEnglish(replaced)}`,
  },
};

const CHINESE: Words = {
  gather: {
    noSources: '版面沒有任何供稿或搜尋，無從收集連結。',
    allFailed: (failed) => `所有來源都無法讀取：${list(failed, 'zh-Hant-HK')}。`,
    gathered: (urls, failed) => `收集了${urls}條連結${failed > 0 ? `；${failed}個來源失敗` : ''}`,
  },
  filter: {
    nothingLeft: (of) => `${of}條連結篩選後一條不剩。`,
    filtered: (kept, left, silent) =>
      `保留${kept}篇，剔除${left}篇${silent > 0 ? `；模型沒有回應其中${silent}篇，一律保留` : ''}`,
  },
  download: {
    allFailed: (failed) => `沒有一篇文章能夠下載：${list(failed, 'zh-Hant-HK')}。`,
    downloaded: (articles, failed) => `下載了${articles}篇文章${failed > 0 ? `；${failed}篇失敗` : ''}`,
  },
  summary: {
    noSummaries: '沒有一篇文章能夠撮要。',
    summarised: (summaries, quoted, replaced) =>
      `撮要了${summaries}篇文章${quoted > 0 ? `（${quoted}篇為引述）` : ''}${replaced > 0 ? `；${replaced}點存疑，改用原文` : ''}`,
  },
  rate: {
    rated: (articles, comparisons, byModel) => {
      const how = byModel === 0 ? '按規則' : byModel === comparisons ? '由模型' : `其中${byModel}次由模型`;
      return `為${articles}篇文章評分，比較了${comparisons}次（${how}）`;
    },
  },
  topic: { clustered: (articles, topics) => `${articles}篇文章歸為${topics}個主題` },
  section: {
    other: '其他',
    and: '、',
    noStories: '沒有主題可以編成欄目。',
    selected: (stories, sections, leftOut) =>
      `選出${stories}則報道，分為${sections}個欄目${leftOut > 0 ? `；捨棄${leftOut}則` : ''}`,
  },
  draft: {
    nothingToDraft: '沒有欄目可以撰寫。',
    drafted: (stories, sections, doubts) =>
      `撰寫了${sections}個欄目共${stories}則報道${doubts > 0 ? `；${doubts}句存疑` : ''}`,
  },
  final: {
    nothingDrafted: '沒有已撰寫的欄目可以編成通訊。',
    opening: (sections) => {
      const all = sections.reduce((sum, section) => sum + section.count, 0);
      const named = sections
        .slice(0, MOST_NAMED)
        .map(({ heading, first }) => `${heading}：${first}`)
        .join('；');
      return `今期有${sections.length}個欄目、${all}則報道。${named}。`;
    },
    finalized: (stories, sections, replaced) =>
      `通訊完成：${sections}個欄目共${stories}則報道${replacedInChinese(replaced)}`,
  },
};

export const stepWords = (language: WrittenLanguage): Words => (language === 'en' ? ENGLISH : CHINESE);
