/** The tool for which stories are followed: in a channel those that it ordered or shows. */
import { z } from 'zod';
import { tool } from '../../sessions/tool.ts';
import type { Tool } from '../../sessions/tool.ts';
import { hasHan } from '../../text/chinese/has-han.ts';
import type { Locale } from '../../time/locale.ts';
import { dayAndTime } from '../../time/zone.ts';
import { deskHere } from '../ask/desk-here.ts';
import type { DeskReach } from '../ask/desk-here.ts';
import { shownIn } from '../ask/shown-stories.ts';
import type { FollowStory } from '../follow/follow-story.ts';
import type { EditorialActionBook } from '../model/editorial-action-book.ts';
import { threadLink } from '../model/thread-link.ts';

interface FollowedToolDeps extends DeskReach {
  readonly follow: Pick<FollowStory, 'threads'>;
  readonly actions: Pick<EditorialActionBook, 'of'>;
  readonly zone: string;
}

interface FollowedHere {
  readonly title: string;
  readonly thread: string;
  readonly until?: string;
}

/** "What are you following?", 「你跟緊乜嘢？」 */
const ASKED = new RegExp(
  [
    '^(?:what|which|how many)(?: (?:stor(?:y|ies)|news|topics?|ones?|posts?|threads?))?(?: (?:are|is|do|does|you|we|the desk|being|currently|still|now))+ (?:follow(?:ing|ed)?|watch(?:ing|ed)|track(?:ing|ed)|on follow)(?: (?:now|here|today|at the moment|right now|currently|up on))*$',
    '^(?:are|is|do) (?:you|we|the desk|any ?thing|any (?:stor(?:y|ies)|posts?))(?: (?:being|still|currently))* follow(?:ing|ed)?(?: any ?thing| any stories)?(?: (?:now|here|today|at the moment))*$',
    '^(?:list|show)(?: me)?(?: all)?(?: the| our| your)? (?:followed stories|stories (?:that )?(?:you|we) (?:are )?follow(?:ing)?)$',
    '^(?:你|你哋|我哋|我們|編輯台|而家|依家|現在|仲)*(?:跟|追|跟進|追蹤)(?:緊|住|着|著)(?:啲|些)?(?:咩|乜|什麼|甚麼|邊啲|邊篇|邊單|哪些|哪篇)(?:嘢|事|報道|新聞|稿)?$',
    '^(?:而家|依家|現在|仲|有|冇|沒有)*(?:咩|乜|什麼|甚麼|邊啲|邊篇|邊單|哪些|哪篇)(?:嘢|事|報道|新聞|稿)?(?:係|是|喺度|正在|正|仲)*(?:跟|追|跟進|追蹤)(?:緊|中|住)?$',
  ].join('|'),
  'iu',
);

export function followedTool({ follow, actions, zone, ...reach }: FollowedToolDeps): Tool {
  return tool({
    name: 'followed',
    description:
      'The stories of this channel that are followed (what is new goes into their threads), and until when. Give the `text` on; ' +
      'it is in the language of the question.',
    parallel: true,
    outside: ['stories', 'text'],
    args: z.strictObject({}),
    asked: (said) => (ASKED.test(said.replace(/[\s?？!！。.呀啊呢㗎]+$/u, '')) ? {} : undefined),
    run: async (_, context) => {
      const { session, said } = context;
      const channel = await deskHere(reach, context);
      const all = await Promise.all((await follow.threads()).map((thread) => reach.stories.ofThread(thread)));
      const here = all.flatMap((story) =>
        story && [story.desk, story.place, story.thread].some((one) => one === channel || one === session)
          ? [story]
          : [],
      );
      const stories = await Promise.all(
        (await shownIn(here, session, reach.guildOf)).map(
          async ({ id, title, thread }): Promise<FollowedHere> => {
            const untilMs = (await actions.of(id)).findLast(({ kind }) => kind === 'follow')?.untilMs;
            const until = untilMs === undefined ? {} : { until: dayAndTime(untilMs, zone, localeIn(said)) };
            return { title, thread: thread === undefined ? '' : threadLink(thread), ...until };
          },
        ),
      );
      return { stories, text: sayFollowed(stories, localeIn(said)) };
    },
  });
}

const localeIn = (said: string): Locale => (hasHan(said) ? 'zh' : 'en');

function sayFollowed(stories: readonly FollowedHere[], locale: Locale): string {
  if (stories.length === 0)
    return {
      en: 'No story of this channel is followed. "Follow the tunnel story" begins it.',
      zh: '這個頻道沒有正在跟進的報道。例如「跟進隧道嗰篇」就會開始跟進。',
    }[locale];
  const lines = stories.map(({ title, thread, until }) => {
    const end = until === undefined ? [] : [{ en: `until ${until}`, zh: `至 ${until}` }[locale]];
    return `- ${title} (${[...end, thread].filter(Boolean).join(', ')})`;
  });
  const head = { en: `Followed (${stories.length}):`, zh: `正在跟進（${stories.length} 篇）：` }[locale];
  return [head, ...lines].join('\n');
}
