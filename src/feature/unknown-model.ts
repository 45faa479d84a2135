import type { UnknownModel } from '../llm/chat-model.ts';
import type { Locale } from '../time/locale.ts';
import { Refusal } from './refusal.ts';

/** Somebody names a model that there is not. */
class UnknownModelRefusal extends Refusal {
  override readonly name = 'UnknownModelRefusal';
  override readonly code = 'bad_request';
  override readonly words: Readonly<Record<Locale, string>>;

  constructor(wanted: string, allowed: readonly string[]) {
    const words = sayUnknownModel(wanted, allowed);
    super(words.en);
    this.words = words;
  }
}

/** @throws Refusal that names those there are. */
export function mustBeModel(wanted: string | undefined, unknown: UnknownModel): void {
  const allowed = wanted === undefined ? undefined : unknown(wanted);
  if (wanted !== undefined && allowed) throw new UnknownModelRefusal(wanted, allowed);
}

export function sayUnknownModel(
  wanted: string,
  allowed: readonly string[],
): Readonly<Record<Locale, string>> {
  return {
    en: `There is no model "${wanted}"; allowed: ${allowed.join(', ')}.`,
    zh: `沒有「${wanted}」這個模型；可用的有：${allowed.join('、')}。`,
  };
}
