import { momentOf } from '../../cron/given-moment.ts';
import type { Command } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import { sayOrdered } from './say-done.ts';
import { deskHere } from '../ask/desk-here.ts';
import type { StoryActionDeps } from './story-actions.ts';
import { writeForm } from './story-forms.ts';

/** `/story write`: orders a story outside the schedule, from the desk channel where it is requested. */
export function storyWrite(deps: StoryActionDeps): Command {
  const { editors, clock, zone } = deps;
  return {
    name: 'story write',
    chinese: '報道 訂稿',
    group: { en: 'Stories and their sources', zh: '報道與資料來源' },
    description: { en: 'Have a story written and posted now', zh: '現在寫一篇報道並發佈' },
    right: 'jobs',
    ephemeral: true, // The batch's message tells everybody.
    changes: true,
    options: [
      {
        name: 'about',
        chinese: '題目',
        type: 'string',
        description: { en: "A page's address, or a topic", zh: '網頁地址或題目' },
      },
      {
        name: 'embargo',
        chinese: '禁止發佈至',
        type: 'string',
        description: {
          en: 'Not to be posted before, such as "tomorrow 9:00"',
          zh: '此時間之前不發佈，例如「明天 9:00」',
        },
      },
      {
        name: 'update',
        chinese: '更新',
        type: 'boolean',
        description: {
          en: 'It is posted already: tell what is new, in its thread',
          zh: '已經發佈：在它的討論串中寫新發展',
        },
      },
      {
        name: 'again',
        chinese: '重新訂稿',
        type: 'boolean',
        description: {
          en: 'Although a story of it was killed or withdrawn',
          zh: '即使這件事的報道曾被撤銷或撤回',
        },
      },
    ],
    run: async (options, context) => {
      const { actor, locale } = context;
      const what = text(options, 'about')?.trim();
      if (what === undefined) return writeForm(locale);
      const nowMs = clock.now();
      const embargo = text(options, 'embargo');
      const ordered = await editors.write({
        what,
        desk: await deskHere(deps, context),
        by: actor.name,
        atMs: nowMs,
        update: options['update'] === true,
        again: options['again'] === true,
        ...(embargo !== undefined && { embargoUntilMs: momentOf(embargo, nowMs, zone) }),
      });
      const hold = (await editors.record(ordered.id))?.status.hold;
      return { text: sayOrdered(ordered, hold, { locale, zone }) };
    },
  };
}
