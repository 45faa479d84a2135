/** One row of a conversation. */
import { toolCalls } from '../model/conversation-rows.ts';
import type { Row } from '../model/conversation-rows.ts';
import { hrefOf, titleOf } from '../model/session-tree.ts';
import type { Entry, Pending } from '../model/shapes.ts';
import { clockTime, dayName, fullTime } from '../model/times.ts';
import { toolWords } from '../model/tool-words.ts';
import { langOf, words } from '../state/preferences.ts';
import { Icon } from './icon.tsx';
import { Message } from './message.tsx';
import { Text } from './text.tsx';
import { useConsole } from './use-console.ts';
import { WhisperRow } from './whisper.tsx';

export function RowView({ row }: { row: Row }) {
  switch (row.kind) {
    case 'day':
      return (
        <div class="day" role="separator">
          <span>{dayName(row.ts, Date.now(), words.value)}</span>
        </div>
      );
    case 'message':
      return <MessageRow entry={row.entry} first={row.first} to={row.to} />;
    case 'pending':
      return <PendingRow typed={row.message} first={row.first} />;
    case 'trigger':
      return <TriggerRow entry={row.entry} />;
    case 'tools':
      return <ToolsRow entries={row.entries} names={row.names} />;
    case 'notice':
      return <NoticeRow entry={row.entry} />;
    case 'whisper':
      return <WhisperRow whisper={row.whisper} />;
  }
}

function MessageRow({ entry, first, to }: { entry: Entry; first: boolean; to?: string | undefined }) {
  const fromDesk = entry.role === 'assistant';
  const name = fromDesk ? 'Nightdesk' : (entry.author?.name ?? words.value.conversation.somebody);
  const thread = entry.meta?.['thread'];
  const isStory = entry.meta?.['kind'] === 'story';
  return (
    <Message name={name} fromDesk={fromDesk} first={first} ts={entry.ts} id={entry.id} to={to}>
      {isStory && typeof thread === 'string' ? (
        <StoryCard content={entry.content} thread={thread} />
      ) : (
        <>
          <Text content={entry.content} />
          {typeof thread === 'string' && <ThreadCard thread={thread} />}
        </>
      )}
      <Edited entry={entry} />
    </Message>
  );
}

/** That these are not the words of before, and since when. */
function Edited({ entry: { meta } }: { entry: Entry }) {
  const at = meta?.['edited'];
  if (typeof at !== 'number') return null;
  return (
    <p class="edited">
      <time title={fullTime(at, words.value)}>{words.value.message.edited}</time>
    </p>
  );
}

/** A story: its headline is the first line, what the channel remembers of it the rest. */
function StoryCard({ content, thread }: { content: string; thread: string }) {
  const [first = '', ...rest] = content.trim().split('\n');
  const title = bare(first);
  const about = rest.join('\n').trim();
  return (
    <section class="story-card" aria-label={title}>
      <h3 class="story-title" lang={langOf(title)}>
        {title}
      </h3>
      {about && <Text content={about} />}
      <p class="story-foot">
        <a href={hrefOf(thread)}>{words.value.message.openThread}</a>
        <MessageCount thread={thread} />
      </p>
    </section>
  );
}

/** A headline without the marks of one. */
const bare = (line: string) =>
  line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/^\s*(\*\*|__)(.+)\1\s*$/, '$2')
    .trim();

const useThread = (key: string) => useConsole().store.sessions.value.find((session) => session.key === key);

function MessageCount({ thread, class: looks }: { thread: string; class?: string }) {
  const session = useThread(thread);
  return <span class={looks}>{session && words.value.message.messages(session.entries)}</span>;
}

function ThreadCard({ thread }: { thread: string }) {
  const session = useThread(thread);
  const say = words.value.message;
  return (
    <a class="thread-card" href={hrefOf(thread)}>
      <Icon name="thread" />
      <span class="thread-card-title">{session ? titleOf(session) : say.storyThread}</span>
      <MessageCount thread={thread} class="thread-card-count" />
      <span class="thread-card-open">{say.openThread}</span>
    </a>
  );
}

function PendingRow({ typed, first }: { typed: Pending; first: boolean }) {
  const { desk } = useConsole();
  const { message, app } = words.value;
  const failed = typed.state === 'failed';
  return (
    <Message name={typed.author} first={first} ts={typed.ts} state={failed ? 'failed' : 'pending'}>
      <Text content={typed.text} />
      {failed && (
        <p class="send-problem" role="alert">
          {message.notSent(typed.error ?? '')}
          <button type="button" class="link-button" onClick={() => void desk.deliver(typed)}>
            {app.tryAgain}
          </button>
          <button type="button" class="link-button" onClick={() => desk.discard(typed.clientId)}>
            {message.discard}
          </button>
        </p>
      )}
    </Message>
  );
}

function TriggerRow({ entry }: { entry: Entry }) {
  const say = words.value;
  return (
    <details class="trigger" data-entry={entry.id}>
      <summary>
        <Icon name="clock" />
        <span>
          {say.message.scheduled} <b>{entry.cron_job_name ?? say.message.aJob}</b>
        </span>
        <time title={fullTime(entry.ts, say)}>{clockTime(entry.ts, say)}</time>
      </summary>
      <Text content={entry.content} />
    </details>
  );
}

function ToolsRow({ entries, names }: { entries: Entry[]; names: string[] }) {
  const { tools } = words.value;
  const named = names.map((name) => name || tools.unnamed);
  return (
    <details class="tools">
      <summary>
        <Icon name="tool" />
        <span>{toolWords(named, tools)}</span>
      </summary>
      {entries.map((entry) =>
        entry.role === 'tool' ? (
          <pre key={entry.id} tabIndex={0}>
            {entry.content}
          </pre>
        ) : (
          toolCalls(entry).map(({ name, args }, n) => (
            <p key={`${entry.id} ${n}`} class="tool-call">
              <b>{name || tools.unnamed}</b> <code>{JSON.stringify(args) ?? ''}</code>
            </p>
          ))
        ),
      )}
    </details>
  );
}

function NoticeRow({ entry }: { entry: Entry }) {
  return (
    <div class="notice" data-entry={entry.id} title={fullTime(entry.ts, words.value)}>
      <Text content={entry.content} />
      <Edited entry={entry} />
    </div>
  );
}
