/**
 * English for headlines in other languages, so that one happening in two languages becomes one event. Only titles that
 * begin an event of their own are worth it, and only where the pool has events in English as well.
 *
 * What was translated once is remembered. A failure stops the rest of this update; shared names, numbers and aliases
 * then decide, as they do without a language model.
 */
import { z } from 'zod';
import { translation, translations } from '../../../llm/cluster-shapes.ts';
import type { Translations } from '../pool/event-book.ts';
import { askAbout, type ModelDesk } from '../../../llm/ask-about.ts';
import { parseAsWritten } from '../../../text/parse-as-written.ts';
import type { PromptBudget } from '../../../llm/prompt-budget.ts';

interface TranslationWork {
  readonly desk: ModelDesk;
  readonly cache: Translations;
  readonly budget: PromptBudget;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

const TITLES_A_PROMPT = 40;
const TITLE_CHARACTERS = 300;
const TOKENS_A_TITLE = 100;
const ANSWER = z.object({ translations: z.array(z.unknown()) });

/** English by title, as far as there is any. Rejects only with the signal's reason. */
export async function translateTitles(
  titles: readonly string[],
  { desk, cache, budget, nowMs, signal }: TranslationWork,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(titles)];
  const english = new Map(await cache.find(wanted));
  const missing = wanted.filter((title) => !english.has(title));
  if (!desk.hasLanguageModel('translate')) return english;
  for (let at = 0; at < missing.length && !budget.isSpent; at += TITLES_A_PROMPT) {
    const part = missing.slice(at, at + TITLES_A_PROMPT);
    const reply = await askAbout(desk, {
      task: 'translate',
      prompt: 'translate_titles_v1',
      material: { texts: part.map((text, n) => ({ text_id: n + 1, text: text.slice(0, TITLE_CHARACTERS) })) },
      answer: { name: 'translations', schema: translations },
      read: ANSWER,
      maxOutputTokens: 512 + TOKENS_A_TITLE * part.length,
      budget,
      signal,
    });
    if (reply.kind === 'failed' || !reply.by.languageModel) break;
    const heard = new Map<string, string>();
    for (const one of reply.value.translations) {
      const read = parseAsWritten(translation, one).data;
      const title = read && part[read.text_id - 1];
      if (title !== undefined && !heard.has(title))
        heard.set(title, read!.english.slice(0, TITLE_CHARACTERS));
    }
    await cache.keep(heard, `${reply.by.provider}/${reply.by.model}`, nowMs);
    for (const [title, translated] of heard) english.set(title, translated);
  }
  return english;
}
