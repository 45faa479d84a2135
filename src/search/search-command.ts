import { text } from '../feature/command-options.ts';
import type { Command } from '../feature/command.ts';
import type { Search } from './search.ts';
import type { SearchAsk } from './checked-query.ts';
import { findForPeople } from './find-for-people.ts';
import { sayResults } from './say-results.ts';

export interface CommandDeps {
  readonly search: Pick<Search, 'find'>;
  readonly zone: string;
}

/** The most results listed; more are found by narrowing the search. */
const MOST_LISTED = 10;

/** `/story find words:`: stories and their sources, and what was said, as far as the asker may read it. */
export function searchCommands(deps: CommandDeps): readonly Command[] {
  return [
    {
      name: 'story find',
      chinese: '報道 搜尋',
      description: {
        en: 'Find stories: their sources and what was said, by words',
        zh: '以字詞搜尋報道、其來源和對話',
      },
      right: 'talk',
      ephemeral: true,
      options: [
        {
          name: 'words',
          chinese: '字詞',
          type: 'string',
          required: true,
          description: {
            en: 'Words that must all be there; "in quotes" as a phrase',
            zh: '須全部出現的字詞；可用引號搜尋整句',
          },
        },
        {
          name: 'kind',
          chinese: '種類',
          type: 'string',
          description: {
            en: 'Only stories, only sources, or only what was said',
            zh: '只找報道、來源或對話',
          },
          choices: [
            { name: 'stories', chinese: '報道', value: 'story' },
            { name: 'sources', chinese: '來源', value: 'source' },
            { name: 'what was said', chinese: '對話', value: 'chat' },
          ],
        },
        {
          name: 'from',
          chinese: '由',
          type: 'string',
          description: { en: 'From this day on, such as 2026-11-20', zh: '由這天起，例如 2026-11-20' },
        },
        {
          name: 'to',
          chinese: '至',
          type: 'string',
          description: { en: 'Up to this day, such as 2026-11-20', zh: '至這天止，例如 2026-11-20' },
        },
        {
          name: 'category',
          chinese: '類別',
          type: 'string',
          description: { en: 'Only stories of this category', zh: '只找這個類別的報道' },
        },
        {
          name: 'outlet',
          chinese: '媒體',
          type: 'string',
          description: { en: 'Only sources of this outlet', zh: '只找這家媒體的來源' },
        },
      ],
      run: async (options, { session, actor, locale }) => {
        const words = text(options, 'words') ?? '';
        const kind = text(options, 'kind');
        const ask: SearchAsk = {
          words,
          ...(kind !== undefined && { kinds: [kind as 'chat' | 'story' | 'source'] }),
          ...{ from: text(options, 'from'), to: text(options, 'to') },
          ...{ category: text(options, 'category'), outlet: text(options, 'outlet') },
        };
        const asker = { session, actor, isHeard: false };
        const page = await findForPeople(deps.search, ask, { limit: MOST_LISTED, asker });
        return { text: sayResults(page, { words, locale, zone: deps.zone }) };
      },
    },
  ];
}
