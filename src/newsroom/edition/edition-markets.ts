/**
 * The edition's markets: which symbols its finance stories use. Symbols are matched by words, so the same story
 * always gets the same numbers.
 */
import { z } from 'zod';

const text = z.string().trim().min(1);

const market = z
  .strictObject({
    provider: z.enum(['stooq', 'coinbase']),
    /** The provider's spelling. */
    symbol: z.string().regex(/^[a-z0-9^._=-]{1,24}$/i, 'a symbol such as ^spx, xauusd or BTC-USD'),
    /** The name for readers, in the edition's language. */
    label: text,
    /** ISO 4217, or `points` for an index. */
    currency: z.string().regex(/^(?:[A-Z]{3}|points)$/, 'three capitals such as USD, or points'),
    /** Only for stories of these categories. */
    categories: z.array(text).min(1),
    words: z.array(text).default([]),
    /** Used for a story of its categories that mentions no symbol. */
    otherwise: z.literal(true).optional(),
  })
  .refine(
    ({ provider, symbol }) => provider !== 'coinbase' || /^[A-Z0-9]{1,12}-[A-Z]{3,5}$/.test(symbol),
    'a symbol of Coinbase such as BTC-USD',
  )
  .refine(({ words, otherwise }) => words.length > 0 || otherwise, 'words, or otherwise: it is never found');

export const marketsSchema = z.strictObject({ symbols: z.array(market).min(1) });

export type Market = Readonly<z.output<typeof market>>;
