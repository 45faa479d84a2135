import type { DeskStatus, Spending } from '../desk/desk-status.ts';
import type { Bilingual } from '../time/locale.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from '../feature/command.ts';
import { count } from '../text/count.ts';

/** What models cost today, one line each; empty when none was used. */
export function saySpending({ spending = [] }: Pick<DeskStatus, 'spending'>, locale: Locale): string[] {
  return spending.map((spent) => {
    const { model, calls, failed = 0, costUsd = 0, unpriced = 0 } = spent;
    const tokens = sayTokens(spent);
    const cost = `US$${costUsd < 1 ? costUsd.toFixed(4) : costUsd.toFixed(2)}`;
    const isKnown = unpriced < calls;
    const en = [
      count(calls, 'call'),
      ...(failed > 0 ? [`${failed} failed`] : []),
      tokens.en,
      ...(isKnown ? [cost] : []),
      ...(unpriced > 0
        ? [isKnown ? `${count(unpriced, 'call')} without a known price` : 'price unknown']
        : []),
    ];
    const zh = [
      `${calls} 次呼叫`,
      ...(failed > 0 ? [`${failed} 次失敗`] : []),
      tokens.zh,
      ...(isKnown ? [cost] : []),
      ...(unpriced > 0 ? [isKnown ? `${unpriced} 次價格不明` : '價格不明'] : []),
    ];
    return { en: `${model} today: ${en.join(', ')}.`, zh: `${model} 今日：${zh.join('，')}。` }[locale];
  });
}

/** The tokens that the provider counted, and those that are estimated because it didn't. */
function sayTokens({ calls, inputTokens, outputTokens, countedTokens = 0 }: Spending): Bilingual {
  const reported = `${inputTokens} + ${outputTokens}`;
  const estimated = countedTokens - inputTokens - outputTokens;
  // An attempt at which nothing was read counts as one token.
  if (estimated <= calls) return { en: `${reported} tokens`, zh: `${reported} 個 token` };
  return inputTokens + outputTokens === 0
    ? { en: `about ${estimated} tokens by estimate`, zh: `估計約 ${estimated} 個 token` }
    : {
        en: `${reported} tokens and about ${estimated} by estimate`,
        zh: `${reported} 個 token，另估計約 ${estimated} 個`,
      };
}

/** The providers that don't work as usual, one line each. */
export function sayProviders(
  { providers = [] }: Pick<DeskStatus, 'providers'>,
  zone: string,
  locale: Locale,
): string[] {
  return providers.flatMap(({ provider, state, untilMs, because, keys }) => {
    const lines: string[] = [];
    const until = untilMs === undefined ? '' : dayAndTime(untilMs, zone, locale);
    const why = because === undefined ? '' : { en: `: ${because}`, zh: `：${because}` }[locale];
    if (state === 'open')
      lines.push(
        { en: `- ${provider} is left alone until ${until}${why}`, zh: `- ${provider} 暫停至 ${until}${why}` }[
          locale
        ],
      );
    if (state === 'half-open')
      lines.push(
        { en: `- ${provider} is about to be tried again${why}`, zh: `- ${provider} 即將再試${why}` }[locale],
      );
    if (state === 'resting')
      lines.push(
        { en: `- ${provider} rests until ${until}${why}`, zh: `- ${provider} 休息至 ${until}${why}` }[locale],
      );
    if (keys && keys.resting > 0)
      lines.push(
        {
          en: `- ${provider}: ${keys.resting} of ${count(keys.all, 'key')} resting`,
          zh: `- ${provider}：${keys.all} 條金鑰中有 ${keys.resting} 條休息中`,
        }[locale],
      );
    return lines;
  });
}
