/** A desk that is killed while it sends a newsletter by e-mail: nobody gets it twice, and whoever may lack it is named. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { NewsletterMail } from '../../../src/newsletter/mail/newsletter-mail.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { openSmtp } from '../../support/mail/loopback-smtp.ts';
import type { SmtpRules } from '../../support/mail/loopback-smtp.ts';
import { openStores } from '../../support/stores.ts';
import { tempHome } from '../../support/temp-home.ts';
import { ENGLISH } from '../render/sample-letters.ts';

const CHILD = fileURLToPath(new URL('sending-child.ts', import.meta.url));
const LIST = ['ann@example.org', 'bob@example.org'];

interface Killed {
  readonly rules?: SmtpRules;
  readonly hold?: boolean;
  /** Whether it is time, by what the process has said. */
  readonly when: (said: string) => boolean;
}

async function killedAt({ rules, hold, when }: Killed) {
  const server = await openSmtp(rules);
  const home = tempHome();
  const given = [CHILD, home, String(server.port), LIST.join(','), ...(hold === true ? ['hold'] : [])];
  const child = spawn(process.execPath, ['--import', 'tsx', ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  await expect.poll(() => when(said)).toBe(true);
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const { mails, close } = openStores(home);
  onTestFinished(() => void close());
  const mail = new NewsletterMail({
    book: mails,
    clock: new FakeClock(),
    log: { info: () => {}, warn: () => {} },
    settings: { smtpUrl: `smtp://127.0.0.1:${server.port}`, from: 'desk@news.example' },
  });
  const again = () => mail.send(ENGLISH, LIST, { zone: 'UTC' }, new AbortController().signal);
  return { server, mails, again };
}

it('between the server’s yes and the record: it is there once, said to be unknown, and the others get theirs', async () => {
  const { server, mails, again } = await killedAt({
    hold: true,
    when: (said) => said.includes('before the record'),
  });
  expect(await mails.list(ENGLISH.session)).toMatchObject([
    { recipient: 'ann@example.org', state: 'sending' },
  ]);
  for (const _ of ['first', 'second'])
    expect((await again()).records).toMatchObject([{ state: 'unknown' }, { state: 'sent' }]);
  expect(server.arrived.map(({ to }) => to[0])).toEqual(LIST);
});

it('when the server has all of the message and has not answered yet', async () => {
  let isRead = false;
  let hangs = true;
  const data = async (): Promise<string | undefined> => {
    if (!hangs) return undefined;
    isRead = true;
    return new Promise(() => {});
  };
  const { server, again } = await killedAt({ rules: { data }, when: () => isRead });
  hangs = false;
  expect((await again()).records).toMatchObject([{ state: 'unknown' }, { state: 'sent' }]);
  expect(server.arrived.map(({ to }) => to[0])).toEqual(['bob@example.org']);
});

it('after all was recorded: nothing is sent again', async () => {
  const { server, again } = await killedAt({ when: (said) => said.includes('sent\n') });
  expect(await again()).toMatchObject({ sentNow: 0, records: [{ state: 'sent' }, { state: 'sent' }] });
  expect(server.arrived).toHaveLength(2);
});
