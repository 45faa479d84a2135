import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { lockHome } from '../../src/store/home-lock.ts';
import { systemClock } from '../../src/time/clock.ts';
import type { Clock } from '../../src/time/clock.ts';
import { openSmtp } from '../support/mail/loopback-smtp.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const SESSION = 'newsletter_20260214';

it.each([
  [['run', '--resume'], 2, '--resume needs --session'],
  [['run', '--max-turns', '5'], 2, '--max-turns goes with --agentic'],
  [['run', '--model', 'desk'], 2, '--model goes with --agentic'],
  [['run', '--model', 'nosuch'], 2, 'There is no model "nosuch"; allowed: desk.'],
  [['run', '--agentic', '--model', 'gemini'], 2, 'There is no model "gemini"; allowed: desk.'],
  [['run', '--session', '../../etc'], 2, 'is no newsletter session'],
  [['run', '--resume', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['send', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['preview', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['stop', '--session', SESSION], 1, `there is no newsletter ${SESSION}`],
  [['stop'], 1, 'there is no newsletter'],
  [['send'], 2, '--session'],
  [['send', '--session', SESSION, '--again', ' , '], 2, '--again takes addresses'],
  [['send', '--session', SESSION, '--again'], 1, `there is no newsletter ${SESSION}`],
])('newsletter %j is refused with %i and a sentence', async (args, code, said) => {
  const answer = await run(['newsletter', ...args], { home: tempHome(), clock: systemClock });
  expect(answer).toMatchObject({ code, err: expect.stringContaining(said) as string });
});

it('begins no newsletter for a model that there is not', async () => {
  const around = { home: tempHome(), clock: systemClock };
  const args = ['newsletter', 'run', '--session', SESSION, '--agentic', '--model', 'gpt-4o'];
  expect(await run(args, around)).toMatchObject({ code: 2 });
  const status = await run(['newsletter', 'status', '--session', SESSION, '--json'], around);
  expect(JSON.parse(status.out)).toMatchObject({ status: 'new_session' });
  expect((await run(['sessions', 'list', '--json'], around)).out).not.toContain('agent_');
});

it('makes a newsletter where no desk runs, step by step, stops at what somebody spoiled, and goes on', async () => {
  const around = { home: tempHome(), clock: systemClock };
  const newsletter = (...args: string[]) => run(['newsletter', ...args], around);
  expect(JSON.parse((await newsletter('status', '--session', SESSION, '--json')).out)).toEqual({
    status: 'new_session',
    message: 'No existing state. Start from step 1.',
    steps: {},
  });
  const made = await newsletter('run', '--session', SESSION);
  expect(made).toMatchObject({ code: 0, err: '' });
  const lines = made.out.split('\n');
  for (const [at, step] of STEPS.entries())
    expect(lines[at]).toMatch(new RegExp(`^${at + 1}/9 ${step} · .+`, 'u'));
  const folder = join(around.home, 'data', 'newsletters', SESSION);
  expect(lines.at(-1)).toBe(`${SESSION} is made: ${folder}`);

  const status = JSON.parse((await newsletter('status', '--json')).out) as { steps: object };
  expect(status).toMatchObject({ status: 'ok', progress: '100%', next_step: null });
  expect(Object.keys(status.steps)).toEqual([...STEPS]);
  expect((await newsletter('preview', '--session', SESSION)).out).toBe(
    readFileSync(join(folder, 'newsletter.md'), 'utf8').trimEnd(),
  );
  expect((await newsletter('run', '--session', SESSION)).out).toContain(
    'all nine steps are complete already',
  );

  writeFileSync(join(folder, 'finalize_newsletter.json'), '{"title": ""}');
  const spoiled = await newsletter('preview', '--session', SESSION);
  expect(spoiled).toMatchObject({
    code: 1,
    err: expect.stringContaining('finalize_newsletter.json: ') as string,
  });
});

it('tells with the status of a finished one whether it waits for an editor or went out, and to whom', async () => {
  const home = tempHome();
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const edition = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  const newsletter = { approval: true, recipients: ['ann@example.org'] };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify({ ...edition, newsletter }));
  const ask = async (command: string, env = {}) =>
    (await run(['newsletter', command, '--session', SESSION], { home, clock: systemClock, env })).out;
  await ask('run');
  expect((await ask('status')).split('\n').at(-1)).toBe(
    `${SESSION} waits for an editor; nothing of it was sent. Send it: nightdesk newsletter send --session ${SESSION}`,
  );
  await ask('send');
  expect(await ask('status')).toMatch(
    new RegExp(`\n${SESSION} was sent\nE-mail: nobody was mailed, because SMTP_URL`),
  );
});

it('mails it again to who refused it, where somebody asks for that, and to nobody else', async () => {
  const rcptTo: Record<string, string> = { 'bob@example.org': '550 No such mailbox' };
  const smtp = await openSmtp({ rcptTo });
  const home = tempHome();
  const sample = new URL('../../data/editions/sample.json', import.meta.url);
  const edition = JSON.parse(readFileSync(sample, 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const recipients = ['ann@example.org', 'bob@example.org'];
  writeFileSync(
    join(home, 'data', 'editions', 'sample.json'),
    JSON.stringify({ ...edition, newsletter: { recipients } }),
  );
  const REFUSED = `E-mail: sent to 1 of 2.\nRefused by the server: bob@example.org (550 No such mailbox).`;
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: 'Desk <desk@example.org>' };
  const newsletter = (...args: string[]) =>
    run(['newsletter', ...args, '--session', SESSION], { home, clock: systemClock, env });
  const arrived = () => smtp.arrived.map(({ to }) => to[0]);
  expect(await newsletter('run')).toMatchObject({ code: 0, out: expect.stringContaining(REFUSED) as string });
  expect(arrived()).toEqual(['ann@example.org']);
  expect(await newsletter('send')).toMatchObject({ code: 0, out: `${SESSION} was sent already\n${REFUSED}` });
  expect(await newsletter('send', '--again=eve@example.org')).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'nobody is left to mail: eve@example.org (no recipient of the edition)',
    ) as string,
  });
  delete rcptTo['bob@example.org'];
  const again = await newsletter('send', '--again=bob@example.org,eve@example.org,bob@');
  expect(again).toMatchObject({ code: 0, out: `${SESSION} was sent\nE-mail: sent to 2 of 2.` });
  expect(again.err).toContain(
    'left out: eve@example.org (no recipient of the edition), bob@ (no e-mail address)',
  );
  expect(await newsletter('send', '--again')).toMatchObject({ code: 0 });
  expect(arrived()).toEqual(recipients);
});

