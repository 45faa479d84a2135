/** A story's sources, usable or not, its claims with their passages, and removed sentences. */
import { claimsOf, sourceLine } from '../ask/say-claims.ts';
import type { StandsOn } from '../model/story-service.ts';
import { sayUnusable } from '../edition/say-unusable.ts';
import type { Source } from '../model/source-pack.ts';
import type { Locale } from '../../feature/command.ts';
import { shortLine } from '../../text/shorten.ts';
import type { WrittenLanguage } from '../../time/locale.ts';

const MOST_SENTENCE = 300;

const WORDS = {
  sources: { en: 'sources', zh: '資料來源' },
  unusable: { en: '**Not used**', zh: '**未能使用**' },
  claims: { en: '**Claims**', zh: '**說法**' },
  unchecked: {
    en: 'It is not written yet: its claims are looked up when it is.',
    zh: '仍未撰寫：寫好後才會查核說法。',
  },
  removed: {
    en: '**Taken out**, because no source bears it out',
    zh: '**已刪去**，因為沒有來源佐證',
  },
  mended: {
    en: '**Changed by its reporter**, because it was doubted',
    zh: '**經記者修改**，因為曾經存疑',
  },
  failed: {
    en: 'No language model has checked it, the rules alone have',
    zh: '未經語言模型查核，只按規則查核',
  },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>;

export function saySources(
  title: string,
  { pack, claims, conflicts, removed, mended = [], checker }: StandsOn,
  locale: Locale,
): string {
  const language = locale === 'en' ? 'en' : 'zh-Hant-HK';
  const usable = pack.sources.filter((source) => source.usable);
  const others = pack.sources.filter((source) => !source.usable);
  const colon = { en: ': ', zh: '：' }[locale];
  const checked =
    claims === undefined
      ? WORDS.unchecked[locale]
      : claimsOf({ pack, claims, ...(conflicts && { conflicts }) }, language);
  return [
    `**${title}**${colon}${WORDS.sources[locale]}`,
    ...usable.map(sourceLine),
    ...(others.length > 0
      ? [WORDS.unusable[locale], ...others.map((source) => unusableLine(source, language))]
      : []),
    ...(checked === '' ? [] : [WORDS.claims[locale], checked]),
    ...(checker?.state === 'failed' ? [`${WORDS.failed[locale]}: ${checker.because ?? '–'}`] : []),
    ...(mended.length > 0
      ? [
          WORDS.mended[locale],
          ...mended.map(
            ({ before, after }) =>
              `- ${shortLine(before, MOST_SENTENCE)} → ${after === '' ? '–' : shortLine(after, MOST_SENTENCE)}`,
          ),
        ]
      : []),
    ...(removed.length > 0
      ? [WORDS.removed[locale], ...removed.map((sentence) => `- ${shortLine(sentence, MOST_SENTENCE)}`)]
      : []),
  ].join('\n');
}

function unusableLine({ domain, error, url }: Source, language: WrittenLanguage): string {
  return `- ${domain}${error === undefined ? '' : ` (${sayUnusable(error, language)})`} <${url}>`;
}
