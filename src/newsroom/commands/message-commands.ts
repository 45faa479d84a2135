/**
 * Commands in a message's menu: ask about it, order a story about it, correct the story that it belongs to. The
 * message is material, never the words of the person who uses it.
 */
import { storyOfKey } from '../publish/title-post.ts';
import type { StoryBook } from '../model/story-book.ts';
import type { OpBook } from '../../sessions/op-book.ts';
import type { Actor } from '../../sessions/actor.ts';
import type { Said } from '../../sessions/said.ts';
import { threadOn } from '../../sessions/traits-of.ts';
import { CommandRefusal } from '../../feature/command.ts';
import type { ChosenMessage, Command, CommandContext, CommandOption, Locale } from '../../feature/command.ts';
import { text } from '../../feature/command-options.ts';
import { shortLine } from '../../text/shorten.ts';
import type { StoryActionDeps } from './story-actions.ts';
import { correctForm, writeForm } from './story-forms.ts';

export interface MessageDeps extends StoryActionDeps {
  /** Say it in the person's name; the answer comes as a message. */
  readonly say: (said: Said, actor: Actor) => Promise<unknown>;
  readonly stories: Pick<StoryBook, 'ofThread' | 'find' | 'recent'>;
  readonly ops: Pick<OpBook, 'sentAs'>;
}

/** Characters of a message that is used as a topic. */
const MOST_TOPIC = 300;
const MOST_QUESTION = 2_000;

export function messageCommands(deps: MessageDeps): Command[] {
  const { editors, clock, zone, say } = deps;
  return [
    {
      name: 'message ask',
      onMessage: { en: 'Ask about this', zh: '就此提問' },
      description: { en: 'Ask the desk about a message', zh: '就一則訊息向編輯台提問' },
      right: 'talk',
      ephemeral: true,
      options: [
        kept('message', { en: 'The id of the message', zh: '訊息編號' }),
        kept('author', { en: 'Who wrote it', zh: '作者' }),
        kept('quote', { en: 'What stands in it', zh: '訊息內容' }),
        kept('question', { en: 'What is asked', zh: '問題' }),
      ],
      run: async (options, context) => {
        const { session, actor, locale, via, id, message } = context;
        if (via !== 'form') return askForm(message ?? keptMessage(options), locale);
        const about = { id: text(options, 'message') ?? '', author: text(options, 'author') ?? '' };
        const quote = text(options, 'quote');
        await say(
          {
            session,
            text: text(options, 'question') ?? WITHOUT_QUESTION[locale],
            author: { name: actor.name, ...(actor.id !== undefined && { id: actor.id }) },
            // The question has no message of its own, so the answer is shown as a reply to the message asked about.
            ...(id !== undefined && { id: `asked-${id}` }),
            clientId: about.id,
            replyTo: { ...about, ...(quote !== undefined && { text: quote }) },
          },
          actor,
        );
        return { text: ASKED[locale] };
      },
    },
    {
      name: 'message write',
      onMessage: { en: 'Write this up', zh: '寫成報道' },
      description: { en: 'Have a story written of what a message tells', zh: '把訊息的內容寫成報道' },
      right: 'jobs',
      ephemeral: true,
      changes: true,
      options: [],
      run: async (_, { locale, message }) => {
        const [page] = message?.links ?? [];
        const topic = page ?? shortLine(message?.text ?? '', MOST_TOPIC);
        return writeForm(locale, topic === '' ? undefined : topic);
      },
    },
    {
      name: 'message correct',
      onMessage: { en: 'Correct', zh: '更正' },
      description: { en: 'Correct the story that a message is of', zh: '更正訊息所屬的報道' },
      right: 'jobs',
      ephemeral: true,
      changes: true,
      options: [],
      run: async (_, context) => {
        const { locale } = context;
        const id = await storyOf(deps, context);
        const record = id === undefined ? undefined : await editors.record(id);
        if (!record) throw new CommandRefusal(NO_STORY[locale]);
        const { title } = record.status;
        return correctForm({ id: record.status.id, title, record, locale, zone, nowMs: clock.now() });
      },
    },
  ];
}

/**
 * The story of a message: of its thread; of the title post that the thread starts from or begins with; or of
 * another message posted for the story.
 */
async function storyOf(deps: ShownStories, context: CommandContext): Promise<string | undefined> {
  const own = context.message && (await deps.stories.ofThread(context.session));
  return own ? own.id : storyShownBy(deps, context);
}

type ShownStories = Pick<MessageDeps, 'stories' | 'ops'>;

/** The story that a message itself is of, not only its thread. */
export async function storyShownBy(
  { stories, ops }: ShownStories,
  { session, message }: Pick<CommandContext, 'session' | 'message'>,
): Promise<string | undefined> {
  if (!message) return undefined;
  const thread = threadOn(session, message.id);
  const own = thread && (await stories.ofThread(thread));
  if (own) return own.id;
  const key = (await ops.sentAs(message.id))?.key;
  const id = key === undefined ? undefined : storyOfKey(key);
  // An update is listed under its main story's title.
  return id === undefined ? undefined : ((await stories.find(id))?.updateOf ?? id);
}

function askForm({ id, author, text: words }: ChosenMessage, locale: Locale) {
  return {
    text: {
      en: 'Ask what? Reply to the message, and mention me with your question.',
      zh: '想問甚麼？請回覆該訊息，並提及我、寫下問題。',
    }[locale],
    refused: true as const,
    form: {
      title: { en: 'Ask about this message', zh: '就這則訊息提問' }[locale],
      name: 'message ask',
      options: { message: id, author, ...(words !== '' && { quote: words }) },
      fields: [
        {
          option: 'question',
          label: { en: 'Your question', zh: '你的問題' }[locale],
          hint: {
            en: 'May be empty: then you are told what is known about it.',
            zh: '可不填：會告訴你所知的內容。',
          }[locale],
          long: true as const,
          most: MOST_QUESTION,
        },
      ],
    },
  };
}

/** The message of a reopened form. */
function keptMessage(options: Parameters<Command['run']>[0]): ChosenMessage {
  const [id = '', author = '', words = ''] = ['message', 'author', 'quote'].map((name) =>
    text(options, name),
  );
  return { id, author, text: words, links: [] };
}

function kept(name: string, description: CommandOption['description']): CommandOption {
  return { name, type: 'string', description };
}

const WITHOUT_QUESTION = { en: 'What is known about this?', zh: '這件事有甚麼資料？' } as const;

const ASKED = {
  en: 'Asked: the answer comes here, in the channel.',
  zh: '已提問，答案會在這個頻道發出。',
} as const;

const NO_STORY = {
  en: 'This message belongs to no story of mine. Use this on the title of a story, or on a message in its thread.',
  zh: '這則訊息不屬於我的任何報道。請在報道的標題或其討論串的訊息上使用。',
} as const;
