/** What the desk model reads to write a story: the job's story, its sources and the edition's lengths. */
import { z } from 'zod';

const SourceText = z.object({
  n: z.number().int().positive(),
  url: z.string(),
  domain: z.string(),
  outlet: z.string(),
  title: z.string(),
  publishedAtMs: z.number().nullish(),
  language: z.string(),
  /** One paragraph a line. */
  text: z.string(),
  usable: z.boolean(),
  error: z.string().nullish(),
});

export const StoryMaterial = z.object({
  story: z.object({
    story_id: z.string(),
    title: z.string(),
    category: z.string(),
    primary_url: z.string(),
    concrete_anchor: z.string().nullish(),
    flags: z.array(z.string()).default([]),
  }),
  language: z.enum(['en', 'zh-Hant-HK']),
  sources: z.array(SourceText),
  /** Of an update: what was told before, of which nothing is told again. */
  told: z.string().exactOptional(),
  /** Of the body, citations not counted. */
  lengths: z.object({ unit: z.enum(['words', 'cjk']), min: z.number(), max: z.number() }),
});

export type StoryMaterial = z.infer<typeof StoryMaterial>;
export type SourceText = z.infer<typeof SourceText>;

/**
 * The sources that a story may be quoted from, the best choice first: those in the story's language, else those in
 * the other one, else all. A brief that changes its language from sentence to sentence helps nobody.
 */
export function choicesOfSources({ sources, language }: StoryMaterial): SourceText[][] {
  const usable = sources.filter((source) => source.usable && source.text.trim() !== '');
  const [own, other] = language === 'en' ? ['en', 'zh'] : ['zh', 'en'];
  const choices = [own, other].map((wanted) => usable.filter((source) => source.language === wanted));
  return [...choices, usable].filter((choice) => choice.length > 0);
}
