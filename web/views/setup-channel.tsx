/** Where editors talk with the desk: in the console, or on a platform with its token, its invitation and a channel of it. */
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { CONSOLE_DESK } from '../model/setup-data.ts';
import type { ChannelLook, Permissions, SetupChannel, SetupLook } from '../model/setup-data.ts';
import { locale, words } from '../state/preferences.ts';
import { Choice, StepForm, TextField } from './setup-step.tsx';
import { useConsole } from './use-console.ts';

/** Chosen instead of a platform. */
const CONSOLE = 'console';

type Trouble = Extract<ChannelLook, { kind: 'trouble' }>;

export function ChannelStep({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const key = look.draft.channel;
  const kept = look.channels.find(({ name }) => key?.startsWith(`${name}:`));
  const chosen = useSignal(kept?.name ?? CONSOLE);
  const chat = useSignal(kept ? key!.slice(kept.name.length + 1) : '');
  const secret = useSignal('');
  const rights = useSignal<Permissions | null>(null);
  const channel = look.channels.find(({ name }) => name === chosen.value);
  const submit = () => {
    if (!channel) return void setup.answer({ channel: { key: CONSOLE_DESK } });
    if (chat.value === '') {
      setup.problem.value = say.chooseChat;
      return;
    }
    const given = secret.value.trim() === '' ? {} : { secret: secret.value.trim() };
    void setup.answer({ channel: { key: `${channel.name}:${chat.value}`, ...given } });
  };
  const choices = [
    { value: CONSOLE, label: say.console },
    ...look.channels.map(({ name, title }) => ({ value: name, label: title })),
  ];
  return (
    <StepForm
      question={say.channel}
      {...(rights.value && !mayAll(rights.value) && { next: say.takeAnyway })}
      submit={submit}
    >
      <Choice
        name="channel"
        legend={say.channel}
        choices={choices}
        chosen={chosen.value}
        choose={(value) => {
          chosen.value = value;
          chat.value = '';
          secret.value = '';
          rights.value = null;
        }}
      />
      {channel && (
        <Platform
          key={channel.name}
          channel={channel}
          secret={secret.value}
          setSecret={(value) => (secret.value = value)}
          chat={chat.value}
          choose={(id) => (chat.value = id)}
          rights={rights}
        />
      )}
    </StepForm>
  );
}

interface PlatformProps {
  channel: SetupChannel;
  secret: string;
  setSecret: (secret: string) => void;
  chat: string;
  choose: (id: string) => void;
  rights: Signal<Permissions | null>;
}

function Platform({ channel, secret, setSecret, chat, choose, rights }: PlatformProps) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const seen = useSignal<ChannelLook | null>(null);
  const given = secret.trim() === '' ? {} : { secret: secret.trim() };
  const wanted = useRef(chat);
  const lookUp = async () => {
    const isDone = await setup.doing(async () => {
      seen.value = await setup.call('setup.channel.look', {
        ...{ name: channel.name, ...given, locale: locale.value },
      });
    });
    if (isDone) void check(wanted.current);
  };
  /** Another may be chosen while the desk looks at one. */
  const check = (id: string) => {
    wanted.current = id;
    rights.value = null;
    return setup.doing(async () => {
      for (let checked = ''; checked !== wanted.current;) {
        checked = wanted.current;
        const request = { key: `${channel.name}:${checked}`, ...given, locale: locale.value };
        const answer = await setup.call('setup.channel.permissions', request);
        if (checked === wanted.current) rights.value = answer;
      }
    });
  };
  const found = seen.value;
  return (
    <>
      <p class="setup-said">{channel.howTo[locale.value]}</p>
      <div class="setup-find">
        <TextField
          id="setup-secret"
          label={channel.secret}
          hint={channel.isSet ? say.secretIsSet : undefined}
          type="password"
          value={secret}
          set={setSecret}
        />
        <button type="button" class="button" disabled={setup.busy.value} onClick={() => void lookUp()}>
          {found?.kind === 'seen' ? say.lookAgain : say.lookUp(channel.title)}
        </button>
      </div>
      <div role="status">
        {found?.kind === 'trouble' && <p class="setup-said bad">{troubleOf(found, channel.title)}</p>}
        {found?.kind === 'seen' && (
          <div class="setup-said">
            <p>{say.isWho(found.who)}</p>
            <p>
              <a href={found.invite} target="_blank" rel="noreferrer">
                {say.invite}
              </a>
            </p>
            {!found.readsMessages && <p>{say.deaf}</p>}
            {found.chats.length === 0 && <p>{say.noChats}</p>}
          </div>
        )}
      </div>
      {found?.kind === 'seen' && found.chats.length > 0 && (
        <div class="field">
          <label for="setup-chat">{say.pickChat}</label>
          <select
            id="setup-chat"
            class="input"
            onChange={({ currentTarget: { value } }) => {
              choose(value);
              void check(value);
            }}
          >
            <option value="" selected={chat === ''}>
              {say.choose}
            </option>
            {found.chats.map(({ id, title, server }) => (
              <option key={id} value={id} selected={id === chat}>
                {`${title} · ${server}`}
              </option>
            ))}
          </select>
        </div>
      )}
      <div role="status">
        {rights.value && (
          <Rights rights={rights.value} title={channel.title} again={() => void check(chat)} />
        )}
      </div>
    </>
  );
}

function Rights({ rights, title, again }: { rights: Permissions; title: string; again: () => void }) {
  const { setup: say } = words.value;
  if (rights.kind === 'seen' && mayAll(rights)) return <p class="setup-said">{say.mayAll(rights.title)}</p>;
  const text =
    rights.kind === 'hidden'
      ? say.hidden
      : rights.kind === 'trouble'
        ? troubleOf(rights, title)
        : say.lacks(rights.title, lackingIn(rights).join(', '));
  return (
    <div class="setup-said bad">
      <p>{text}</p>
      <button type="button" class="button" onClick={again}>
        {say.checkAgain}
      </button>
    </div>
  );
}

const lackingIn = ({ missing, wanted }: Extract<Permissions, { kind: 'seen' }>): string[] => [
  ...missing,
  ...wanted,
];

const mayAll = (rights: Permissions): boolean => rights.kind === 'seen' && lackingIn(rights).length === 0;

const troubleOf = ({ reason, says }: Trouble, title: string): string =>
  words.value.setup.trouble[reason](title, says);
