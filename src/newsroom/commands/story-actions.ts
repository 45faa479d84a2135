/** `/story hold|approve|kill|retry|correct`: editorial actions on a story. Killing asks first. */
import type { StoryService, StoryRecord } from '../model/story-service.ts';
import type { EditorsRequest } from '../model/editorial-action.ts';
import { momentOf } from '../../cron/given-moment.ts';
import type { StoryFinder } from '../editing/find-story.ts';
import type { Clock } from '../../time/clock.ts';
import type { Command, CommandContext, CommandOption } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import { sayDone, sayOrdered } from './say-done.ts';
import { correctForm, holdForm, killForm } from './story-forms.ts';
import { storyHere, storyOption } from './story-here.ts';

export interface StoryActionDeps extends StoryFinder {
  readonly editors: StoryService;
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
  chinese: '原因',
  type: 'string',
  description: { en: 'Why, for the others', zh: '原因，給其他人看' },
};

export function storyActions(deps: StoryActionDeps): Command[] {
  const { editors, clock, zone } = deps;
  const option = storyOption(deps);
  const action = ({ actor }: CommandContext, why?: string): EditorsRequest => ({
    by: actor.name,
    atMs: clock.now(),
    ...(why !== undefined && { why }),
  });
  const done = (...[verb, story, { locale }, words]: Done) => ({
    text: sayDone(verb, story, { words, locale, zone }),
  });
  const about = (
    story: { readonly id: string; readonly title: string },
    record: StoryRecord | undefined,
    { locale }: CommandContext,
  ) => ({ ...story, record, locale, zone, nowMs: clock.now() });
  return [
    {
      name: 'story hold',
      chinese: '報道 暫緩',
      description: {
        en: 'Keep a story from being posted, or check a posted one',
        zh: '暫緩發佈，或核實已發佈的報道',
      },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        option,
        {
          name: 'until',
          chinese: '直至',
          type: 'string',
          description: {
            en: 'An embargo, such as "in 2h" or "tomorrow 9:00"',
            zh: '禁止發佈至何時，例如「明天 9:00」',
          },
        },
        WHY,
      ],
      run: async (options, context) => {
        const story = await storyHere(deps, context, options);
        const { id } = story;
        const [until, why] = [text(options, 'until'), text(options, 'why')];
        if (context.via === 'press' && (until ?? why) === undefined) {
          const record = await editors.record(id);
          if (!isKilled(record) && !isChecked(record)) return holdForm(about(story, record, context));
        }
        const untilMs = until === undefined ? undefined : momentOf(until, clock.now(), zone);
        const held = await editors.hold(id, {
          ...action(context, why),
          ...(untilMs !== undefined && { untilMs }),
        });
        return done('hold', held, context);
      },
    },
    {
      name: 'story approve',
      chinese: '報道 批准',
      description: {
        en: 'Let a story go that waits; an embargo stands until its time',
        zh: '批准等候中的報道；禁止發佈的時間不變',
      },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        option,
        {
          name: 'now',
          chinese: '立即',
          type: 'boolean',
          description: {
            en: 'Post it at once, although its embargo has not ended',
            zh: '不理會禁止發佈的時間，立即發佈',
          },
        },
      ],
      run: async (options, context) => {
        const { id } = await storyHere(deps, context, options);
        const now = options['now'] === true;
        return done('approve', await editors.approve(id, { ...action(context), now }), context);
      },
    },
    {
      name: 'story kill',
      chinese: '報道 撤銷',
      description: { en: 'End a story, or withdraw a posted one', zh: '撤銷一篇報道，或撤回已發佈的' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        option,
        WHY,
        {
          name: 'sure',
          chinese: '確定',
          type: 'boolean',
          description: { en: 'Do it without asking again', zh: '不再詢問，直接撤銷' },
        },
      ],
      run: async (options, context) => {
        const story = await storyHere(deps, context, options);
        const { id } = story;
        const why = text(options, 'why');
        // A killed story needs no confirmation: the reply says who killed it.
        const isMeant = options['sure'] === true || context.via === 'form';
        const record = isMeant ? undefined : await editors.record(id);
        if (!isMeant && !isKilled(record)) return killForm({ ...story, record, locale: context.locale }, why);
        return done('kill', await editors.kill(id, action(context, why)), context, why);
      },
    },
    {
      name: 'story retry',
      chinese: '報道 重試',
      description: {
        en: 'Order a story anew: one that failed or was left out',
        zh: '重新訂一篇失敗或略過了的報道',
      },
      right: 'jobs',
      ephemeral: true, // The batch's message tells everybody.
      changes: true,
      options: [option],
      run: async (options, context) => {
        const { id } = await storyHere(deps, context, options);
        const { locale } = context;
        const ordered = await editors.retry(id, action(context));
        const hold = (await editors.record(ordered.id))?.status.hold;
        return { text: sayOrdered(ordered, hold, { locale, zone }) };
      },
    },
    {
      name: 'story correct',
      chinese: '報道 更正',
      description: {
        en: 'Correct a posted story: its title and its thread say so',
        zh: '更正已發佈的報道：標題和討論串會註明',
      },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        option,
        {
          name: 'text',
          chinese: '內容',
          type: 'string',
          description: { en: 'What is right, in a sentence', zh: '用一句話說明正確的內容' },
        },
      ],
      run: async (options, context) => {
        const story = await storyHere(deps, context, options);
        const { id } = story;
        const said = text(options, 'text');
        if (said === undefined) return correctForm(about(story, await editors.record(id), context));
        return done('correct', await editors.correct(id, { ...action(context), text: said }), context, said);
      },
    },
  ];
}

/** Whether it is already killed; then the action itself says by whom. */
function isKilled(record: StoryRecord | undefined): boolean {
  return record?.actions.some(({ kind }) => kind === 'kill') ?? false;
}

/** Whether it is posted and being checked; then it can't be held in another way. */
function isChecked(record: StoryRecord | undefined): boolean {
  return record?.status.posted !== undefined && record.status.hold?.kind === 'hold';
}