it('fails where every recipient refused it, says so, and can be repeated for them', async () => {
  const rcptTo: Record<string, string> = {
    'ann@example.org': '550 No such mailbox',
    'bob@example.org': '550 No such mailbox',
  };
  const smtp = await openSmtp({ rcptTo });
  const home = tempHome();
  const sample = new URL('../../data/editions/sample.json', import.meta.url);
  const edition = JSON.parse(readFileSync(sample, 'utf8')) as object;
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const newsletter = { recipients: Object.keys(rcptTo) };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify({ ...edition, newsletter }));
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: 'Desk <desk@example.org>' };
  const cli = (...args: string[]) =>
    run(['newsletter', ...args, '--session', SESSION], { home, clock: systemClock, env });
  const failure = {
    code: 1,
    err: expect.stringMatching(
      /not all of it was delivered: E-mail: sent to 0 of 2\.\nRefused by the server: .*\nIt reached nobody by e-mail\. .*send --again/,
    ) as string,
  };
  expect(await cli('run')).toMatchObject(failure);
  const { out } = await cli('status');
  expect(out).toContain('Refused by the server: ann@example.org, bob@example.org (550 No such mailbox).');
  expect(out).not.toContain('Try what is missing again');
  const sent = await cli('send');
  expect(sent).toMatchObject(failure);
  expect(sent.out).not.toContain('was sent');
  delete rcptTo['bob@example.org'];
  expect(await cli('send', '--again')).toMatchObject({ code: 0 });
  expect(smtp.arrived.map(({ to }) => to[0])).toEqual(['bob@example.org']);
});

