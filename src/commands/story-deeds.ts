/** `/story hold|approve|kill|retry|correct`: what editors do with a story. Killing asks first. */
import type { EditorsDesk } from '../newsroom/editors-desk.ts';
import type { Deed } from '../newsroom/deed.ts';
import { momentOf } from '../desk/moment-wish.ts';
import type { StoryFinder } from '../desk/find-story.ts';
import type { Clock } from '../time/clock.ts';
import type { Command, CommandContext, CommandOption } from './command.ts';
import { CommandRefusal } from './command.ts';
import { text } from './options.ts';
import { sayDone, sayOrdered } from './say-done.ts';
import { storyHere, storyOption } from './story-here.ts';

export interface StoryDeedHouse extends StoryFinder {
  readonly editors: EditorsDesk;
  readonly clock: Clock;
  readonly zone: string;
}

type Done = [
  verb: Parameters<typeof sayDone>[0],
  story: Parameters<typeof sayDone>[1],
  context: CommandContext,
  words?: string,
];

const WHY: CommandOption = {
  name: 'why',
  type: 'string',
  description: { en: 'Why, for the others', zh: '原因，給其他人看' },
};

export function storyDeeds(house: StoryDeedHouse): Command[] {
  const { editors, clock, zone } = house;
  const option = storyOption(house);
  const deed = ({ actor }: CommandContext, why?: string): Deed => ({
    by: actor.name,
    atMs: clock.now(),
    ...(why !== undefined && { why }),
  });
  const done = (...[verb, story, { locale }, words]: Done) => ({
    text: sayDone(verb, story, { words, locale, zone }),
  });
  return [
    {
      name: 'story hold',
      description: {
        en: 'Keep a story from being posted, or check a posted one',
        zh: '暫緩發佈，或核實已發佈的報道',
      },
      right: 'jobs',
      ephemeral: false,
      options: [
        option,
        {
          name: 'until',
          type: 'string',
          description: {
            en: 'An embargo, such as "in 2h" or "tomorrow 9:00"',
            zh: '禁止發佈至何時，例如「明天 9:00」',
          },
        },
        WHY,
      ],
      run: async (options, context) => {
        const { id } = await storyHere(house, context, options);
        const until = text(options, 'until');
        const untilMs = until === undefined ? undefined : momentOf(until, clock.now(), zone);
        const held = await editors.hold(id, {
          ...deed(context, text(options, 'why')),
          ...(untilMs !== undefined && { untilMs }),
        });
        return done('hold', held, context);
      },
    },
    {
      name: 'story approve',
      description: {
        en: 'Let a story go that waits; an embargo stands until its time',
        zh: '批准等候中的報道；禁止發佈的時間不變',
      },
      right: 'jobs',
      ephemeral: false,
      options: [
        option,
        {
          name: 'now',
          type: 'boolean',
          description: {
            en: 'Post it at once, although its embargo has not ended',
            zh: '不理會禁止發佈的時間，立即發佈',
          },
        },
      ],
      run: async (options, context) => {
        const { id } = await storyHere(house, context, options);
        const now = options['now'] === true;
        return done('approve', await editors.approve(id, { ...deed(context), now }), context);
      },
    },
    {
      name: 'story kill',
      description: { en: 'End a story, or withdraw a posted one', zh: '撤銷一篇報道，或撤回已發佈的' },
      right: 'jobs',
      ephemeral: false,
      options: [
        option,
        WHY,
        {
          name: 'sure',
          type: 'boolean',
          description: { en: 'Do it without asking again', zh: '不再詢問，直接撤銷' },
        },
      ],
      run: async (options, context) => {
        const { locale } = context;
        const { id, title } = await storyHere(house, context, options);
        const why = text(options, 'why');
        if (options['sure'] !== true)
          return {
            text: {
              en: `Kill **${title}**? If it is posted, it is withdrawn: its text is taken back, and its title says so.`,
              zh: `要撤銷 **${title}** 嗎？如已發佈，會撤回內文，標題亦會註明。`,
            }[locale],
            confirm: {
              label: { en: 'Kill it', zh: '撤銷' }[locale],
              keep: { en: 'Keep it', zh: '保留' }[locale],
              name: 'story kill',
              options: { story: id, sure: true, ...(why !== undefined && { why }) },
            },
          };
        return done('kill', await editors.kill(id, deed(context, why)), context, why);
      },
    },
    {
      name: 'story retry',
      description: {
        en: 'Order a story anew that failed or was left out',
        zh: '重新訂一篇失敗或略過了的報道',
      },
      right: 'jobs',
      ephemeral: false,
      options: [option],
      run: async (options, context) => {
        const { id } = await storyHere(house, context, options);
        const { locale } = context;
        const ordered = await editors.retry(id, deed(context));
        const hold = (await editors.tell(ordered.id))?.standing.hold;
        return { text: sayOrdered(ordered, hold, { locale, zone }) };
      },
    },
    {
      name: 'story correct',
      description: {
        en: 'Correct a posted story: its title and its thread say so',
        zh: '更正已發佈的報道：標題和討論串會註明',
      },
      right: 'jobs',
      ephemeral: false,
      options: [
        option,
        {
          name: 'text',
          type: 'string',
          description: { en: 'What is right, in a sentence', zh: '用一句話說明正確的內容' },
        },
      ],
      run: async (options, context) => {
        const { locale } = context;
        const { id, title } = await storyHere(house, context, options);
        const said = text(options, 'text');
        if (said === undefined)
          throw new CommandRefusal(
            {
              en: `What is right? Type it: \`/story correct story:${id} text:…\`; in the thread of **${title}**, \`/story correct text:…\` is enough.`,
              zh: `正確的是甚麼？請輸入：\`/story correct story:${id} text:…\`；在 **${title}** 的討論串中，只需 \`/story correct text:…\`。`,
            }[locale],
          );
        return done('correct', await editors.correct(id, { ...deed(context), text: said }), context, said);
      },
    },
  ];
}
