/**
 * A story opened in a dialog: its draft beside its sources. Choosing a claim marks its passage and says it; the focus stays
 * in the draft, so that the keyboard goes on from there.
 */
import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { pageUrl } from '../model/board-data.ts';
import { chosenClaim, chosenNearest, tally, whereOf } from '../model/opened-story.ts';
import type { Chosen } from '../model/opened-story.ts';
import type { BoardStory, OpenedStory } from '../model/shapes.ts';
import { openDialog } from '../state/dialogs.ts';
import { langOf, words } from '../state/preferences.ts';
import { IconButton } from './icon.tsx';
import { Cost, Log, Versions } from './story-record.tsx';

type Load = (id: string) => Promise<OpenedStory>;

export function openStory(story: BoardStory, load: Load): Promise<void> {
  return openDialog(
    (close, heading) => <Reading story={story} load={load} close={close} heading={heading} />,
    { class: 'story-dialog' },
  );
}

interface ReadingProps {
  story: BoardStory;
  load: Load;
  close: () => void;
  heading: string;
}

function Reading({ story, load, close, heading }: ReadingProps) {
  const opened = useSignal<OpenedStory | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    load(story.id).then(
      (told) => (opened.value = told),
      () => (failed.value = true),
    );
  }, []);
  const { story: say, app } = words.value;
  return (
    <>
      <header class="story-head">
        <h2 id={heading} lang={langOf(story.title)}>
          {story.title}
        </h2>
        <IconButton name="close" label={app.close} click={close} />
      </header>
      {opened.value ? (
        <Beside story={story} opened={opened.value} />
      ) : (
        <p class="quiet" role="status">
          {failed.value ? say.failed : say.loading}
        </p>
      )}
    </>
  );
}

function Beside({ story, opened }: { story: BoardStory; opened: OpenedStory }) {
  const { story: say } = words.value;
  const chosen = useSignal<Chosen | null>(null);
  const { all, supported, doubted } = tally(opened);
  return (
    <>
      <p class="story-said" role="status" lang={chosen.value ? langOf(chosen.value.said) : undefined}>
        {chosen.value?.said ?? (all > 0 ? say.hint : '')}
      </p>
      <div class="story-panes">
        <section class="story-draft" tabIndex={0} aria-label={say.draft}>
          <p class="facts">
            {all > 0 && <span>{say.claimsOf(supported, all)}</span>}
            {doubted > 0 && <span class="story-doubts">{say.doubts(doubted)}</span>}
          </p>
          <Conflicts opened={opened} chosen={chosen} />
          <Draft opened={opened} chosen={chosen} />
          <Versions opened={opened} />
          <Log opened={opened} />
          <Cost story={story} opened={opened} />
        </section>
        <section class="story-sources" tabIndex={0} aria-label={say.sources}>
          {opened.sources.length === 0 && <p class="quiet">{say.noSources}</p>}
          {opened.sources.map((source) => (
            <Source key={source.n} source={source} chosen={chosen.value} />
          ))}
        </section>
      </div>
    </>
  );
}

interface ChosenProps {
  opened: OpenedStory;
  chosen: Signal<Chosen | null>;
}

