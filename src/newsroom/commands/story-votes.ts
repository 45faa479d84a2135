/** `/story like|dislike|feedback|forget`: votes on stories, and what they weigh in selection. */
import { channelOf } from '../../sessions/key.ts';
import { CommandRefusal } from '../../feature/command.ts';
import type { Command, CommandContext, Locale, Reply } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import { isDirect } from '../../sessions/direct.ts';
import { shortLine } from '../../text/shorten.ts';
import { categoryLabel } from '../edition/category-label.ts';
import type { Labels } from '../edition/category-label.ts';
import type { Feedback, Forgotten, StoryVotes, Voter } from '../intake/feedback.ts';
import { signed } from '../model/story-vote.ts';
import { storyShownBy } from './message-commands.ts';
import type { MessageDeps } from './message-commands.ts';
import { storyHere, storyOption } from './story-here.ts';

export interface StoryVotesDeps extends MessageDeps {
  readonly feedback: Feedback;
  readonly labels: Labels;
}

type Weight = Awaited<ReturnType<Feedback['weights']>>[number];

const HOW = { press: 'toggle', form: 'toggle', reacted: 'set', unreacted: 'undo' } as const;
const MOST_LISTED = 25;
const KINDS = {
  outlet: { en: 'outlet', zh: '媒體' },
  category: { en: 'category', zh: '類別' },
  topic: { en: 'topic', zh: '題目' },
} as const;

export function storyVotes(deps: StoryVotesDeps): Command[] {
  const { feedback } = deps;
  return [
    voting(deps, true),
    voting(deps, false),
    {
      name: 'story feedback',
      chinese: '報道 評價',
      description: {
        en: 'What votes weigh in selection: by outlet, category and topic',
        zh: '👍 和 👎 對選稿的影響，按媒體、類別和題目',
      },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async (_, context) => {
        mustBeWithOthers(context);
        const { locale } = context;
        return { text: sayWeights(await feedback.weights(), feedback.isOn, locale, deps.labels) };
      },
    },
    {
      name: 'story forget',
      chinese: '報道 清除評價',
      description: { en: 'Forget votes on stories', zh: '清除對報道的 👍 和 👎' },
      right: 'jobs',
      ephemeral: false,
      changes: true,
      options: [
        {
          name: 'what',
          chinese: '項目',
          type: 'string',
          description: {
            en: 'An outlet, a category or a topic; or "all"',
            zh: '媒體、類別或題目；或「全部」',
          },
          required: true,
          autocomplete: async (typed, context) => {
            if (isDirect(context)) return [];
            const { locale } = context;
            const weights = await feedback.weights();
            const named = weights.map((one) => ({
              name: sayName(one, locale, deps.labels),
              value: `${one.kind}:${one.name}`,
            }));
            return [{ name: { en: 'all', zh: '全部' }[locale], value: 'all' }, ...named]
              .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
              .slice(0, MOST_LISTED);
          },
        },
        {
          name: 'sure',
          chinese: '確定',
          type: 'boolean',
          description: { en: 'Forget all without asking again', zh: '全部清除時不再詢問' },
        },
      ],
      run: async (options, context) => {
        mustBeWithOthers(context);
        const { locale } = context;
        const named = text(options, 'what') ?? '';
        const weights = await feedback.weights();
        const what = meant(named, weights, deps.labels);
        if (what === undefined)
          throw new CommandRefusal(
            {
              en: `No votes are counted for "${shortLine(named, 80)}". /story feedback lists what is.`,
              zh: `「${shortLine(named, 80)}」沒有評價。可用 /story feedback 查看。`,
            }[locale],
          );
        if (what === 'all' && weights.length > 0 && options['sure'] !== true) return askForAll(locale);
        const gone = await feedback.forget(what);
        const of = what === 'all' ? '' : sayName(what, locale, deps.labels);
        return {
          text: {
            en: `Forgotten: ${gone} ${gone === 1 ? 'vote' : 'votes'}${of === '' ? '' : ` (${of})`}.`,
            zh: `已清除 ${gone} 個評價${of === '' ? '' : `（${of}）`}。`,
          }[locale],
        };
      },
    },
  ];
}

/** @throws CommandRefusal in direct messages: votes are those of all editors. */
function mustBeWithOthers(context: CommandContext): void {
  if (!isDirect(context)) return;
  const { locale } = context;
  throw new CommandRefusal(
    {
      en: 'Votes are the whole newsroom’s. Use it in a channel of its server.',
      zh: '評價屬於整個編輯部，請在伺服器的頻道使用這個指令。',
    }[locale],
  );
}

