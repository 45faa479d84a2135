/** What stories are made from: the candidates of the last inputs, what was left out of them, and the feeds. */
import type { ComponentChild } from 'preact';
import { age, inWords, matching, pageUrl } from '../model/board-data.ts';
import type { Tone } from '../model/board-data.ts';
import type { BoardCandidate, BoardFeed, BoardInputs, BoardStatus, LeftOut } from '../model/shapes.ts';
import { shortMoment } from '../model/times.ts';
import { langOf, words } from '../state/preferences.ts';
import { ActionButton, Category, Chip, Facts, Group, Reason, Title, labelOf } from './board-parts.tsx';
import { Blank } from './panel.tsx';
import { useConsole } from './use-console.ts';

const whenOf = (ms: number) => shortMoment(ms, Date.now(), words.value);

interface InputsProps {
  board: BoardStatus;
  about: (inputs: BoardInputs) => string;
  rows: (inputs: BoardInputs) => ComponentChild[];
}

/** A group for each of the inputs, with when they were prepared. */
function Inputs({ board, about, rows }: InputsProps) {
  const { board: say } = words.value;
  if (board.inputs.length === 0) return <Blank title={say.noInputs} hint={say.noInputsHint} />;
  const groups = board.inputs
    .map((inputs) => ({ inputs, shown: rows(inputs) }))
    .filter(({ shown }) => shown.length > 0);
  if (groups.length === 0) return <Blank title={say.noMatch} />;
  return (
    <>
      {groups.flatMap(({ inputs, shown }) => [
        <Group
          key={`head ${inputs.kind}`}
          name={say.kinds[inputs.kind]}
          about={<Facts of={[say.prepared(whenOf(inputs.preparedAtMs)), about(inputs)]} />}
        />,
        ...shown,
      ])}
    </>
  );
}

export function CandidateRows({ board }: { board: BoardStatus }) {
  const { filter } = useConsole();
  const { board: say } = words.value;
  const is = matching(filter.value);
  return (
    <Inputs
      board={board}
      about={({ candidates, pick }) => say.offered(candidates.length, pick.atMost)}
      rows={({ kind, candidates }) =>
        candidates
          .filter(({ title, suggested_category: category, picked_because: because }) =>
            is(title, category, labelOf(board, category), because),
          )
          .map((candidate) => (
            <CandidateRow key={`${kind} ${candidate.event_id}`} candidate={candidate} board={board} />
          ))
      }
    />
  );
}

const FATES = { chosen: 'good', passed_over: 'off', offered: 'work' } as const;

function CandidateRow({ candidate, board }: { candidate: BoardCandidate; board: BoardStatus }) {
  const console = useConsole();
  const { board: say } = words.value;
  const { fate, title } = candidate;
  return (
    <li class="board-row">
      <div class="board-row-head">
        <span class="board-rank">{candidate.i}</span>
        <Chip tone={FATES[fate.kind]}>{say.fates[fate.kind]}</Chip>
        <Category board={board} of={candidate.suggested_category} />
      </div>
      <Title text={title} href={pageUrl(candidate.primary_url)} external />
      {fate.kind === 'passed_over' && <Reason text={fate.why} />}
      <Reason text={candidate.picked_because} />
      <Facts
        of={[
          say.links(candidate.link_count),
          say.outlets(candidate.domains.length),
          say.score(candidate.score.total.toFixed(2)),
          candidate.age_minutes !== null && age(candidate.age_minutes, say),
        ]}
      />
      <div class="actions">
        {fate.kind === 'chosen' ? (
          <button
            type="button"
            class="action"
            aria-label={say.actOn(say.showStory, title)}
            onClick={() => showStory(console, fate.story)}
          >
            {say.showStory}
          </button>
        ) : (
          console.board.can('write') && (
            <ActionButton
              action="write"
              about={title}
              click={() => void console.board.write(console.deskChannel(), candidate.primary_url)}
            />
          )
        )}
      </div>
    </li>
  );
}

/** Its row among the stories, with the focus. */
function showStory({ filter, tab }: ReturnType<typeof useConsole>, id: string): void {
  filter.value = '';
  tab.value = 'stories';
  // Once the stories are there.
  setTimeout(() => {
    const row = document.querySelector<HTMLElement>(`[data-story="${CSS.escape(id)}"]`);
    if (!row) return;
    row.tabIndex = -1;
    row.focus();
    row.scrollIntoView({ block: 'center' });
  });
}

export function LeftOutRows({ board }: { board: BoardStatus }) {
  const { filter } = useConsole();
  const { board: say } = words.value;
  const is = matching(filter.value);
  return (
    <Inputs
      board={board}
      about={({ leftOut, leftOutCount }) => say.shownOf(leftOut.length, leftOutCount)}
      rows={({ kind, leftOut }) =>
        leftOut
          .filter(({ title, category, reason }) => is(title, category, labelOf(board, category), reason))
          .map((left) => <LeftOutRow key={`${kind} ${left.event_id}`} left={left} board={board} />)
      }
    />
  );
}

function LeftOutRow({ left, board }: { left: LeftOut; board: BoardStatus }) {
  const console = useConsole();
  return (
    <li class="board-row">
      <div class="board-row-head">
        {left.rule && <Chip tone="off">{inWords(words.value.board.rules, left.rule)}</Chip>}
        <Category board={board} of={left.category} />
        {console.board.can('write') && (
          <ActionButton
            action="write"
            about={left.title}
            click={() => void console.board.write(console.deskChannel(), left.title)}
          />
        )}
      </div>
      <Title text={left.title} />
      <Reason text={left.reason} />
    </li>
  );
}

export function FeedRows({ board }: { board: BoardStatus }) {
  const { filter } = useConsole();
  const { board: say } = words.value;
  if (board.feeds.length === 0) return <Blank title={say.noFeeds} />;
  const is = matching(filter.value);
  const shown = board.feeds.filter(({ label, lastError }) => is(label, lastError));
  if (shown.length === 0) return <Blank title={say.noMatch} />;
  return (
    <>
      {shown.map((feed) => (
        <FeedRow key={feed.key} feed={feed} />
      ))}
    </>
  );
}

export const FEED_TONES: Record<string, Tone> = {
  well: 'good',
  silent: 'wait',
  failing: 'wait',
  disabled: 'bad',
  never_read: 'off',
  paused: 'off',
};

function FeedRow({ feed }: { feed: BoardFeed }) {
  const { board: say } = words.value;
  return (
    <li class="board-row feed">
      <div class="board-row-head">
        <Chip tone={FEED_TONES[feed.state] ?? 'off'}>{inWords(say.feedStates, feed.state)}</Chip>
        <h3 class="board-row-title" lang={langOf(feed.label)}>
          {feed.label}
        </h3>
      </div>
      <Reason text={feed.lastError} kind="bad" />
      <Facts
        of={[
          feed.lastSuccessAtMs !== undefined && say.lastAnswer(whenOf(feed.lastSuccessAtMs)),
          feed.lastItems !== undefined && say.items(feed.lastItems),
        ]}
      />
    </li>
  );
}
