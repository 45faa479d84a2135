/** `/story sources|why`: a story's sources, and why it was picked, or why something was not. */
import type { WhyTopic } from '../ask/why-topic.ts';
import type { WhyStory } from '../ask/why-story.ts';
import { StoryRefusal } from '../model/story-service.ts';
import type { StoryRecord } from '../model/story-service.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Command } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import { deskHere } from '../ask/desk-here.ts';
import { saySources } from './say-sources.ts';
import type { Locale } from '../../time/locale.ts';
import { sayTopic, sayWhy } from './say-why.ts';
import type { StoryActionDeps } from './story-actions.ts';
import { storyHere, storyOption } from './story-here.ts';

export interface StoryLookDeps extends StoryActionDeps {
  readonly why: (record: StoryRecord) => Promise<WhyStory>;
  /** What happened to a topic at a desk channel. */
  readonly whyTopic: (topic: string, desk: SessionKey, locale: Locale) => Promise<WhyTopic>;
}

export function storyLook(deps: StoryLookDeps): Command[] {
  const { editors, zone } = deps;
  const option = storyOption(deps);
  const recordOf = async (id: string): Promise<StoryRecord> => {
    const record = await editors.record(id);
    if (!record)
      throw new StoryRefusal('unknown', {
        en: `There is no story ${id} any more.`,
        zh: `已經沒有 ${id} 這篇報道。`,
      });
    return record;
  };
  return [
    {
      name: 'story sources',
      chinese: '報道 來源',
      description: {
        en: 'What a story stands on: sources, claims and passages',
        zh: '報道的依據：來源、說法和原文',
      },
      right: 'talk',
      ephemeral: true,
      options: [option],
      run: async (options, context) => {
        const { locale } = context;
        const { id, title } = await storyHere(deps, context, options);
        const { standsOn } = await recordOf(id);
        if (!standsOn)
          throw new StoryRefusal('not_posted', {
            en: `"${title}" has no sources yet: they are gathered before it is written. /story why says how it stands.`,
            zh: `「${title}」暫時未有來源：撰寫前才會收集。可用 /story why 查看狀況。`,
          });
        return { text: saySources(title, standsOn, locale) };
      },
    },
    {
      name: 'story why',
      chinese: '報道 為何選用',
      description: {
        en: 'Why a story or a topic was picked, or not',
        zh: '為何選用一篇報道，或為何沒有選某題目',
      },
      right: 'talk',
      ephemeral: true,
      options: [
        option,
        {
          name: 'topic',
          chinese: '題目',
          type: 'string',
          description: { en: 'Something that was not posted: why not?', zh: '沒有發佈的題目：為何沒有？' },
        },
      ],
      run: async (options, context) => {
        const { locale } = context;
        const topic = text(options, 'topic');
        if (topic !== undefined) {
          const desk = await deskHere(deps, context);
          return { text: sayTopic(topic, await deps.whyTopic(topic, desk, locale), locale, zone) };
        }
        const { id } = await storyHere(deps, context, options);
        return { text: sayWhy(await deps.why(await recordOf(id)), locale, zone) };
      },
    },
  ];
}
