import { expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { Checkpoint } from '../../src/newsletter/model/newsletter-record.ts';
import type { StepName } from '../../src/newsletter/model/steps.ts';
import { progressLine } from '../../src/newsletter/say-progress.ts';

/** What a newsletter of the sample edition counted. */
const COUNTED: Readonly<Record<StepName, Readonly<Record<string, number>>>> = {
  gather_urls: { links: 52, urls: 49, failed: 0 },
  filter_urls: { kept: 41, left: 8, off_topic: 0 },
  download_articles: { articles: 40, failed: 1, sites: 8 },
  extract_summaries: { summaries: 39, failed: 1, quoted: 41, replaced_bullets: 0, failed_batches: 0 },
  rate_articles: { articles: 38, judged_by_model: 0, comparisons: 160, rounds: 8, prompts: 0 },
  cluster_topics: { articles: 41, topics: 19, with_several: 16, named: 0 },
  select_sections: { sections: 4, stories: 17, left_out: 2, proposed: 0 },
  draft_sections: { sections: 4, stories: 17, sources: 34, doubts: 0 },
  finalize_newsletter: { sections: 3, stories: 17, sources: 34, critiques: 0, replaced: 0 },
};

it.each([
  ['gather_urls', '49 links', '49 條連結'],
  ['filter_urls', '41 links kept', '保留 41 條連結'],
  ['download_articles', '40 articles', '40 篇文章'],
  ['extract_summaries', '39 summaries', '39 則摘要'],
  ['rate_articles', '38 articles rated', '已評 38 篇文章'],
  ['cluster_topics', '19 topics', '19 個主題'],
  ['select_sections', '4 sections', '4 個欄目'],
  ['draft_sections', '17 stories', '17 則報道'],
  ['finalize_newsletter', '3 sections', '3 個欄目'],
] as const)('tells of %s what it came to: %s', (last, english, chinese) => {
  const over = STEPS.slice(0, STEPS.indexOf(last) + 1).map((step): [StepName, Checkpoint] => [
    step,
    { status: 'complete', message: '', counts: COUNTED[step] },
  ]);
  const checkpoints = Object.fromEntries(over);
  expect(progressLine({ checkpoints, language: 'en' }).split(' · ')[1]).toBe(english);
  expect(progressLine({ checkpoints, language: 'zh-Hant-HK' }).split(' · ')[1]).toBe(chinese);
});

it('tells none of a step whose counts don’t have it', () => {
  const checkpoints = {
    cluster_topics: { status: 'complete', message: '', counts: { articles: 41 } },
  } as const;
  expect(progressLine({ checkpoints, language: 'en' })).toMatch(/cluster_topics$/u);
});
