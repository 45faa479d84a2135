const SIMPLIFIED = /[这们说为时对会来产发经进国现实学报专业东两严义乌习书买乱争亚]/g;

/** The language to declare for a text, so that the page picks the right glyphs; undefined when it has no CJK. */
export function languageOf(text: string): string | undefined {
  const sample = text.slice(0, 2000);
  if (/[\u3040-\u30ff]/.test(sample)) return 'ja';
  if (/[\uac00-\ud7af]/.test(sample)) return 'ko';
  const han = sample.match(/[\u3400-\u9fff]/g)?.length ?? 0;
  if (han === 0) return undefined;
  const simplified = sample.match(SIMPLIFIED)?.length ?? 0;
  return simplified / han > 0.04 ? 'zh-Hans' : 'zh-Hant';
}
