import type { DeskStatus } from '../desk/desk-status.ts';
import { dayAndTime } from '../time/zone.ts';
import type { Locale } from '../feature/command.ts';
import { count } from '../text/count.ts';

/** What models cost today, one line each; empty when none was used. */
export function saySpending({ spending = [] }: Pick<DeskStatus, 'spending'>, locale: Locale): string[] {
  return spending.map((spent) => {
    const { model, calls, failed = 0, inputTokens, outputTokens, costUsd = 0, unpriced = 0 } = spent;
    const tokens = `${inputTokens} + ${outputTokens}`;
    const cost = `US$${costUsd < 1 ? costUsd.toFixed(4) : costUsd.toFixed(2)}`;
    const isKnown = unpriced < calls;
    const en = [
      count(calls, 'call'),
      ...(failed > 0 ? [`${failed} failed`] : []),
      `${tokens} tokens`,
      ...(isKnown ? [cost] : []),
      ...(unpriced > 0
        ? [isKnown ? `${count(unpriced, 'call')} without a known price` : 'price unknown']
        : []),
    ];
    const zh = [
      `${calls} 次呼叫`,
      ...(failed > 0 ? [`${failed} 次失敗`] : []),
      `${tokens} 個 token`,
      ...(isKnown ? [cost] : []),
      ...(unpriced > 0 ? [isKnown ? `${unpriced} 次價格不明` : '價格不明'] : []),
    ];
    return { en: `${model} today: ${en.join(', ')}.`, zh: `${model} 今日：${zh.join('，')}。` }[locale];
  });
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
