/** The desk's condition in a few lines: who answers and what that cost, whether scheduled work runs, how the feeds do. */
import type { ComponentChild } from 'preact';
import type { DeskStatus, Feed, Provider, Spent, WaitingRun } from '../model/shapes.ts';
import { clockTime } from '../model/times.ts';
import { words } from '../state/preferences.ts';
import { Icon, IconButton } from './icon.tsx';
import { Ticked } from './text.tsx';
import { useConsole } from './use-console.ts';

export function DeskCard() {
  const { store, upkeep } = useConsole();
  const status = store.status.value;
  const { desk: say } = words.value;
  if (!status)
    return (
      <div class="desk-card">
        <p class="quiet">{say.asking}</p>
      </div>
    );
  const { paused } = status;
  // What is known is of before.
  const away = store.connection.value !== 'open';
  return (
    <div class={`desk-card${paused ? ' paused' : ''}`}>
      <div class="desk-head">
        <i class={`dot ${paused || away ? 'waiting' : 'on'}`} />
        <b>{away ? words.value.chat.disconnected : paused ? say.paused : say.running}</b>
        <IconButton
          name={paused ? 'play' : 'pause'}
          label={paused ? say.resume : say.pause}
          click={() => void upkeep.setPaused(!paused)}
        />
      </div>
      <Facts status={status} />
      <Providers providers={status.providers ?? []} />
      <WaitingRuns waiting={status.waiting ?? []} />
      <Feeds feeds={status.feeds ?? []} />
    </div>
  );
}

function Facts({ status }: { status: DeskStatus }) {
  const { desk: say } = words.value;
  const { edition, paused, nextWakeAtMs, spending = [], model, desks = [] } = status;
  return (
    <dl>
      <Pair label={say.model}>
        {model.languageModel ? `${model.model} (${model.provider})` : say.noModel}
      </Pair>
      {spending.length > 0 && (
        <Pair label={say.today}>
          <Spending spending={spending} />
        </Pair>
      )}
      {edition && <Pair label={say.edition}>{edition}</Pair>}
      {!paused && nextWakeAtMs && (
        <Pair label={say.next}>
          <Ticked at={nextWakeAtMs} kind="around" />
        </Pair>
      )}
      {desks.length > 0 && (
        <Pair label={say.desks}>
          {desks.map(({ owner, roles }) => (
            <div key={owner}>{[owner, ...roles.map((role) => say.roles[role] ?? role)].join(' · ')}</div>
          ))}
        </Pair>
      )}
    </dl>
  );
}

const Pair = ({ label, children }: { label: string; children: ComponentChild }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

/** What language models cost today. */
function Spending({ spending }: { spending: readonly Spent[] }) {
  const { desk: say, dates } = words.value;
  const sum = (of: (spent: Spent) => number | undefined) =>
    spending.reduce((total, spent) => total + (of(spent) ?? 0), 0);
  const calls = sum((spent) => spent.calls);
  const tokens = sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens);
  const estimated = sum(estimatedIn);
  const cost = sum((spent) => spent.costUsd);
  const unpriced = sum((spent) => spent.unpriced);
  const failed = sum((spent) => spent.failed);
  const parts = [
    say.calls(calls),
    failed > 0 && say.failed(failed),
    (tokens > 0 || estimated === 0) && say.tokens(tokens.toLocaleString(dates)),
    estimated > 0 && say.estimated(estimated.toLocaleString(dates)),
    unpriced < calls && `US$${cost.toFixed(cost < 1 ? 4 : 2)}`,
    unpriced > 0 && say.unpriced(unpriced),
  ];
  const title = spending.map(({ model, calls: count }) => `${model}: ${count}`).join('\n');
  return <span title={title}>{parts.filter(Boolean).join(' · ')}</span>;
}

/** Tokens that the provider did not count. A call at which nothing was read counts as one. */
function estimatedIn({ calls, inputTokens, outputTokens, countedTokens = 0 }: Spent): number {
  const estimated = countedTokens - inputTokens - outputTokens;
  return estimated > calls ? estimated : 0;
}

/** Those that can't be asked as usual. */
function Providers({ providers }: { providers: readonly Provider[] }) {
  const { desk: say } = words.value;
  const lines = providers.flatMap((one) => {
    const { provider, keys } = one;
    const trouble = troubleOf(one);
    return [
      ...(trouble ? [{ provider, text: trouble, because: one.because }] : []),
      ...(keys && keys.resting > 0
        ? [{ provider, text: say.keysResting(keys.resting, keys.all), because: undefined }]
        : []),
    ];
  });
  if (lines.length === 0) return null;
  return (
    <ul class="waiting-runs" aria-label={say.models}>
      {lines.map(({ provider, text, because }) => (
        <li key={`${provider} ${text}`} title={because}>
          <b>{provider}</b> {text}
          {because && <small>: {because}</small>}
        </li>
      ))}
    </ul>
  );
}

function troubleOf({ state, untilMs }: Provider): string | undefined {
  const { desk: say } = words.value;
  const until = untilMs ? clockTime(untilMs, words.value) : undefined;
  if (state === 'open') return until ? say.leftAloneUntil(until) : say.leftAlone;
  if (state === 'resting') return until ? say.restingUntil(until) : say.resting;
  return state === 'half-open' ? say.triedAgain : undefined;
}

function WaitingRuns({ waiting }: { waiting: readonly WaitingRun[] }) {
  const { desk: say } = words.value;
  if (waiting.length === 0) return null;
  return (
    <ul class="waiting-runs" aria-label={say.waiting}>
      {waiting.map(({ name, since }) => (
        <li key={`${name} ${since}`}>
          <b>{name}</b> {say.waitsSince(clockTime(since, words.value))}
        </li>
      ))}
    </ul>
  );
}

function Feeds({ feeds }: { feeds: readonly Feed[] }) {
  const { desk: say } = words.value;
  if (feeds.length === 0) return null;
  const failing = feeds.filter(isFailing);
  return (
    <details class="feeds">
      <summary>
        <Icon name="chevron" />
        {say.feeds(feeds.length, failing.length)}
      </summary>
      <ul tabIndex={0} aria-label={words.value.board.tabs.feeds}>
        {[...failing, ...feeds.filter((feed) => !isFailing(feed))].map((feed) => (
          <li key={feed.key} class={isFailing(feed) ? 'bad' : ''} title={feed.error}>
            <span>{feed.label ?? feed.key}</span>
            <small>
              {feed.error ??
                (feed.newItems === undefined
                  ? (feed.result ?? '')
                  : say.newOf(feed.newItems, feed.items ?? 0))}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}

const isFailing = ({ error, result }: Feed) => Boolean(error) || /fail|error/i.test(result ?? '');
