/** The question for feeds: those to choose from, those of sites that are named, all read live. */
import type { DraftFeed } from '../setup/draft.ts';
import type { Setup } from '../setup/setup.ts';
import { hostOf } from './setup-flags.ts';
import type { Asking } from './setup-prompt.ts';

export async function askFeeds(setup: Setup, asking: Asking): Promise<void> {
  const { ask, say } = asking;
  for (;;) {
    const choices = setup.feedChoices();
    const offered = choices.map(({ url, label }) => ({ value: url, label, hint: hostOf(url) }));
    const all = offered.map(({ value }) => value);
    const picked = offered.length === 0 ? [] : await ask.several(say.chooseFeeds, offered, all);
    const chosen = choices.filter(({ url }) => picked.includes(url));
    const feeds = await working([...chosen, ...(await feedsOfSites(setup, asking))], setup, asking);
    if (feeds.length === 0) ask.warn(say.noFeeds);
    else return void (await setup.answerFeeds(feeds));
  }
}

/** Sites are asked for until none is given. */
async function feedsOfSites(setup: Setup, { ask, say }: Asking): Promise<DraftFeed[]> {
  const feeds: DraftFeed[] = [];
  for (;;) {
    const site = (await ask.text(say.site, { placeholder: 'https://www.example.org' })).trim();
    if (site === '') return feeds;
    const found = await ask
      .during(
        say.looking(site),
        () => setup.discover(site),
        (result) => saidOf(result, site, say),
      )
      .catch(() => undefined); // said by the spinner
    if (found?.kind !== 'found') continue;
    const well = found.feeds.filter(({ error }) => error === undefined);
    const offered = well.map(({ url, title, items = 0 }) => ({
      value: url,
      label: title || hostOf(url),
      hint: say.works(items, ''),
    }));
    if (offered.length === 0) continue;
    const first = offered.slice(0, 1).map(({ value }) => value);
    const picked = await ask.several(say.chooseFeeds, offered, first);
    feeds.push(
      ...offered
        .filter(({ value }) => picked.includes(value))
        .map(({ value: url, label }) => ({ url, label })),
    );
  }
}

function saidOf(found: Awaited<ReturnType<Setup['discover']>>, site: string, say: Asking['say']): string {
  switch (found.kind) {
    case 'found':
      return say.found(found.feeds.filter(({ error }) => error === undefined).length);
    case 'none':
      return say.noneFound(site);
    case 'failed':
      return say.notReached(site, found.detail);
  }
}

/** Those that can be read, and others where the person keeps them. */
async function working(
  feeds: readonly DraftFeed[],
  setup: Setup,
  { ask, say }: Asking,
): Promise<readonly DraftFeed[]> {
  if (feeds.length === 0) return feeds;
  let done = 0;
  const tests = await ask.during(
    say.testing(0, feeds.length),
    (step) =>
      setup.testFeeds(
        feeds.map(({ url }) => url),
        () => step(say.testing(++done, feeds.length)),
      ),
    (all) => say.tested(all.filter(({ error }) => error === undefined).length, all.length),
  );
  const failing = tests.filter(({ error }) => error !== undefined);
  if (failing.length === 0) return feeds;
  ask.warn(failing.map(({ url, error }) => `${url}: ${error}`).join('\n'));
  const answer = await ask.choose(say.failing(failing.length), [
    { value: 'out', label: say.leaveOut },
    { value: 'keep', label: say.keep },
  ]);
  return answer === 'keep' ? feeds : feeds.filter((_, n) => tests[n]?.error === undefined);
}
