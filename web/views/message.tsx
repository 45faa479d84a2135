/** A message's frame and face, the same for people and for the desk. */
import type { ComponentChildren } from 'preact';
import { clockTime, fullTime } from '../model/times.ts';
import { words } from '../state/preferences.ts';
import { Icon } from './icon.tsx';

/** How many colours the style sheet has for people. */
const TONES = 6;

interface MessageProps {
  name: string;
  fromDesk?: boolean;
  /** The first of several by the same person: it has a face and a name. */
  first: boolean;
  ts: number;
  id?: string;
  /** Whom it answers, where that is to be told. */
  to?: string | undefined;
  state?: 'pending' | 'failed' | undefined;
  children: ComponentChildren;
}

export function Message({ name, fromDesk = false, first, ts, id, to, state, children }: MessageProps) {
  const say = words.value;
  const clock = clockTime(ts, say);
  const time = (kind: string) => (
    <time class={kind} dateTime={new Date(ts).toISOString()} title={fullTime(ts, say)}>
      {clock}
    </time>
  );
  const looks = `message${first ? ' first' : ''}${state ? ' pending' : ''}${state === 'failed' ? ' failed' : ''}`;
  return (
    <article class={looks} data-entry={id} aria-label={`${name}, ${clock}`}>
      {first ? <Face name={name} fromDesk={fromDesk} /> : time('gutter')}
      <div class="message-body">
        {first && (
          <header>
            <b class="name">{name}</b>
            {fromDesk && <span class="badge">{say.message.desk}</span>}
            {to !== undefined && <span class="to-whom">{say.chat.to(to)}</span>}
            {time('when')}
          </header>
        )}
        {children}
      </div>
    </article>
  );
}

function Face({ name, fromDesk }: { name: string; fromDesk: boolean }) {
  if (fromDesk)
    return (
      <span class="avatar desk" aria-hidden="true">
        <Icon name="moon" />
      </span>
    );
  return (
    <span class={`avatar tone-${toneOf(name)}`} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  );
}

function toneOf(name: string): number {
  let sum = 7;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return sum % TONES;
}
