import type { Entry } from './entry.ts';

/** A rough count that errs on the high side: four Latin characters, or one Chinese character, are a token. */
export function estimateTokens(text: string): number {
  const cjk = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return cjk + Math.ceil((text.length - cjk) / 4) + 4;
}

/** Tokens of an entry in a window: its text, its surroundings, and the arguments of its tool calls. */
export function entryTokens({ content, meta }: Entry): number {
  const { toolCalls, replyTo, attachments } = meta ?? {};
  const around = [toolCalls, replyTo, attachments].filter((part) => part !== undefined);
  return estimateTokens(around.length > 0 ? content + JSON.stringify(around) : content);
}
