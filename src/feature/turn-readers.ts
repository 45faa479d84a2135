/** For whom a turn's end is said where its performer says nothing: in which language, and what the turn is called. */
import type { Readers } from '../sessions/endings.ts';
import type { Turn } from '../sessions/turn.ts';
import { cjkLength, readsAsCjk } from '../text/cjk.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { shortLine } from '../text/shorten.ts';
import { localeOf } from '../time/locale.ts';
import type { WrittenLanguage } from '../time/locale.ts';

const MOST_NAME = 120;

/**
 * A person is answered in the language of their message. What a job or a command asks for is in the desk's own language, unless its
 * words are Chinese.
 */
export function turnReaders(
  turn: Pick<Turn, 'kind' | 'text' | 'material'>,
  language: WrittenLanguage = 'en',
): Readers {
  const { kind, text, material } = turn;
  if (kind === 'person') return { locale: cjkLength(text) >= 2 ? 'zh' : 'en' };
  const { message = text.replace(/^\/\S+\s/u, '') } = (material ?? {}) as { readonly message?: unknown };
  const locale = typeof message === 'string' && readsAsCjk(message) ? 'zh' : localeOf(language);
  return kind === 'worker' && text.startsWith('/')
    ? { locale, named: markdownWords(shortLine(text, MOST_NAME)) }
    : { locale };
}
