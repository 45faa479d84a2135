/** What became of an opened story: sentences that were changed, its steps, its cost. */
import { costWords, inWords } from '../model/board-data.ts';
import type { BoardStory, OpenedStory } from '../model/shapes.ts';
import { shortMoment } from '../model/times.ts';
import { langOf, words } from '../state/preferences.ts';

export function Versions({ opened: { versions } }: { opened: OpenedStory }) {
  const { story: say } = words.value;
  if (versions.length === 0) return null;
  return (
    <div class="story-part">
      <h3>{say.versions}</h3>
      <dl class="story-versions">
        {versions.map(({ before, after }, n) => (
          <div key={n}>
            <dt>{say.before}</dt>
            <dd lang={langOf(before)}>
              <del>{before}</del>
            </dd>
            <dt>{say.after}</dt>
            <dd lang={langOf(after)}>{after || say.removed}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function Log({ opened: { log } }: { opened: OpenedStory }) {
  const { story: say } = words.value;
  if (log.length === 0) return null;
  return (
    <div class="story-part">
      <h3>{say.log}</h3>
      <ol class="story-log">
        {log.map(({ atMs, what, by, said }, n) => {
          const step = inWords(say.steps, what);
          return (
            <li key={n}>
              <time dateTime={new Date(atMs).toISOString()}>
                {shortMoment(atMs, Date.now(), words.value)}
              </time>{' '}
              {by === undefined ? step : say.by(step, by)}
              {said !== undefined && <q lang={langOf(said)}>{said}</q>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function Cost({ story, opened: { cost } }: { story: BoardStory; opened: OpenedStory }) {
  const { story: say, board } = words.value;
  const told = costWords(story.cost, board);
  const calls = cost && cost.attempts > 0 ? cost : undefined;
  if (!told && !calls) return null;
  const price = calls?.usd === undefined ? board.unpriced : `US$${calls.usd.toFixed(4)}`;
  return (
    <div class="story-part">
      <h3>{say.cost}</h3>
      <p>{calls ? say.calls(calls.attempts, calls.tokens.toLocaleString('en-GB'), price) : told}</p>
    </div>
  );
}