function Conflicts({ opened, chosen }: ChosenProps) {
  const { story: say } = words.value;
  if (opened.conflicts.length === 0) return null;
  return (
    <div class="story-conflicts">
      <h3>{say.conflicts(opened.conflicts.length)}</h3>
      <ul>
        {opened.conflicts.map((sides, n) => (
          <li key={n}>
            {sides.map(({ value, spot }, side) => {
              const said = say.differs(value, whereOf(opened, spot));
              return (
                <Mark
                  key={side}
                  looks="doubted"
                  of={{ key: `conflict ${n} ${side}`, spot, said }}
                  chosen={chosen}
                >
                  {said}
                </Mark>
              );
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MarkProps {
  looks: string;
  of: Chosen;
  chosen: Signal<Chosen | null>;
  label?: string;
  children: preact.ComponentChildren;
}

/** What can be chosen. It is text that breaks across lines, which a button's box does not. */
function Mark({ looks, of, chosen, label, children }: MarkProps) {
  const choose = () => (chosen.value = of);
  return (
    <span
      role="button"
      tabIndex={0}
      class={`claim ${looks}`}
      aria-pressed={chosen.value?.key === of.key}
      aria-label={label}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        choose();
      }}
    >
      {children}
    </span>
  );
}

function Draft({ opened, chosen }: ChosenProps) {
  const { story: say } = words.value;
  if (!opened.title) return <p class="quiet">{say.unwritten}</p>;
  return (
    <div class="story-text">
      <h3>
        <Sentence sentence={opened.title} opened={opened} chosen={chosen} />
      </h3>
      {opened.lines.map(({ isHeading, sentences }, n) => {
        const inside = sentences.map((sentence) => (
          <Sentence key={sentence.i} sentence={sentence} opened={opened} chosen={chosen} />
        ));
        return isHeading ? <h4 key={n}>{inside}</h4> : <p key={n}>{inside}</p>;
      })}
    </div>
  );
}

type OpenedSentence = OpenedStory['lines'][number]['sentences'][number];

function Sentence({ sentence, opened, chosen }: ChosenProps & { sentence: OpenedSentence }) {
  const { story: say } = words.value;
  const { i, parts, cites, whole, nearest } = sentence;
  const said = parts.map(({ text }) => text).join('');
  const claim = (index: number | undefined) =>
    index === undefined ? undefined : chosenClaim(opened, index, say);
  const verdictOf = (index: number) => opened.claims[index]?.verdict ?? 'supported';
  // The citation itself leads to the nearest passage.
  const near = nearest && chosenNearest(opened, i, nearest, say);
  return (
    <span lang={langOf(said)}>
      {parts.map(({ text, claim: index }, at) => {
        const of = claim(index);
        if (!of || index === undefined) return text;
        const verdict = verdictOf(index);
        return (
          <Mark key={at} looks={verdict} of={of} chosen={chosen} label={`${text} (${say.legend[verdict]})`}>
            {text}
          </Mark>
        );
      })}
      {whole.map((index) => {
        const of = claim(index);
        const verdict = verdictOf(index);
        if (!of || (verdict === 'supported' && !of.spot)) return null;
        const label = verdict === 'supported' ? `✓ [${of.spot?.n}]` : say.legend[verdict];
        return (
          <>
            {' '}
            <Mark key={index} looks={`whole ${verdict}`} of={of} chosen={chosen} label={of.said}>
              {label}
            </Mark>
          </>
        );
      })}
      {cites
        .filter((n) => n !== near?.spot?.n)
        .map((n) => (
          <span key={n} class="cite">{`[${n}]`}</span>
        ))}
      {near && (
        <Mark looks="whole near" of={near} chosen={chosen} label={near.said}>
          {`[${near.spot?.n}]`}
        </Mark>
      )}{' '}
    </span>
  );
}

type OpenedSource = OpenedStory['sources'][number];

function Source({ source, chosen }: { source: OpenedSource; chosen: Chosen | null }) {
  const { story: say } = words.value;
  const { n, outlet, title, url, usable, text } = source;
  const spot = chosen?.spot?.n === n ? chosen.spot : undefined;
  const href = pageUrl(url);
  const heading = <Marked text={title} spot={spot?.title ? spot : undefined} />;
  return (
    <article class="story-source" data-source={n}>
      <h3 lang={langOf(title)}>
        <span class="story-outlet">{`[${n}] ${outlet}`}</span>{' '}
        {href === undefined ? (
          heading
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {heading}
          </a>
        )}
      </h3>
      {usable ? (
        <p class="story-source-text" lang={langOf(text)}>
          <Marked text={text} spot={spot?.title ? undefined : spot} />
        </p>
      ) : (
        <p class="quiet">{say.unused}</p>
      )}
    </article>
  );
}

function Marked({ text, spot }: { text: string; spot: Chosen['spot'] }) {
  const mark = useRef<HTMLElement>(null);
  useLayoutEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [spot?.start, spot?.end]);
  if (!spot) return <>{text}</>;
  return (
    <>
      {text.slice(0, spot.start)}
      <mark ref={mark}>{text.slice(spot.start, spot.end)}</mark>
      {text.slice(spot.end)}
    </>
  );
}
