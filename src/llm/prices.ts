/**
 * Prices of tokens: US dollars per million, by model family. These are list prices of the end of 2025, without
 * discounts for caching and batches. An edition's own prices take precedence. Unknown models have no price.
 */
import type { Usage } from './chat-model.ts';

export interface Price {
  readonly input: number;
  readonly output: number;
}

export type Prices = Readonly<Record<string, Price>>;

const LIST: Prices = {
  'gemini-3-pro': { input: 2, output: 12 },
  'gemini-3-flash': { input: 0.5, output: 3 },
  // Names that Google points at its newest model; priced like that.
  'gemini-pro-latest': { input: 2, output: 12 },
  'gemini-flash-latest': { input: 0.5, output: 3 },
  'gemini-flash-lite-latest': { input: 0.1, output: 0.4 },
  'gemini-2.5-pro': { input: 1.25, output: 10 },
  'gemini-2.5-flash': { input: 0.3, output: 2.5 },
  'gemini-2.5-flash-lite': { input: 0.1, output: 0.4 },
  'gemini-2.0-flash': { input: 0.1, output: 0.4 },
  'gemini-2.0-flash-lite': { input: 0.075, output: 0.3 },
  'gemini-1.5-pro': { input: 1.25, output: 5 },
  'gemini-1.5-flash': { input: 0.075, output: 0.3 },
  'gpt-5': { input: 1.25, output: 10 },
  'gpt-5-pro': { input: 15, output: 120 },
  'gpt-5-mini': { input: 0.25, output: 2 },
  'gpt-5-nano': { input: 0.05, output: 0.4 },
  'gpt-5.1': { input: 1.25, output: 10 },
  'gpt-4.1': { input: 2, output: 8 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4 },
  'gpt-4o': { input: 2.5, output: 10 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'gpt-4-turbo': { input: 10, output: 30 },
  'gpt-4': { input: 30, output: 60 },
  'gpt-3.5-turbo': { input: 0.5, output: 1.5 },
  o3: { input: 2, output: 8 },
  'o3-pro': { input: 20, output: 80 },
  'o3-deep-research': { input: 10, output: 40 },
  'o3-mini': { input: 1.1, output: 4.4 },
  'o4-mini': { input: 1.1, output: 4.4 },
};

/** The cost in US dollars; undefined when the model has no price. */
export function costOf(model: string, usage: Required<Usage>, own: Prices = {}): number | undefined {
  const price = priceOf(model, own, begins) ?? priceOf(model, LIST, isOf);
  return price && (usage.input * price.input + usage.output * price.output) / 1_000_000;
}

/** The longest matching name wins; "models/" and a vendor prefix are ignored. */
function priceOf(model: string, prices: Prices, has: typeof isOf): Price | undefined {
  const names = [model, model.slice(model.lastIndexOf('/') + 1)];
  const family = Object.keys(prices)
    .filter((prefix) => names.some((name) => has(name.toLowerCase(), prefix.toLowerCase())))
    .sort((a, b) => b.length - a.length)[0];
  return family === undefined ? undefined : prices[family];
}

/** An edition's names are prefixes: "llama" includes "llama3.2". */
function begins(name: string, prefix: string): boolean {
  return name.startsWith(prefix);
}

/** "gpt-4" includes "gpt-4-0613", not "gpt-4.5". */
function isOf(name: string, family: string): boolean {
  return name.startsWith(family) && !/^[\w.]/.test(name.slice(family.length));
}
