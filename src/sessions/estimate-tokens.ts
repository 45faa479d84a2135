import type { Entry } from './entry.ts';

/** A rough count that errs on the high side: four Latin characters, or one Chinese, are a token. */
export function estimateTokens(text: string): number {
  const cjk = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return cjk + Math.ceil((text.length - cjk) / 4) + 4;
}

/** What an entry costs in a window: its words, what stands around them, and the arguments of the calls that it made. */
export function entryTokens({ content, meta }: Entry): number {
  const { toolCalls, replyTo, attachments } = meta ?? {};
  const around = [toolCalls, replyTo, attachments].filter((part) => part !== undefined);
  return estimateTokens(around.length > 0 ? content + JSON.stringify(around) : content);
}
