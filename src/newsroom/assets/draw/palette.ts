/** Colours of our pictures: those of Okabe and Ito for data, so that nobody has to distinguish red from green. */
export const PALETTE = {
  ink: '#14213D',
  text: '#2B3242',
  quiet: '#5A6272',
  line: '#DFE3EA',
  paper: '#FFFFFF',
  warm: '#FBFAF6',
  up: '#0072B2',
  down: '#C44E00',
  even: '#5A6272',
} as const;

const ACCENTS = ['#0072B2', '#007A5E', '#B5482A', '#7A4B9A', '#8A6100', '#1F5F8B'] as const;

/** The colour of a category, always the same. */
export function accentOf(category: string): string {
  let sum = 0;
  for (const character of category) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return ACCENTS[sum % ACCENTS.length] ?? ACCENTS[0];
}

/** Colours of series, in their order; after the last it begins anew. */
const SERIES = ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#56B4E9', '#D55E00', '#7A4B9A', '#9AA1AD'];

export function seriesColour(n: number): string {
  return SERIES[n % SERIES.length] ?? PALETTE.even;
}
