/** A rough count that errs on the high side: four Latin characters, or one Chinese character, are a token. */
export function estimateTokens(text: string): number {
  const cjk = text.match(/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/g)?.length ?? 0;
  return cjk + Math.ceil((text.length - cjk) / 4) + 4;
}