/** The votes of all editors are lost with it, and can't be had back. */
function askForAll(locale: Locale): Omit<Reply, 'ephemeral'> {
  return {
    text: {
      en: 'Forget all votes on stories, of everybody? What they weigh in selection is gone, and can’t be brought back.',
      zh: '要清除所有人對報道的全部評價嗎？評價對選稿的影響會一併消失，無法復原。',
    }[locale],
    confirm: {
      label: { en: 'Forget all', zh: '全部清除' }[locale],
      keep: { en: 'Keep them', zh: '保留' }[locale],
      name: 'story forget',
      options: { what: 'all', sure: true },
    },
  };
}

function voting(deps: StoryVotesDeps, likes: boolean): Command {
  const { editors, feedback } = deps;
  return {
    name: likes ? 'story like' : 'story dislike',
    chinese: likes ? '報道 讚好' : '報道 不喜歡',
    description: likes
      ? {
          en: 'Select more like this; again takes it back',
          zh: '👍：選稿時多取這類；再用一次即收回',
        }
      : {
          en: 'Select less like this; again takes it back',
          zh: '👎：選稿時少取這類；再用一次即收回',
        },
    onReaction: likes ? '👍' : '👎',
    right: 'jobs',
    ephemeral: true,
    options: [storyOption(deps)],
    run: async (options, context) => {
      const { message } = context;
      const id = message ? await storyShownBy(deps, context) : (await storyHere(deps, context, options)).id;
      const record = id === undefined ? undefined : await editors.record(id);
      if (!record) throw new CommandRefusal(NO_STORY[context.locale]);
      const how = HOW[context.via ?? 'press'];
      const votes = await feedback.vote(record, voterOf(context), { likes, how });
      return { text: sayVotes(record.status.title, votes, context.locale) };
    },
  };
}

/** People of a platform are known by its ids, others by their names. */
function voterOf({ actor, session }: Pick<CommandContext, 'actor' | 'session'>): Voter {
  const { kind, id, name } = actor;
  const isKnown = kind === 'person' && id !== undefined;
  return { person: isKnown ? `${channelOf(session)}:${id}` : `name:${name}`, by: name };
}

function sayVotes(title: string, { up, down, own }: StoryVotes, locale: Locale): string {
  const name = shortLine(title, 150);
  const yours = own === undefined ? undefined : { up: '👍', down: '👎' }[own];
  return {
    en: `**${name}**: ${yours === undefined ? 'your vote is taken back' : `your ${yours} counts`} (👍 ${up}, 👎 ${down}).`,
    zh: `**${name}**：${yours === undefined ? '已收回你的評價' : `已記下你的 ${yours}`}（👍 ${up}，👎 ${down}）。`,
  }[locale];
}

function sayWeights(weights: readonly Weight[], isOn: boolean, locale: Locale, labels: Labels): string {
  if (weights.length === 0)
    return {
      en: 'Nobody has voted on stories yet: 👍 and 👎 under a story do.',
      zh: '還沒有人評價報道：可按報道下的 👍 或 👎。',
    }[locale];
  const off = {
    en: 'Selection doesn’t use them: the edition has them switched off.',
    zh: '選稿不使用這些評價：版面設定已關閉。',
  }[locale];
  const lines = weights.slice(0, MOST_LISTED).map((one) => {
    const { likes, of, weight } = one;
    const points = signed(weight);
    return {
      en: `- **${points}** ${sayName(one, locale, labels)}: liked ${likes} of ${of}`,
      zh: `- **${points}** ${sayName(one, locale, labels)}：${of} 次評價中 ${likes} 次讚好`,
    }[locale];
  });
  const rest = weights.length - MOST_LISTED;
  const more = rest > 0 ? [{ en: `- and ${rest} more`, zh: `- 另外 ${rest} 項` }[locale]] : [];
  const way = {
    en: 'Fewer than three votes weigh nothing. /story forget removes votes.',
    zh: '少於三個評價不計。可用 /story forget 清除。',
  }[locale];
  return [...(isOn ? [] : [off]), ...lines, ...more, way].join('\n');
}

function sayName({ kind, name }: Pick<Weight, 'kind' | 'name'>, locale: Locale, labels: Labels): string {
  const label = kind === 'category' ? categoryLabel(name, labels) : name;
  return { en: `${KINDS[kind].en} ${label}`, zh: `${KINDS[kind].zh}「${label}」` }[locale];
}

/** What a person named: as it was suggested, or by its name alone. */
function meant(named: string, weights: readonly Weight[], labels: Labels): Forgotten | undefined {
  const folded = named.trim().toLowerCase();
  if (['all', '全部'].includes(folded)) return 'all';
  const names = ({ kind, name }: Weight) => [
    `${kind}:${name}`,
    name,
    ...(kind === 'category' ? [categoryLabel(name, labels)] : []),
  ];
  const found = weights.find((one) => names(one).some((other) => other.toLowerCase() === folded));
  return found && { kind: found.kind, name: found.name };
}

const NO_STORY = { en: 'There is no such story.', zh: '沒有這篇報道。' } as const;