it('ends after a Ctrl-C when the home is free and what became of a mail is written down', async () => {
  let press = () => {};
  let tellPressed = () => {};
  const pressed = new Promise<void>((resolve) => (tellPressed = resolve));
  const smtp = await openSmtp({
    data: async () => {
      press();
      tellPressed();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return undefined;
    },
  });
  // Whoever follows the steps looks again at once.
  const clock: Clock = {
    ...systemClock,
    until: (when, signal) =>
      signal ? systemClock.until(when, signal) : Promise.race([systemClock.until(when), pressed]),
  };
  const home = tempHome();
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const edition = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  const newsletter = { recipients: ['ann@example.org'] };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify({ ...edition, newsletter }));
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, SMTP_FROM: 'Desk <desk@example.org>' };
  const onSignal = (listener: () => void) => {
    press = listener;
    return () => {};
  };
  const args = ['newsletter', 'run', '--session', SESSION];
  const stopped = await run(args, { home, clock, env, onSignal });
  expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('stopping …') as string });
  lockHome(join(home, 'data', 'nightdesk.lock'), 1).release();
  const stores = openStores(home);
  expect(await stores.mails.list(SESSION)).toMatchObject([{ state: 'unknown' }]);
  stores.close();
});

it('stops one that is being made, the newest where none is named', async () => {
  const home = tempHome();
  const stores = openStores(home);
  await stores.newsletters.change(SESSION, () => ({
    record: {
      ...{
        session: SESSION,
        edition: 'sample',
        language: 'en',
        zone: 'UTC',
        place: sessionKey('console', 'desk'),
      },
      // An agent whose program was killed calls its steps no more.
      ...{ needsApproval: false, driver: 'agent', state: 'running', by: 'Ann' },
      ...{ createdAtMs: 1, updatedAtMs: 1, checkpoints: {} },
    },
    result: undefined,
  }));
  stores.close();
  const cli = (...args: string[]) => run(['newsletter', ...args], { home, clock: systemClock });
  expect(await cli('stop')).toMatchObject({
    code: 0,
    out: `${SESSION} is stopped; go on with it: nightdesk newsletter run --session ${SESSION} --resume`,
  });
  expect((await cli('status')).out).toContain('stopped by');
  expect(JSON.parse((await cli('stop', '--session', SESSION, '--json')).out)).toEqual({
    session: SESSION,
    stopped: false,
  });
});

it('says that nobody is mailed, and why, where SMTP_URL is not set', async () => {
  const home = tempHome();
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const edition = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  const newsletter = { recipients: ['ann@example.org', 'bob@example.org'], approval: true };
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify({ ...edition, newsletter }));
  const cli = (...args: string[]) =>
    run(['newsletter', ...args, '--session', SESSION], { home, clock: systemClock });
  const WHY = 'E-mail: nobody was mailed, because SMTP_URL is not set; the edition has 2 recipients.';
  expect(await cli('run')).toMatchObject({ code: 0 });
  expect(await cli('send')).toMatchObject({ code: 0, out: `${SESSION} was sent\n${WHY}` });
  expect(await cli('send')).toMatchObject({ code: 0, out: `${SESSION} was sent already\n${WHY}` });
  expect(JSON.parse((await cli('send', '--json')).out)).toMatchObject({ outcome: 'sent', remark: WHY });
});

it('status says of one that stopped where and why it did, and how it goes on', async () => {
  const home = tempHome();
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const edition = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;
  writeFileSync(join(home, 'data', 'editions', 'sample.json'), JSON.stringify({ ...edition, feeds: [] }));
  const newsletter = (...args: string[]) =>
    run(['newsletter', ...args, '--session', SESSION], { home, clock: systemClock });
  expect(await newsletter('run')).toMatchObject({ code: 1 });
  const { code, out } = await newsletter('status');
  expect(code).toBe(0);
  expect(out).toMatch(/1\. gather_urls +error/u);
  expect(out).toMatch(
    /stopped at gather_urls .*nightdesk newsletter run --session newsletter_20260214 --resume/u,
  );
});
