/** Simplified Chinese as another measure than the program's tells it. */
import ToTraditional from 'opencc-js/dict/STCharacters';

/** The characters of `text` that have a Traditional form and are not in Big5, Hong Kong's supplement included. */
export function simplifiedIn(text: string): string[] {
  return [...text].filter((character) => SIMPLIFIED.has(character));
}

const SIMPLIFIED: ReadonlySet<string> = new Set(simplified());

function simplified(): string[] {
  const big5 = new TextDecoder('big5');
  const traditional = new Set<string>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) traditional.add(big5.decode(Uint8Array.of(lead, trail)));
  return ToTraditional.split('|')
    .map((entry) => entry.split(' '))
    .flatMap(([from = '', to]) => (from !== to && !traditional.has(from) ? [from] : []));
}
