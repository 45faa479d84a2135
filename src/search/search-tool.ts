import { z } from 'zod';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool } from '../sessions/tool.ts';
import { dayAndTime } from '../time/zone.ts';
import { OUTCOME_WORDS } from './outcome.ts';
import { SearchRefusal } from './refusal.ts';
import { sayResults, placeOf } from './say-results.ts';
import { KINDS } from './search-index.ts';
import type { Search, SearchResult } from './search.ts';
import type { SearchAsk } from './wish.ts';

interface ToolDeps {
  readonly search: Pick<Search, 'find'>;
  readonly zone: string;
}

const MOST_FOUND = 8;
const day = z.string().trim().min(1).max(40).exactOptional();
const name = z.string().trim().min(1).max(200).exactOptional();

/** `search_desk`: the answer is read by everybody in the conversation, so it finds what was said in it and its threads alone. */
export function searchTool({ search, zone }: ToolDeps): Tool {
  return tool({
    name: 'search_desk',
    description:
      'Find stories of any day, what their sources say, and what was said in this conversation, by words that must all be there. ' +
      'Each result has where it leads (`leadsTo`): give that with it, never an id. Several stories that fit one name: ask which one is ' +
      'meant, with a link to each. `said` is the whole as a list.',
    parallel: true,
    outside: ['results', 'said'],
    args: z.strictObject({
      words: z.string().trim().min(1).max(500).describe('few and telling; "a phrase" in quotation marks'),
      kind: z.enum(KINDS).exactOptional().describe('story, source, or chat for what was said'),
      ...{ from: day, to: day, category: name, outlet: name, author: name },
      language: z.enum(['en', 'zh']).exactOptional().describe('of `said`'),
    }),
    run: async ({ kind, language = 'en', ...asked }, { session, actor, nowMs: _ }) => {
      const ask: SearchAsk = { ...asked, ...(kind !== undefined && { kinds: [kind] }) };
      try {
        const page = await search.find(ask, { limit: MOST_FOUND, asker: { session, actor, isHeard: true } });
        const said = sayResults(page, { words: asked.words, locale: language, zone });
        return {
          results: page.results.map((result) => told(result, zone)),
          hasMore: page.cursor !== undefined,
          said,
        };
      } catch (error) {
        if (error instanceof SearchRefusal) throw new ToolRefusal(error.message, { cause: error });
        throw error;
      }
    },
  });
}

function told(result: SearchResult, zone: string) {
  const { kind, title, text, author, outlet, headline, outcome, url, atMs } = result;
  const leadsTo = placeOf(result);
  return {
    ...{ kind, title, text, at: dayAndTime(atMs, zone) },
    ...(author !== undefined && { author }),
    ...(kind === 'source' && { outlet, url, story: headline }),
    ...(outcome !== undefined && { standing: OUTCOME_WORDS[outcome].en }),
    ...(leadsTo !== undefined && { leadsTo }),
  };
}
