/** What the desk model reads to write a story: the job's story, its sources and the edition's lengths. */
import { z } from 'zod';
import { localeOf } from '../../time/locale.ts';

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
  /** `market`: a snapshot of prices. */
  kind: z.string().nullish(),
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
 * The sources that a story may be quoted from, the best choice first: those in the story's language, then all that are
 * in no other. What only quotes can't translate, and a story in another language than its edition's helps nobody.
 */
export function choicesOfSources(material: StoryMaterial): SourceText[][] {
  const { language } = material;
  const readable = readableOf(material).filter((source) => !isForeign(source, language));
  const own = readable.filter((source) => source.language === localeOf(language));
  return [own, readable].filter((choice) => choice.length > 0);
}

/** Why a story that only quotes can't be written for its readers; undefined when it can. */
export function lackOfLanguage(material: StoryMaterial): string | undefined {
  const { language } = material;
  // The lines of a market are figures, in any language.
  const told = readableOf(material).filter(({ kind }) => kind !== 'market');
  if (told.length === 0 || !told.every((source) => isForeign(source, language))) return undefined;
  return language === 'en'
    ? 'It needs a language model: its sources are in Chinese only.'
    : '這則報道需要語言模型：來源只有英文。';
}

function readableOf({ sources }: StoryMaterial): SourceText[] {
  return sources.filter((source) => source.usable && source.text.trim() !== '');
}

/** Mixed text is Chinese with names in it. */
function isForeign({ language }: SourceText, wanted: StoryMaterial['language']): boolean {
  return wanted === 'en' ? language === 'zh' || language === 'mixed' : language === 'en';
}
