/** The desk model's material for a story: the story job, its sources and the edition's lengths. */
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
  /** For an update: earlier text, which isn't repeated. */
  told: z.string().exactOptional(),
  /** Of the body, without citations. */
  lengths: z.object({ unit: z.enum(['words', 'cjk']), min: z.number(), max: z.number() }),
});

export type StoryMaterial = z.infer<typeof StoryMaterial>;
export type SourceText = z.infer<typeof SourceText>;

/**
 * The sets of sources that a story may be quoted from, best first: those in the story's language, then those that
 * are not entirely in another. Quotations can't be translated.
 */
export function choicesOfSources(material: StoryMaterial): SourceText[][] {
  const { language } = material;
  const readable = readableOf(material).filter((source) => !isForeign(source, language));
  const own = readable.filter((source) => source.language === localeOf(language));
  return [own, readable].filter((choice) => choice.length > 0);
}

/** Why a story of quotations can't be written for its readers; undefined when it can. */
export function lackOfLanguage(material: StoryMaterial): string | undefined {
  const { language } = material;
  // Market lines are figures, which need no language.
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
