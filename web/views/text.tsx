/** Texts of messages, and moments that stay true while they are looked at. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { markdown } from '../model/markdown.ts';
import { fullTime, relative, shortMoment, ticked } from '../model/times.ts';
import type { Ticking } from '../model/times.ts';
import { hrefOf, nameOf } from '../model/session-tree.ts';
import { langOf, words } from '../state/preferences.ts';
import { sessionOf } from '../state/store.ts';
import { useConsole } from './use-console.ts';

/** Each second anew: relative times read it. */
const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 1000);

/** "in 4 min"; with `since` the time that has gone by, and never a past one with `until`. */
export function Ticked({ at, kind }: { at: number; kind: Ticking }) {
  const say = words.value;
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at, say)}>
      {ticked(at, Math.max(now.value, Date.now()), kind, say)}
    </time>
  );
}

function Moment({ at, style }: { at: number; style: string | undefined }) {
  const say = words.value;
  const text =
    style === 'R'
      ? relative(at, now.value, say)
      : style === undefined || /^f$/i.test(style)
        ? fullTime(at, say)
        : shortMoment(at, Date.now(), say);
  return (
    <time class="moment" dateTime={new Date(at).toISOString()} title={fullTime(at, say)}>
      {text}
    </time>
  );
}

const moment = (at: number, style: string | undefined) => <Moment at={at} style={style} />;

/** By its title, as far as it is known here. A dialog would cover where it leads to. */
function Chat({ at }: { at: string }) {
  const session = sessionOf(useConsole().store, at);
  return (
    <a
      class="chat-link"
      href={hrefOf(at)}
      onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
    >
      {session ? nameOf(session, words.value) : words.value.chat.aConversation}
    </a>
  );
}

const chat = (key: string) => <Chat at={key} />;

/** What somebody wrote, or the desk: Markdown that can't become markup. */
export function Text({ content }: { content: string }) {
  const { cut } = words.value.message;
  const nodes = useMemo(() => markdown(content, { moment, chat, cut }), [content, cut]);
  return (
    <div class="text" lang={langOf(content)}>
      {nodes}
    </div>
  );
}
