/** What the desk model reads to write a story: the job's story, its sources and the edition's lengths. */
import { z } from 'zod';
import { cjkLength, wordCount } from '../../text/cjk.ts';

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
  /** Of the body, citations not counted. */
  lengths: z.object({ unit: z.enum(['words', 'cjk']), min: z.number(), max: z.number() }),
});

export type StoryMaterial = z.infer<typeof StoryMaterial>;
export type SourceText = z.infer<typeof SourceText>;

/**
 * The usable sources in the story's language, where they have enough to tell; else all usable ones of the language
 * that most of them are in: a brief that changes its language from sentence to sentence helps nobody.
 */
export function sourcesToQuote({ sources, language, lengths }: StoryMaterial): SourceText[] {
  const usable = sources.filter((source) => source.usable && source.text.trim() !== '');
  const inLanguage = (wanted: string) => usable.filter((source) => source.language === wanted);
  const own = inLanguage(language === 'en' ? 'en' : 'zh');
  const others = inLanguage(language === 'en' ? 'zh' : 'en');
  if (own.length >= 2 || others.length === 0) return own.length > 0 ? own : usable;
  // Not every sentence can be quoted: one source has to have about twice what is wanted.
  const length = own.reduce(
    (sum, { text }) => sum + (language === 'en' ? wordCount(text) : cjkLength(text)),
    0,
  );
  const wanted = lengths.unit === (language === 'en' ? 'words' : 'cjk') ? 2 * lengths.min : 0;
  return own.length > 0 && length >= wanted ? own : others;
}
