import type { FollowStory } from '../follow/follow-story.ts';
import { momentOf } from '../../cron/given-moment.ts';
import { dayAndTime } from '../../time/zone.ts';
import type { Command } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import type { StoryActionDeps } from './story-actions.ts';
import { storyHere, storyOption } from './story-here.ts';

export interface StoryFollowDeps extends StoryActionDeps {
  readonly follow: FollowStory;
}

/** `/story follow`: posts updates into a story's thread until a time, or stops doing so. */
export function storyFollow(deps: StoryFollowDeps): Command {
  const { follow, clock, zone } = deps;
  return {
    name: 'story follow',
    chinese: '報道 跟進',
    description: {
      en: 'Post news of a story into its thread',
      zh: '把報道的最新發展發到它的討論串',
    },
    right: 'jobs',
    ephemeral: false,
    changes: true,
    options: [
      storyOption(deps),
      {
        name: 'until',
        chinese: '直至',
        type: 'string',
        description: {
          en: 'Until when, such as "in 3 days" (default: 7 days)',
          zh: '至何時，例如「3天後」（預設：7 天）',
        },
      },
      {
        name: 'stop',
        chinese: '停止',
        type: 'boolean',
        description: { en: 'Follow it no more', zh: '停止跟進' },
      },
    ],
    run: async (options, context) => {
      const { actor, locale } = context;
      const { id, title } = await storyHere(deps, context, options);
      const by = { kind: actor.kind, name: actor.name, ...(actor.id !== undefined && { id: actor.id }) };
      if (options['stop'] === true) {
        const wasFollowed = await follow.stop(id, { by });
        const words = wasFollowed
          ? { en: `**${title}** is followed no more.`, zh: `已停止跟進 **${title}**。` }
          : { en: `**${title}** was not followed.`, zh: `**${title}** 沒有在跟進。` };
        return { text: words[locale] };
      }
      const until = text(options, 'until');
      const untilMs = until === undefined ? undefined : momentOf(until, clock.now(), zone);
      const followed = await follow.follow(id, { by, untilMs });
      const end = dayAndTime(followed.untilMs, zone, locale);
      return {
        text: {
          en: `**${followed.title}** is followed until ${end}: what is new goes into its thread. /story follow stop:true ends it; /cron list shows it there.`,
          zh: `跟進 **${followed.title}** 至 ${end}：最新發展會發到它的討論串。可用 /story follow stop:true 停止；在該處 /cron list 可見。`,
        }[locale],
      };
    },
  };
}
