import { z } from 'zod';
import { keyParam, limitParam, method } from '../feature/rpc-method.ts';
import { KINDS } from './search-index.ts';
import { searchPageSchema } from './search-page.ts';
import type { Search } from './search.ts';

/** On one page. */
const MOST_RESULTS = 50;

const kind = z.enum(KINDS);
const filter = z.string().trim().min(1).max(200).exactOptional();

const params = z.strictObject({
  words: z.string().describe('words that must all be found, "phrases" in quotation marks'),
  kind: z.union([kind, z.array(kind).min(1)]).exactOptional(),
  sessionKey: keyParam.exactOptional(),
  author: filter,
  from: filter.describe("a day in the desk's zone, 2026-11-20, inclusive"),
  to: filter.describe("a day in the desk's zone, 2026-11-20, inclusive"),
  category: filter,
  outlet: filter,
  limit: limitParam(20, MOST_RESULTS),
  cursor: z.string().max(200).exactOptional(),
});

/** `search.find`: messages, stories and sources that contain some words. */
export function searchMethods({ search }: { readonly search: Pick<Search, 'find'> }) {
  return {
    'search.find': method(
      {
        description:
          'Search what was said in conversations, stories and their sources: the best first, each with a piece of it and where it leads.',
        scope: 'read',
        params,
        result: searchPageSchema,
        hints: { readOnly: true, material: true },
      },
      ({ kind: kinds, sessionKey: session, limit, cursor, ...ask }) =>
        search.find(
          {
            ...ask,
            session,
            ...(kinds !== undefined && { kinds: typeof kinds === 'string' ? [kinds] : kinds }),
          },
          { limit, cursor },
        ),
    ),
  };
}
