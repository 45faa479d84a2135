import { z } from 'zod';
import type { OpButton } from '../sessions/op.ts';
import { ToolRefusal, tool } from '../sessions/tool.ts';
import type { Tool } from '../sessions/tool.ts';
import { shortLine } from '../text/shorten.ts';
import { dayAndTime } from '../time/zone.ts';
import { OUTCOME_WORDS } from './outcome.ts';
import { findForPeople } from './find-for-people.ts';
import { SearchRefusal } from './refusal.ts';
import { sayResults, placeOf } from './say-results.ts';
import { KINDS } from './search-index.ts';
import type { Search } from './search.ts';
import type { SearchResult } from './search-page.ts';
import type { SearchAsk } from './checked-query.ts';

interface ToolDeps {
  readonly search: Pick<Search, 'find'>;
  readonly zone: string;
}

const MOST_FOUND = 8;
const MOST_BUTTONS = 5;
const MOST_LABEL = 75;
const day = z.string().trim().min(1).max(40).exactOptional();
const name = z.string().trim().min(1).max(200).exactOptional();

/** `search_desk`: everybody present reads the answer, so it finds only messages that they can read. */
export function searchTool({ search, zone }: ToolDeps): Tool {
  return tool({
    name: 'search_desk',
    description:
      'Find stories of any day, what their sources say, and what was said in this conversation, by words that must all be there. ' +
      'Each result has where it leads (`leadsTo`): give that with it, never an id. Several stories that fit one name: ask which one is ' +
      'meant, with a link to each; where `kind` is story, buttons for them stand under your answer. `said` is the whole as a list.',
    parallel: true,
    outside: ['results', 'said'],
    args: z.strictObject({
      words: z.string().trim().min(1).max(500).describe('few and telling; "a phrase" in quotation marks'),
      kind: z.enum(KINDS).exactOptional().describe('story, source, or chat for what was said'),
      ...{ from: day, to: day, category: name, outlet: name, author: name },
      language: z.enum(['en', 'zh']).exactOptional().describe('of `said`'),
    }),
    run: async ({ kind, language = 'en', ...asked }, { session, actor, turn, offer }) => {
      const ask: SearchAsk = { ...asked, ...(kind !== undefined && { kinds: [kind] }) };
      try {
        const found = await findForPeople(search, ask, {
          limit: MOST_FOUND,
          asker: { session, actor, isHeard: true },
          isOwn: (entry) => entry.startsWith(`${turn.id}:`),
        });
        // Nothing is quoted from a withdrawn story.
        const results = found.results.filter(
          ({ kind, outcome }) => !(kind === 'source' && outcome === 'withdrawn'),
        );
        const page = { ...found, results };
        const stories = page.results.filter((result) => result.kind === 'story');
        const asks = kind === 'story' && stories.length > 1;
        if (asks) for (const button of buttonsOf(stories)) offer(button);
        const said = sayResults(page, { words: asked.words, locale: language, zone, asks });
        return {
          results: page.results.map((result) => resultForModel(result, zone)),
          hasMore: page.hasMore,
          said,
        };
      } catch (error) {
        if (error instanceof SearchRefusal) throw new ToolRefusal(error.message, { cause: error });
        throw error;
      }
    },
  });
}

/** "Which one?": a button per story that shows its sources. */
function buttonsOf(stories: readonly SearchResult[]): OpButton[] {
  return stories
    .slice(0, MOST_BUTTONS)
    .flatMap(({ title, storyId }) =>
      storyId === undefined
        ? []
        : [{ label: shortLine(title, MOST_LABEL), command: 'story sources', options: { story: storyId } }],
    );
}

function resultForModel(result: SearchResult, zone: string) {
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
