/** What a reader chose for this browser: the look and the language. Both follow the system until then. */
import { computed, effect, signal } from '@preact/signals';
import { languageOf } from '../model/language.ts';
import { en } from '../words/en.ts';
import type { Words } from '../words/en.ts';
import { zh } from '../words/zh.ts';
import { keep, kept } from './kept.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export const LANGUAGES = ['system', 'en', 'zh'] as const;
export type Theme = (typeof THEMES)[number];
export type Language = (typeof LANGUAGES)[number];
/** The language of commands and their answers, as the gateway knows it. */
export type Locale = 'en' | 'zh';

/** `public/theme.js` reads it before the page is painted. */
const THEME = 'nightdesk.theme';
const LANGUAGE = 'nightdesk.language';

export const theme = signal<Theme>(THEMES.find((one) => one === kept(THEME)) ?? 'system');
export const language = signal<Language>(LANGUAGES.find((one) => one === kept(LANGUAGE)) ?? 'system');

export const locale = computed<Locale>(() => {
  if (language.value !== 'system') return language.value;
  return /^zh\b/i.test(navigator.language) ? 'zh' : 'en';
});
export const words = computed<Words>(() => (locale.value === 'zh' ? zh : en));

/** The `lang` of a text that somebody wrote: on a Chinese page what has no Chinese is read out as English. */
export const langOf = (text: string): string | undefined =>
  languageOf(text) ?? (locale.value === 'zh' ? 'en' : undefined);

export const chooseTheme = (chosen: Theme): void => {
  theme.value = chosen;
  keep(THEME, chosen);
};
export const chooseLanguage = (chosen: Language): void => {
  language.value = chosen;
  keep(LANGUAGE, chosen);
};

const prefersDark = matchMedia('(prefers-color-scheme: dark)');

/** To what one sees not now: after "system" that is the other of what the system has. */
export function switchTheme(): void {
  const isDark = theme.value === 'dark' || (theme.value === 'system' && prefersDark.matches);
  chooseTheme(isDark ? 'light' : 'dark');
}

/** Keep the page's root as it was chosen. */
export function followPreferences(): void {
  const root = document.documentElement;
  effect(() => {
    if (theme.value === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme.value;
  });
  effect(() => {
    root.lang = words.value.lang;
  });
}
