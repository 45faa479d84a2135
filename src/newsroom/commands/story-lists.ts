/** `/story waiting|left`: stories that wait for an editor, and what was left out recently. */
import type { LeftOutStory } from '../ask/why-left-out.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Command } from '../../feature/command.ts';
import type { Locale } from '../../time/locale.ts';
import { shortLine } from '../../text/shorten.ts';
import { dayAndTime } from '../../time/zone.ts';
import { deskHere } from '../ask/desk-here.ts';
import { sayStatus } from './say-status.ts';
import type { StoryActionDeps } from './story-actions.ts';

export interface StoryListsDeps extends StoryActionDeps {
  /** With a reason, newest first. */
  readonly leftOut: (desk: SessionKey, locale: Locale) => Promise<readonly LeftOutStory[]>;
}

const MOST_LOOKED_AT = 200;
const MOST_LISTED = 15;
const MOST_LEFT = 10;

export function storyLists(deps: StoryListsDeps): Command[] {
  const { editors, leftOut, zone } = deps;
  return [
    {
      name: 'story waiting',
      chinese: '報道 待批',
      description: { en: 'What waits for approval or is on hold', zh: '等候批准或暫緩的報道' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, context) => {
        const { locale } = context;
        const recent = await editors.recent(await deskHere(deps, context), MOST_LOOKED_AT);
        const waiting = recent.filter(({ hold }) => hold !== undefined);
        if (waiting.length === 0)
          return { text: { en: 'Nothing waits here.', zh: '這裡沒有等候中的報道。' }[locale] };
        const lines = waiting.slice(0, MOST_LISTED).map((story) => {
          const since = story.sinceMs === undefined ? '' : dayAndTime(story.sinceMs, zone, locale);
          const at = since === '' ? '' : { en: `, since ${since}`, zh: `，由 ${since} 起` }[locale];
          const colon = { en: ': ', zh: '：' }[locale];
          return `- **${shortLine(story.title, 150)}**${colon}${sayStatus(story, locale, zone)}${at}`;
        });
        const way = {
          en: '/story approve lets one go, /story kill ends it.',
          zh: '可用 /story approve 批准，或用 /story kill 撤銷。',
        }[locale];
        return { text: [...lines, ...more(waiting.length - MOST_LISTED, locale), way].join('\n') };
      },
    },
    {
      name: 'story left',
      chinese: '報道 略去',
      description: { en: 'What was left out lately, and why', zh: '最近略去了甚麼，以及原因' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, context) => {
        const { locale } = context;
        const desk = await deskHere(deps, context);
        const posted = new Set((await editors.recent(desk, MOST_LOOKED_AT)).map(({ title }) => title));
        const left = (await leftOut(desk, locale)).filter(({ title }) => !posted.has(title));
        if (left.length === 0)
          return {
            text: {
              en: 'Nothing was left out of the last plans, as far as they are kept.',
              zh: '最近的選稿紀錄中，沒有略去任何內容。',
            }[locale],
          };
        const lines = left.slice(0, MOST_LEFT).map(({ title, why = '', atMs }) => {
          const [name, because, when] = [
            shortLine(title, 150),
            shortLine(why, 300),
            dayAndTime(atMs, zone, locale),
          ];
          return { en: `- **${name}** (${when}): ${because}`, zh: `- **${name}**（${when}）：${because}` }[
            locale
          ];
        });
        const way = {
          en: '/story why topic:… says it of one thing.',
          zh: '可用 /story why 查看某個題目的原因。',
        }[locale];
        return { text: [...lines, ...more(left.length - MOST_LEFT, locale), way].join('\n') };
      },
    },
  ];
}

/** That a list is cut, where `rest` of it are not shown. */
export function more(rest: number, locale: Locale): string[] {
  return rest > 0 ? [{ en: `- and ${rest} more`, zh: `- 另外 ${rest} 項` }[locale]] : [];
}
