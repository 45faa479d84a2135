/** `/story batch|failed`: how the last batch went, and what was ordered lately and not posted. */
import type { Command } from '../../feature/command.ts';
import type { Locale } from '../../time/locale.ts';
import { dayAndTime } from '../../time/zone.ts';
import { deskHere } from '../ask/desk-here.ts';
import type { StoryBook } from '../model/story-book.ts';
import type { StoryStatus } from '../model/story-service.ts';
import { sayInList } from './say-why.ts';
import type { StoryActionDeps } from './story-actions.ts';
import { more } from './story-lists.ts';

export interface StoryBatchesDeps extends StoryActionDeps {
  readonly stories: StoryActionDeps['stories'] & Pick<StoryBook, 'runsOf'>;
}

const MOST_LOOKED_AT = 200;
const MOST_LISTED = 12;
/** As long as a story keeps others of its happening from being written. */
const LATELY_MS = 48 * 3_600_000;

export function storyBatches(deps: StoryBatchesDeps): Command[] {
  const { editors, stories, clock, zone } = deps;
  return [
    {
      name: 'story batch',
      chinese: '報道 批次',
      description: { en: 'How the last batch of stories went', zh: '最近一批報道的情況' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, context) => {
        const { locale } = context;
        const desk = await deskHere(deps, context);
        const [last] = await stories.runsOf(desk, 1);
        if (!last)
          return { text: { en: 'No story was ordered here yet.', zh: '這裡還未訂過報道。' }[locale] };
        const all = await editors.recent(desk, MOST_LOOKED_AT);
        const ordered = all
          .filter(({ id }) => id.startsWith(`${last.id}/`))
          .sort((a, b) => a.id.localeCompare(b.id));
        const posted = ordered.filter(({ posted: it }) => it?.withdrawn === false).length;
        const [when, of] = [dayAndTime(last.createdAtMs, zone, locale), ordered.length];
        const head = {
          en: `The last batch (${when}): ${posted} of ${of} ${of === 1 ? 'story' : 'stories'} posted.`,
          zh: `最近一批（${when}）：共 ${of} 篇，已發佈 ${posted} 篇。`,
        }[locale];
        const others = all.filter((story) => isUnderWay(story) && !ordered.includes(story));
        const also = others.length === 0 ? [] : [{ en: 'Also under way:', zh: '另外正在進行：' }[locale]];
        return {
          text: [
            head,
            ...listed(ordered, locale, zone),
            ...also,
            ...listed(others, locale, zone),
            ...way(ordered, locale),
          ].join('\n'),
        };
      },
    },
    {
      name: 'story failed',
      chinese: '報道 失敗',
      description: {
        en: 'What was ordered lately and not posted, and why',
        zh: '最近訂了而沒有發佈的報道，以及原因',
      },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, context) => {
        const { locale } = context;
        const all = await editors.recent(await deskHere(deps, context), MOST_LOOKED_AT);
        const sinceMs = clock.now() - LATELY_MS;
        const failed = all.filter((story) => isUnposted(story) && (story.sinceMs ?? 0) >= sinceMs);
        if (failed.length === 0)
          return {
            text: {
              en: 'Nothing failed here in the last 48 hours: what was ordered is posted, or is not done yet.',
              zh: '過去 48 小時這裡沒有失敗的報道：所訂的都已發佈，或尚未完成。',
            }[locale],
          };
        const head = {
          en: `Ordered in the last 48 hours and not posted (${failed.length}):`,
          zh: `過去 48 小時訂了而沒有發佈（${failed.length} 篇）：`,
        }[locale];
        return { text: [head, ...listed(failed, locale, zone), ...way(failed, locale)].join('\n') };
      },
    },
  ];
}

/** What waits for an editor or a time is in `/story waiting`. */
function isUnderWay({ status, posted, hold }: StoryStatus): boolean {
  return !posted && !hold && (status === 'PLANNED' || status === 'DISPATCHED');
}

function isUnposted({ status, posted }: StoryStatus): boolean {
  return !posted && (status === 'FAILURE' || status === 'SKIPPED');
}

function listed(stories: readonly StoryStatus[], locale: Locale, zone: string): string[] {
  return [
    ...stories.slice(0, MOST_LISTED).map((story) => `- ${sayInList(story, locale, zone)}`),
    ...more(stories.length - MOST_LISTED, locale),
  ];
}

function way(stories: readonly StoryStatus[], locale: Locale): string[] {
  if (!stories.some((story) => isUnposted(story) && story.retriedAs === undefined)) return [];
  return [{ en: '/story retry orders one anew.', zh: '可用 /story retry 重新訂稿。' }[locale]];
}
