/** The question for the desk channel: the console, or a platform with its token, its invitation and a channel of it. */
import type { Setup } from '../setup/setup.ts';
import type { Asking } from './setup-prompt.ts';

type Channel = ReturnType<Setup['channels']>[number];
type Look = Awaited<ReturnType<Setup['lookAtChannel']>>;
type Seen = Extract<Look, { kind: 'seen' }>;

const CONSOLE = 'console:desk';

export async function askChannel(setup: Setup, asking: Asking): Promise<void> {
  const { ask, say } = asking;
  const options = setup.channels().map(({ name, title }) => ({ value: name, label: title }));
  const name = await ask.choose(say.channel, [{ value: 'console', label: say.console }, ...options]);
  const channel = setup.channels().find((one) => one.name === name);
  const picked = channel && (await pickChat(channel, setup, asking));
  if (picked) await setup.answerChannel(`${name}:${picked.chat}`, picked.secret);
  else await setup.answerChannel(CONSOLE);
}

interface Picked {
  readonly chat: string;
  readonly secret: string;
}

/** @returns undefined where the console is taken instead. */
async function pickChat(channel: Channel, setup: Setup, asking: Asking): Promise<Picked | undefined> {
  const { ask, say } = asking;
  ask.tell(channel.howTo[say.locale]);
  for (;;) {
    const secret = (await ask.secret(say.secret(channel.secret))).trim();
    const look = await lookAt(channel, secret, setup, asking);
    if (look?.kind === 'seen') return chatOf(look, { channel, secret, setup, asking });
    if ((await ask.choose(say.tryAgain, retryOrConsole(asking))) === 'console') return undefined;
  }
}

const retryOrConsole = ({ say }: Asking) =>
  [
    { value: 'again', label: say.tryAgain },
    { value: 'console', label: say.elsewhere },
  ] as const;

/** What the platform says of the token; undefined where it can't even be asked. */
function lookAt(
  channel: Channel,
  secret: string,
  setup: Setup,
  { ask, say }: Asking,
): Promise<Look | undefined> {
  return ask
    .during(
      say.asking(channel.title),
      () => setup.lookAtChannel(channel.name, secret),
      (look) =>
        look.kind === 'seen' ? say.isWho(look.who) : say.trouble[look.reason](channel.title, look.says),
    )
    .catch(() => undefined); // said by the spinner
}

interface Picking {
  readonly channel: Channel;
  readonly secret: string;
  readonly setup: Setup;
  readonly asking: Asking;
}

async function chatOf(first: Seen, { channel, secret, setup, asking }: Picking): Promise<Picked | undefined> {
  const { ask, say } = asking;
  ask.note(first.invite, say.invite);
  if (!first.readsMessages) ask.warn(say.deaf);
  let look = first;
  for (;;) {
    const chats = look.chats.map(({ id, title, server }) => ({ value: id, label: title, hint: server }));
    const chat = await ask.choose(say.pickChat, [
      ...chats,
      { value: 'again', label: say.lookAgain },
      { value: 'console', label: say.elsewhere },
    ]);
    if (chat === 'console') return undefined;
    if (chat === 'again') {
      const again = await lookAt(channel, secret, setup, asking);
      if (again?.kind === 'seen') look = again;
    } else if (await mayUse(chat, { channel, secret, setup, asking })) return { chat, secret };
  }
}

/** Whether the bot may do there what it needs, or the person takes the channel all the same. */
async function mayUse(chat: string, { channel, secret, setup, asking }: Picking): Promise<boolean> {
  const { ask, say } = asking;
  for (;;) {
    const rights = await setup.permissions(`${channel.name}:${chat}`, secret);
    if (rights.kind === 'seen' && rights.missing.length + rights.wanted.length === 0) {
      ask.good(say.mayAll(rights.title));
      return true;
    }
    const trouble =
      rights.kind === 'hidden'
        ? say.hidden
        : rights.kind === 'trouble'
          ? say.trouble[rights.reason](channel.title, rights.says)
          : say.lacks(rights.title, [...rights.missing, ...rights.wanted].join(', '));
    const answer = await ask.choose(trouble, [
      { value: 'again', label: say.checkAgain },
      { value: 'take', label: say.takeAnyway },
      { value: 'other', label: say.pickChat },
    ]);
    if (answer !== 'again') return answer === 'take';
  }
}
