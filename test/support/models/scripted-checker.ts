/** What a checker is asked, read from its prompt as `checkerInput` writes it; and the answer of one that finds all supported. */

export interface AskedSentence {
  readonly i: number;
  readonly text: string;
  /** Passages that the prompt names as the best ones. */
  readonly see: readonly string[];
}

export interface AskedCheck {
  readonly passages: ReadonlyMap<string, string>;
  readonly sentences: readonly AskedSentence[];
}

/** Undefined for a prompt that is no checker's. */
export function askedCheck(prompt: string): AskedCheck | undefined {
  const parts = /^PASSAGES\n([\s\S]*?)\n\nSENTENCES\n([\s\S]*)$/m.exec(prompt);
  if (!parts) return undefined;
  const [, passages = '', sentences = ''] = parts;
  return {
    passages: new Map(
      [...passages.matchAll(/^(\d+\.\d+) (.*)$/gm)].map(([, id, text]) => [id ?? '', text ?? '']),
    ),
    sentences: [
      ...sentences.matchAll(/^(\d+) (?:\((?:title|heading)\) |(?:\[\d+\])+ )?(.*)(?:\n {2}see (.*))?/gm),
    ].map(([, i, text = '', see = '']) => ({ i: Number(i), text, see: see.split(' ').filter(Boolean) })),
  };
}

export function allSupported({ passages, sentences }: AskedCheck): object {
  return {
    sentences: sentences.map(({ i, see }) => ({
      i,
      verdict: 'supported',
      passages: [passages.get(see[0] ?? '') ?? [...passages.values()][0]],
    })),
  };
}
