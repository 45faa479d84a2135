/** The stories: those that wait for an editor, those being worked on, and the rest by run. */
import {
  actionsFor,
  costWords,
  inWords,
  matching,
  pageUrl,
  placed,
  postedIn,
  shownStatusOf,
  toneOf,
} from '../model/board-data.ts';
import type { BoardRun, BoardStatus, BoardStory } from '../model/shapes.ts';
import { shortMoment } from '../model/times.ts';
import { langOf, words } from '../state/preferences.ts';
import {
  ActionButton,
  Category,
  Chip,
  Facts,
  Group,
  Reason,
  Title,
  labelOf,
  threadHref,
} from './board-parts.tsx';
import { openStory } from './opened-story.tsx';
import { Votes } from './board-votes.tsx';
import { Blank } from './panel.tsx';
import { useConsole } from './use-console.ts';

export function StoryRows({ board }: { board: BoardStatus }) {
  const { filter } = useConsole();
  const { board: say } = words.value;
  if (!board.runs.some(({ stories }) => stories.length))
    return <Blank title={say.noStories} hint={say.noStoriesHint} />;
  const is = matching(filter.value);
  const fits = (story: BoardStory) => {
    const { title, category, reason, detail, why, removed = [] } = story;
    return is(title, category, labelOf(board, category), reason, detail, why, ...removed);
  };
  const { waiting, working, runs } = placed(board);
  const groups = [
    { key: 'waiting', name: say.waiting, stories: waiting.filter(fits) },
    { key: 'working', name: say.working, stories: working.filter(fits) },
  ].filter(({ stories }) => stories.length > 0);
  const byRun = runs
    .map(({ run, stories }) => ({ run, stories: stories.filter(fits) }))
    .filter(({ stories }) => stories.length > 0);
  if (groups.length === 0 && byRun.length === 0) return <Blank title={say.noMatch} />;
  return (
    <>
      {groups.flatMap(({ key, name, stories }) => [
        <Group key={key} name={name} count={stories.length} />,
        ...rowsFor(stories, board),
      ])}
      {byRun.flatMap(({ run, stories }) => [
        <RunHead key={`run ${run.id}`} run={run} />,
        ...rowsFor(stories, board),
      ])}
    </>
  );
}

const rowsFor = (stories: readonly BoardStory[], board: BoardStatus) =>
  stories.map((story) => <StoryRow key={`story ${story.id}`} story={story} board={board} />);

function RunHead({ run }: { run: BoardRun }) {
  const { board: say } = words.value;
  return (
    <Group
      run={run.id}
      name={say.run(shortMoment(run.createdAtMs, Date.now(), words.value))}
      about={<Facts of={[say.posted(postedIn(run), run.stories.length), costWords(run.cost, say)]} />}
    />
  );
}

function StoryRow({ story, board }: { story: BoardStory; board: BoardStatus }) {
  const { store, board: actions } = useConsole();
  const { board: say } = words.value;
  const { posted, hold } = story;
  const status = shownStatusOf(story);
  const tone = toneOf(status);
  const thread = posted ? threadHref(store.sessions.value, posted.thread) : undefined;
  const why = story.detail ?? (story.reason ? inWords(say.reasons, story.reason) : undefined);
  const when = (ms: number) => shortMoment(ms, Date.now(), words.value);
  const held = hold ? [hold.by && say.by(hold.by), hold.untilMs && say.until(when(hold.untilMs))] : [];
  const can = actionsFor(story).filter(actions.can);
  // Before its reporter began there is neither a text nor a source.
  const isOpenable = posted !== undefined || story.status !== 'PLANNED';
  return (
    <li class={`board-row story ${tone}`} data-story={story.id}>
      <div class="board-row-head">
        <Chip tone={tone}>{[say.status[status], ...held].filter(Boolean).join(' ')}</Chip>
        <Category board={board} of={story.category} />
        {posted && (
          <time class="board-when" dateTime={new Date(posted.atMs).toISOString()}>
            {when(posted.atMs)}
          </time>
        )}
      </div>
      <Title text={story.title} href={thread ?? pageUrl(story.primaryUrl)} external={thread === undefined} />
      {status !== 'SUCCESS' && status !== 'withdrawn' && <Reason text={why} kind={tone} />}
      <Reason text={story.why} />
      <TakenOut sentences={story.removed ?? []} />
      <Facts
        of={[
          hold && story.isDrafted && say.drafted,
          story.conflicts !== undefined && say.conflicts(story.conflicts),
          story.followedUntilMs !== undefined && say.followed(when(story.followedUntilMs)),
          story.updateOf && say.updateOf,
          story.orderedBy && say.orderedBy(story.orderedBy),
          story.languageModel === false && say.withoutModel,
          costWords(story.cost, say),
        ]}
      />
      {(isOpenable || can.length > 0) && (
        <div class="actions">
          {isOpenable && (
            <button
              type="button"
              class="action"
              data-focus="open"
              aria-label={say.actOn(words.value.story.open, story.title)}
              onClick={() => void openStory(story, actions.opened)}
            >
              {words.value.story.open}
            </button>
          )}
          {can.map((action) => (
            <ActionButton
              key={action}
              action={action}
              about={story.title}
              click={() => void actions.onStory(story, action)}
            />
          ))}
          {posted && !posted.withdrawn && <Votes story={story} />}
        </div>
      )}
    </li>
  );
}

/** What was taken out of a draft, in its own words: nothing that may be true is lost unseen. */
function TakenOut({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div class="board-removed">
      <p>{words.value.board.takenOut(sentences.length)}</p>
      <ul>
        {sentences.map((text) => (
          <li key={text} lang={langOf(text)}>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
