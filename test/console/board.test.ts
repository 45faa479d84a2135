/** The board in a real browser, against a gateway that speaks the frames. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeGateway } from '../support/fake-gateway.ts';
import { openBrowser } from './browser.ts';
import type { TestBrowser } from './browser.ts';
import { candidate, cannedBoard, left, storyCommands } from './canned-board.ts';
import { cannedDesk } from './canned-desk.ts';

let browser: TestBrowser;
let gateway: Awaited<ReturnType<typeof startFakeGateway>>;
let board: ReturnType<typeof cannedBoard>;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => browser?.close());

beforeEach(async () => {
  const desk = cannedDesk(Date.now());
  board = cannedBoard(Date.now());
  gateway = await startFakeGateway({
    ...desk,
    commands: [...desk.commands, ...storyCommands()] as never,
    board,
  });
  complaints = [];
  page = await open();
});
afterEach(async () => {
  await browser.leave(page);
  await gateway.close();
  expect(complaints).toEqual([]);
});

async function open(options?: BrowserContextOptions): Promise<Page> {
  const opened = await browser.page(options);
  opened.on('pageerror', (error) => complaints.push(String(error)));
  opened.on('dialog', (dialog) => void complaints.push(dialog.message()));
  opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await opened.goto(gateway.url);
  await opened.locator('.connection.open').waitFor({ state: 'attached' });
  await opened.evaluate(`location.hash = '#board'`);
  await opened.locator('.board-row').first().waitFor();
  return opened;
}

const story = (id: string) => page.locator(`[data-story="${id}"]`);
const tab = (name: RegExp) => page.getByRole('tab', { name });
const rows = () => page.locator('.board-row');
const actionsOf = (id: string) => story(id).locator('.action').allTextContents();
const statusAsked = () => gateway.callsOf('newsroom.status').length;

describe('stories', () => {
  it('stand where they belong, with state, reason, cost and what can be done', async () => {
    const groups = await page.locator('.board-group h3').allTextContents();
    expect(groups.slice(0, 2)).toEqual(['Waiting for you2', 'Being worked on2']);
    expect(groups[2]).toMatch(/^Run /);
    await story('r2/story_01').getByText('Waits for approval').waitFor();
    await story('r2/story_01').getByText('nobody has told it locally').waitFor();
    expect(await story('r2/story_01').locator('.facts').textContent()).toBe(
      'the draft is ready' + 'US$0.03 · 12.4k tokens',
    );
    await story('r2/story_02')
      .getByText(/Under embargo by 詠儀 until/)
      .waitFor();
    await story('r1/story_04').getByText('too few sources').waitFor();
    await story('r1/story_05').getByText('did not finish within 900 s').waitFor();
    await story('r1/story_03').getByText('Withdrawn').waitFor();
    expect(await actionsOf('r2/story_01')).toEqual(['Open', 'Approve', 'Sources', 'Kill', 'Why']);
    const posted = ['Open', 'Sources', 'Correct', 'Follow', 'Hold', 'Kill', 'Why', '👍 0', '👎 0'];
    expect(await actionsOf('r1/story_01')).toEqual(posted);
    expect(await actionsOf('r1/story_03')).toEqual(['Open', 'Retry', 'Sources', 'Why']);
    expect(await actionsOf('r1/story_05')).toEqual(['Open', 'Retry', 'Why']);
    const head = page.locator('[data-run="r1"]');
    expect(await head.textContent()).toContain('2 of 5 posted');
    expect(await head.textContent()).toContain('US$0.21+');
  });

  it('show the sentences that were taken out of a draft, and none where none was', async () => {
    const removed = story('r2/story_01').locator('.board-removed');
    expect(await removed.locator('p').textContent()).toBe(
      '2 sentences taken out, because no source bears them out:',
    );
    expect(await removed.locator('li').allTextContents()).toEqual([
      'The fine is the largest in its history.',
      '<b>當局</b>沒有回應。',
    ]);
    expect(await page.locator('.board-removed').count()).toBe(1);
    await page.locator('#board input[type=search]').fill('largest in its history');
    await expect.poll(() => page.locator('[data-story]').count()).toBe(1);
  });

  it('have their category as readers of the edition know it', async () => {
    expect(await story('r2/story_03').locator('.board-category').textContent()).toBe('財經');
    expect(await story('r2/story_02').locator('.board-category').textContent()).toBe('Hong Kong');
  });

  it('offer only the commands that people have', async () => {
    gateway.desk.commands.length = 0;
    await page.reload();
    await rows().first().waitFor();
    expect(new Set(await page.locator('.action').allTextContents())).toEqual(new Set(['Open']));
    expect(await page.getByRole('button', { name: 'Write a story' }).count()).toBe(0);
  });

  it('are text, whatever their titles and links are made of', async () => {
    const hostile = story('r2/story_04');
    await hostile.getByText('<img src=x onerror=alert(1)> River barrier').waitFor();
    expect(await hostile.locator('a, img').count()).toBe(0);
    const link = story('r2/story_03').getByRole('link');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await link.getAttribute('href')).toBe('https://example.org/r2/3');
  });

  it('lead to their threads, and the browser back to the board', async () => {
    await story('r1/story_01').getByRole('link').click();
    await page.getByText('three bilateral deals').waitFor();
    expect(await page.locator('#board').isVisible()).toBe(false);
    expect(await page.locator('#composer-input').isVisible()).toBe(true);
    await page.goBack();
    await story('r1/story_01').waitFor();
    expect(await page.locator('#composer-input').isVisible()).toBe(false);
    expect(await page.title()).toBe('Board · Nightdesk');
  });
});

describe('commands', () => {
  const invoked = () => gateway.callsOf('commands.invoke');

  it('are invoked in the desk channel for the story, and their answers said', async () => {
    const before = statusAsked();
    await story('r2/story_01')
      .getByRole('button', { name: /^Approve:/ })
      .click();
    await page.locator('.toast', { hasText: '/story approve {"story":"r2/story_01"}' }).waitFor();
    expect(invoked()).toEqual([
      {
        name: 'story approve',
        options: { story: 'r2/story_01' },
        sessionKey: 'console:desk',
        author: { name: 'Editor' },
        locale: 'en',
      },
    ]);
    await expect.poll(statusAsked).toBeGreaterThan(before);
  });

  it('ask for what they need, by keyboard alone, and give the focus back', async () => {
    await story('r1/story_01')
      .getByRole('button', { name: /^Correct:/ })
      .focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Correct: Grid operators/ });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.dataset.focus')).toBe('correct');
    await page.keyboard.press('Enter');
    await page.keyboard.type('It is 2.6 GW.');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(invoked().at(-1)).toMatchObject({
      name: 'story correct',
      options: { story: 'r1/story_01', text: 'It is 2.6 GW.' },
    });
  });

  it('ask what a new story is about, which the desk’s own command lets one leave out', async () => {
    await page.getByRole('button', { name: 'Write a story' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write' });
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.getByText('“about” is needed.').waitFor();
    await dialog.getByLabel('about').fill('the ferry strike');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(invoked().map(({ name, options }) => [name, options])).toEqual([
      ['story write', { about: 'the ferry strike' }],
    ]);
  });

  it('keep the form when they are refused, and say why', async () => {
    gateway.refuse('commands.invoke', { code: 'bad_request', message: 'That time has passed.' });
    await story('r2/story_03')
      .getByRole('button', { name: /^Hold:/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('alert').getByText('That time has passed.').waitFor();
    gateway.accept('commands.invoke');
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(invoked().at(-1)).toMatchObject({ name: 'story hold', options: { story: 'r2/story_03' } });
  });

  it('that can’t be undone are asked about once, with room for a reason', async () => {
    await story('r2/story_03')
      .getByRole('button', { name: /^Kill:/ })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Kill: Central bank/ });
    await dialog.getByLabel('why').fill('told yesterday');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(invoked().map(({ options }) => options)).toEqual([
      { story: 'r2/story_03', sure: true, why: 'told yesterday' },
    ]);
  });

  it('are answered in the desk’s Markdown, not in its marks', async () => {
    await story('r2/story_03')
      .getByRole('button', { name: /^Hold:/ })
      .click();
    await page.getByRole('dialog').getByLabel('reason').fill('**Ada** asked <b>me</b>');
    await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
    await page.locator('.toast strong', { hasText: /^Ada$/ }).waitFor();
    expect(await page.locator('.toast').getByText('asked <b>me</b>').count()).toBe(1);
  });

  it('are answered with links to conversations, wherever they are read', async () => {
    const hold = story('r2/story_03').getByRole('button', { name: /^Hold:/ });
    const dialog = page.getByRole('dialog');
    await hold.click();
    await dialog.getByLabel('reason').fill('told in <chat:console:story-grid>');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await page.locator('.toast').getByRole('link', { name: 'Grid operators' }).waitFor();
    await hold.click();
    await dialog.getByLabel('until').fill('whenever, see <chat:console:story-grid>');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.getByRole('alert').getByRole('link', { name: 'Grid operators' }).click();
    await page.getByText('three bilateral deals').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('offer no time for holding what is posted', async () => {
    await story('r1/story_01')
      .getByRole('button', { name: /^Hold:/ })
      .click();
    const dialog = page.getByRole('dialog', { name: /^Hold: Grid operators/ });
    await dialog.getByLabel('reason').fill('a doubt');
    expect(await dialog.getByLabel('until').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(invoked().at(-1)).toMatchObject({ options: { story: 'r1/story_01', reason: 'a doubt' } });
  });

  it('are 👍 and 👎 on a posted story, with how many gave them and whether the editor did', async () => {
    const liked = story('r1/story_01').getByRole('button', { name: /^Like/ });
    expect(await liked.getAttribute('aria-pressed')).toBe('false');
    const posted = board.runs.flatMap(({ stories }) => stories).find(({ id }) => id === 'r1/story_01')!;
    const votes = [
      { person: 'discord:7', by: 'Ada', likes: true },
      { person: 'name:Editor', by: 'Editor', likes: true },
    ];
    Object.assign(posted, { votes });
    await liked.click();
    await expect.poll(() => liked.textContent()).toBe('👍 2');
    expect(await liked.getAttribute('aria-pressed')).toBe('true');
    expect(await liked.getAttribute('title')).toBe('Ada, Editor');
    expect(invoked().at(-1)).toMatchObject({ name: 'story like', options: { story: 'r1/story_01' } });
    const disliked = story('r1/story_01').getByRole('button', { name: /^Dislike/ });
    expect(await disliked.getAttribute('aria-pressed')).toBe('false');
    expect(await story('r2/story_01').getByRole('button', { name: /^Like/ }).count()).toBe(0);
  });

  it('follow a story, and no more once it is followed', async () => {
    const posted = board.runs.flatMap(({ stories }) => stories).find(({ id }) => id === 'r1/story_01')!;
    const followedUntilMs = Date.now() + 3 * 86_400_000;
    Object.assign(posted, { followedUntilMs });
    await story('r1/story_01')
      .getByRole('button', { name: /^Follow:/ })
      .click();
    const unfollow = story('r1/story_01').getByRole('button', { name: /^Unfollow:/ });
    await unfollow.waitFor();
    await story('r1/story_01')
      .getByText(/followed until/)
      .waitFor();
    Object.assign(posted, { followedUntilMs: undefined });
    await unfollow.click();
    await story('r1/story_01')
      .getByRole('button', { name: /^Follow:/ })
      .waitFor();
    expect(invoked().map(({ name, options }) => [name, options])).toEqual([
      ['story follow', { story: 'r1/story_01' }],
      ['story follow', { story: 'r1/story_01', stop: true }],
    ]);
  });

  it('answer at length in a dialog of their own', async () => {
    await story('r1/story_02').getByRole('button', { name: /^Why:/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Why: Harbour tunnel/ });
    await dialog.getByText('/story why').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('candidates', () => {
  it('say what became of each, lead to its story, and can be written', async () => {
    await tab(/Candidates/).click();
    expect(await page.locator('.chip').allTextContents()).toEqual(['Chosen', 'Passed over', 'Offered']);
    await page.getByText('nothing happens before spring').waitFor();
    await page.getByRole('button', { name: /^Write: Stadium roof/ }).click();
    await expect
      .poll(() => gateway.callsOf('commands.invoke').at(-1))
      .toMatchObject({ name: 'story write', options: { about: 'https://example.org/event/2' } });
    await page.getByRole('button', { name: /^Show the story: Ferry/ }).click();
    await expect.poll(() => page.evaluate('document.activeElement.dataset.story')).toBe('r2/story_01');
  });

  it('that were left out stand with the rule and the reason, counted whole', async () => {
    expect(await tab(/Left out/).textContent()).toBe('Left out41');
    await tab(/Left out/).click();
    await page.getByText('the strongest 2 of 41').waitFor();
    await page.getByText('your note').waitFor();
    await page.getByText('Ada asked: no more crypto today').waitFor();
  });
});

it('moves between its pages by arrow keys, and filters by words', async () => {
  await tab(/Stories/).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await tab(/Feeds/).getAttribute('aria-selected')).toBe('true');
  expect(await tab(/Feeds/).textContent()).toBe('Feeds1');
  await page.getByRole('tabpanel').getByText('HTTP 503').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('searchbox').fill('TUNNEL harbour');
  expect(await rows().locator('h4').allTextContents()).toEqual(['Harbour tunnel reopens after inspection']);
  await page.getByRole('searchbox').fill('no such words');
  await page.getByText('Nothing here has these words.').waitFor();
});

it('follows what happens, without asking once for each event', async () => {
  board.runs[0]!.stories[2]!.title = 'Central bank raises rates';
  const before = statusAsked();
  for (let n = 0; n < 50; n++)
    gateway.push('newsroom', { runId: 'r2', storyId: 'story_03', event: 'spawn_ok' });
  await story('r2/story_03').getByText('Central bank raises rates').waitFor();
  expect(statusAsked() - before).toBeLessThan(10);
});

it('asks for nothing while a conversation is read', async () => {
  await page.evaluate(`location.hash = '#/console%3Adesk'`);
  await page.locator('#composer-input').waitFor();
  const before = statusAsked();
  const sessions = gateway.callsOf('sessions.list').length;
  gateway.push('newsroom', {});
  await expect.poll(() => gateway.callsOf('sessions.list').length).toBeGreaterThan(sessions);
  await page.evaluate(`location.hash = '#board'`);
  await expect.poll(statusAsked).toBe(before + 1);
});

it('says that it could not be loaded, and tries again when asked', async () => {
  gateway.refuse('newsroom.status', { code: 'internal', message: 'the log says why' });
  await page.reload();
  await page.getByText('The board could not be loaded.').waitFor();
  gateway.accept('newsroom.status');
  await page.getByRole('button', { name: 'Try again' }).click();
  await rows().first().waitFor();
});

it('waits for the connection before it asks, and says no failure until then', async () => {
  await page.routeWebSocket(/./, () => {}); // opens, to nobody: the page hears nothing
  await page.reload();
  await page.locator('#board-page[aria-busy="true"]').waitFor();
  expect(await page.getByText('The board could not be loaded.').count()).toBe(0);
});

it('is written in Chinese for readers of Chinese, and asks for answers in it', async () => {
  await browser.leave(page);
  page = await open({ locale: 'zh-HK' });
  await tab(/報道/).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hant-HK');
  expect(await actionsOf('r1/story_01')).toEqual([
    '打開',
    '來源',
    '更正',
    '跟進',
    '暫緩',
    '撤銷',
    '為何',
    '👍 0',
    '👎 0',
  ]);
  await story('r2/story_01')
    .getByRole('button', { name: /^批准:/ })
    .click();
  await expect.poll(() => gateway.callsOf('commands.invoke').at(-1)?.['locale']).toBe('zh');
  await story('r2/story_01').getByText('已刪去 2 句，因為沒有來源佐證：').waitFor();
  await tab(/候選/).click();
  expect(await rows().nth(0).locator('.facts').textContent()).toContain('30 分鐘');
});

it('fits a telephone, without scrolling sideways', async () => {
  await browser.leave(page);
  page = await open({ viewport: { width: 360, height: 740 } });
  const rightmost = `Math.max(...[...document.querySelectorAll('.board-tabs button')].map((tab) => tab.getBoundingClientRect().right))`;
  expect(await page.evaluate(rightmost)).toBeLessThanOrEqual(360);
  for (const name of [/Stories/, /Candidates/, /Left out/, /Feeds/]) {
    await tab(name).click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const widest = `Math.max(...[...document.querySelectorAll('.board-row')].map((row) => row.scrollWidth - row.clientWidth))`;
    expect(await page.evaluate(widest)).toBeLessThanOrEqual(0);
  }
});

it('shows a thousand rows, and keeps those that did not change', async () => {
  const inputs = board.inputs[0]!;
  inputs.candidates = Array.from({ length: 1_000 }, (_, n) =>
    candidate(n + 1, `Candidate ${n + 1} of a long day`, { kind: 'offered' }),
  );
  inputs.leftOut = Array.from({ length: 1_000 }, (_, n) => left(2_000 + n, `Left ${n}`, 'limit', 'no room'));
  gateway.push('newsroom', { inputs: 'daily' });
  await tab(/Candidates\s*1000/).click();
  await expect.poll(() => rows().count()).toBe(1_000);
  await page.evaluate(`document.querySelectorAll('.board-row')[500].dataset.kept = 'yes'`);
  inputs.candidates[3] = candidate(4, 'A new fourth', { kind: 'passed_over', why: 'old news' });
  gateway.push('newsroom', {});
  await page.getByText('A new fourth').waitFor();
  expect(await rows().count()).toBe(1_000);
  expect(await page.locator('[data-kept]').count()).toBe(1);
  await page.getByRole('searchbox').fill('candidate 999');
  expect(await rows().locator('h4').allTextContents()).toEqual(['Candidate 999 of a long day']);
});
