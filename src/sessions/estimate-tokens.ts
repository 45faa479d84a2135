import type { Entry } from './entry.ts';

/** A rough count that errs on the high side: four Latin characters, or one Chinese, are a token. */
export function estimateTokens(text: string): number {
  const cjk = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return cjk + Math.ceil((text.length - cjk) / 4) + 4;
}

/** What an entry costs in a window: its words, and the arguments of the calls that it made. */
export function entryTokens({ content, meta }: Entry): number {
  return estimateTokens(meta?.toolCalls ? content + JSON.stringify(meta.toolCalls) : content);
}
