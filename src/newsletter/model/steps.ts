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

/** What a step did. Its output is what the steps after it read. */
export interface StepResult<Output> {
  readonly output: Output;
  /** For people, without a line break: "Gathered 234 URLs". */
  readonly message: string;
  readonly counts: Readonly<Record<string, number>>;
}
