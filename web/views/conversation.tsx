/** The middle: where we are, what the desk says is off, the messages. */
import { useSignal } from '@preact/signals';
import { hrefOf, isReadOnly, nameOf } from '../model/session-tree.ts';
import { words } from '../state/preferences.ts';
import { sessionOf } from '../state/store.ts';
import { Icon, IconButton } from './icon.tsx';
import { Messages } from './messages.tsx';
import { useConsole } from './use-console.ts';

export function Conversation() {
  const { store } = useConsole();
  const key = store.selected.value;
  return (
    <div id="conversation" class="conversation">
      <Head />
      <Remarks />
      <Messages key={key} sessionKey={key} />
    </div>
  );
}

/** The line above the messages: where we are, the way to the parent channel, and the buttons. */
function Head() {
  const console = useConsole();
  const { store } = console;
  const say = words.value;
  const selected = store.selected.value;
  const session = sessionOf(store, selected);
  const parent = sessionOf(store, session?.origin?.parent);
  const title = session ? nameOf(session, say) : (selected?.replace(/^console:/, '') ?? 'Nightdesk');
  const readOnly = selected !== null && isReadOnly(selected);
  return (
    <header class="conversation-head">
      <SideButton drawer="rail" />
      <div class="where">
        <div class="where-line">
          {parent && (
            <>
              <a class="parent" href={hrefOf(parent.key)}>
                <Icon name="hash" />
                {nameOf(parent, say)}
              </a>
              <span class="crumb" aria-hidden="true">
                <Icon name="chevron" />
              </span>
            </>
          )}
          <h1 title={title}>
            {!parent && <Icon name={readOnly ? 'clock' : 'hash'} />}
            <span>{title}</span>
          </h1>
        </div>
      </div>
      {session && !readOnly && (
        <IconButton
          name="trash"
          label={say.conversation.delete}
          click={() => void console.removeSelected()}
        />
      )}
      <SideButton drawer="panel" />
    </header>
  );
}

/** On narrow pages: opens one of the sides. */
export function SideButton({ drawer }: { drawer: 'rail' | 'panel' }) {
  const console = useConsole();
  const { app } = words.value;
  return drawer === 'rail' ? (
    <IconButton name="menu" label={app.channels} class="rail-toggle" click={() => console.toggle('rail')} />
  ) : (
    <IconButton name="panel" label={app.sides} class="panel-toggle" click={() => console.toggle('panel')} />
  );
}

/** What the desk says is off with it. Closed, it stays away until the desk says something else. */
function Remarks() {
  const { status } = useConsole().store;
  const closed = useSignal('');
  const remarks = (status.value?.remarks ?? []).map(String);
  const all = remarks.join('\n');
  return (
    <div class="remarks" role="status">
      {all !== '' && all !== closed.value && (
        <div class="remark-strip">
          <Icon name="alert" />
          <div>
            {remarks.map((remark) => (
              <p key={remark}>{remark}</p>
            ))}
          </div>
          <IconButton
            name="close"
            label={words.value.conversation.closeRemark}
            click={() => (closed.value = all)}
          />
        </div>
      )}
    </div>
  );
}
