/** Which feeds the newsroom reads: known ones and those of sites, each read live before it is kept. */
import { useSignal } from '@preact/signals';
import { isSample } from '../model/setup-data.ts';
import type { DraftFeed, FeedTest, SetupLook } from '../model/setup-data.ts';
import { relative } from '../model/times.ts';
import { langOf, locale, words } from '../state/preferences.ts';
import { StepForm } from './setup-step.tsx';
import { useConsole } from './use-console.ts';

export function FeedsStep({ look }: { look: SetupLook }) {
  return isSample(look) ? <SampleFeeds /> : <ChosenFeeds look={look} />;
}

function SampleFeeds() {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  return (
    <StepForm question={say.feeds} submit={() => setup.skip()}>
      <p class="setup-said">{say.sampleFeeds}</p>
    </StepForm>
  );
}

function ChosenFeeds({ look }: { look: SetupLook }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const added = useSignal<readonly DraftFeed[]>([]);
  const known = look.draft.feeds;
  const chosen = useSignal<ReadonlySet<string>>(new Set((known ?? look.feeds).map(({ url }) => url)));
  const failing = useSignal<readonly string[]>([]);
  const all = [...look.feeds, ...added.value];
  const picked = () => all.filter(({ url }) => chosen.value.has(url));
  const take = (left: readonly string[] = []) =>
    void setup.answer({ feeds: picked().filter(({ url }) => !left.includes(url)) });
  const submit = async () => {
    failing.value = [];
    const feeds = picked();
    if (feeds.length === 0) {
      setup.problem.value = say.chooseFeed;
      return;
    }
    const untested = feeds.map(({ url }) => url).filter((url) => setup.tests.value[url] === undefined);
    if (untested.length > 0 && !(await setup.testFeeds(untested))) return;
    failing.value = feeds.map(({ url }) => url).filter((url) => setup.tests.value[url]?.error !== undefined);
    if (failing.value.length === 0) take();
  };
  const add = (feeds: readonly DraftFeed[]) => {
    const fresh = feeds.filter(({ url }) => !all.some((one) => one.url === url));
    added.value = [...added.value, ...fresh];
    chosen.value = new Set([...chosen.value, ...feeds.slice(0, 1).map(({ url }) => url)]);
  };
  return (
    <StepForm question={say.feeds} submit={() => void submit()}>
      <FeedList all={all} chosen={chosen.value} choose={(urls) => (chosen.value = urls)} />
      <FindFeeds found={add} />
      {failing.value.length > 0 && (
        <div class="setup-said" role="status">
          <p>{say.failing(failing.value.length)}</p>
          <div class="setup-row">
            <button type="button" class="button" onClick={() => take(failing.value)}>
              {say.leaveOut}
            </button>
            <button type="button" class="button" onClick={() => take()}>
              {say.keepThem}
            </button>
          </div>
        </div>
      )}
    </StepForm>
  );
}

interface ListProps {
  all: readonly DraftFeed[];
  chosen: ReadonlySet<string>;
  choose: (urls: ReadonlySet<string>) => void;
}

function FeedList({ all, chosen, choose }: ListProps) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const flip = (url: string) => {
    const others = [...chosen].filter((one) => one !== url);
    choose(new Set(chosen.has(url) ? others : [...others, url]));
  };
  if (all.length === 0) return <p class="setup-said">{say.noFeeds}</p>;
  return (
    <>
      <div class="setup-row">
        <button type="button" class="action" onClick={() => choose(new Set(all.map(({ url }) => url)))}>
          {say.all}
        </button>
        <button type="button" class="action" onClick={() => choose(new Set())}>
          {say.none}
        </button>
        <button
          type="button"
          class="action"
          disabled={setup.busy.value || chosen.size === 0}
          onClick={() => void setup.testFeeds(all.map(({ url }) => url).filter((url) => chosen.has(url)))}
        >
          {say.test}
        </button>
      </div>
      <fieldset class="setup-choices setup-feeds">
        <legend class="visually-hidden">{say.feedsFound}</legend>
        {all.map(({ url, label }) => (
          <label key={url}>
            <input type="checkbox" checked={chosen.has(url)} onChange={() => flip(url)} />
            <span>
              <span lang={langOf(label)}>{label}</span>
              <small>{url}</small>
              <Tested test={setup.tests.value[url]} />
            </span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

function Tested({ test }: { test: FeedTest | undefined }) {
  const { setup: say } = words.value;
  if (!test) return null;
  if (test.error !== undefined) return <small class="bad">{test.error}</small>;
  const newest =
    test.newestAtMs === undefined ? '' : say.newest(relative(test.newestAtMs, Date.now(), words.value));
  return <small>{[say.works(test.items ?? 0), newest].filter(Boolean).join(' · ')}</small>;
}

function FindFeeds({ found }: { found: (feeds: readonly DraftFeed[]) => void }) {
  const { setup } = useConsole();
  const { setup: say } = words.value;
  const site = useSignal('');
  const said = useSignal('');
  const find = () =>
    setup.doing(async () => {
      said.value = say.finding;
      const request = { site: site.value.trim(), locale: locale.value };
      const answer = await setup.call('setup.feeds.discover', request).catch((error: unknown) => {
        said.value = '';
        throw error;
      });
      if (answer.kind === 'none') said.value = say.noneFound;
      else if (answer.kind === 'failed') said.value = say.notReached(answer.detail);
      else {
        const well = answer.feeds.filter(({ error }) => error === undefined);
        found(well.map(({ url, title }) => ({ url, label: title || new URL(url).hostname })));
        said.value = well.length === 0 ? say.noneFound : say.added(well.length);
        site.value = '';
      }
    });
  return (
    <div class="setup-find">
      <div class="field">
        <label for="setup-site">{say.site}</label>
        <input
          id="setup-site"
          class="input"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          maxLength={4_000}
          value={site.value}
          onInput={({ currentTarget }) => (site.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || site.value.trim() === '') return;
            event.preventDefault(); // it is no answer to the question yet
            void find();
          }}
        />
      </div>
      <button
        type="button"
        class="button"
        disabled={setup.busy.value || site.value.trim() === ''}
        onClick={() => void find()}
      >
        {say.find}
      </button>
      <p class="setup-said" role="status">
        {said.value}
      </p>
    </div>
  );
}
