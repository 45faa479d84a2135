/** The nine steps of a newsletter, in order. */
export const STEPS = [
  'gather_urls',
  'filter_urls',
  'download_articles',
  'extract_summaries',
  'rate_articles',
  'cluster_topics',
  'select_sections',
  'draft_sections',
  'finalize_newsletter',
] as const;

export type StepName = (typeof STEPS)[number];

/** What each step does, after "Step 1: ". */
export const STEP_WORDS: Readonly<Record<StepName, string>> = {
  gather_urls: 'gather the URLs of feeds and searches.',
  filter_urls: 'keep the URLs that are on topic.',
  download_articles: 'download the articles. May take several minutes.',
  extract_summaries: 'summarise each article.',
  rate_articles: 'rate the articles. May take several minutes.',
  cluster_topics: 'sort the articles into topics.',
  select_sections: 'choose the sections.',
  draft_sections: 'write the sections.',
  finalize_newsletter: 'finish the newsletter.',
};

/** What a step did. Its output is what the steps after it read. */
export interface StepResult<Output> {
  readonly output: Output;
  /** For people, without a line break: "Gathered 234 URLs". */
  readonly message: string;
  readonly counts: Readonly<Record<string, number>>;
}
