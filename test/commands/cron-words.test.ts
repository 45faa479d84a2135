/** What editors read of automations: their names, and reasons in words; ids only where names don't tell. */
import { describe, expect, it } from 'vitest';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { sayBecause } from '../../src/feature/say-because.ts';
import { eventually } from '../support/fake-clock.ts';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';
import { ann, morning } from './as-ann.ts';

const said = async (house: SmallDesk, name: string, options: object = {}, locale: 'en' | 'zh' = 'en') =>
  (await ann(house, name, { ...options }, { locale })).text;

/** What every answer about the automation `job` says. */
async function answersAbout(house: SmallDesk, job: string, locale: 'en' | 'zh') {
  const answers: string[] = [];
  for (const [name, options] of [
    ['cron show', {}],
    ['cron edit', { quiet: true }],
    ['cron pause', {}],
    ['cron resume', {}],
    ['cron history', {}],
    ['cron remove', {}],
    ['cron remove', { sure: true }],
  ] as const)
    answers.push(await said(house, name, { job, ...options }, locale));
  return answers;
}

describe.each(['en', 'zh'] as const)('answers about automations (%s)', (locale) => {
  it('name the automation, and no id', async () => {
    const house = smallDesk();
    const added = await said(house, 'cron add', morning, locale);
    for (const answer of [added, ...(await answersAbout(house, 'Morning', locale))]) {
      expect(answer).toContain('**Morning**');
      expect(answer).not.toContain('id1');
    }
    await house.close();
  });

  it('name the id as well where two automations of a conversation have the same name', async () => {
    const house = smallDesk();
    expect(await said(house, 'cron add', morning, locale)).not.toContain('id1');
    expect(await said(house, 'cron add', { ...morning, name: 'morning ' }, locale)).toContain(
      '**morning** `id2`',
    );
    const answers = await answersAbout(house, 'id1', locale);
    for (const answer of answers.slice(0, -1)) expect(answer).toContain('**Morning** `id1`');
    // Now that the other one is alone, its name is enough.
    expect(await said(house, 'cron show', { job: 'id2' }, locale)).not.toContain('id2');
    await house.close();
  });

  it('have no words of engineers', async () => {
    const house = smallDesk();
    const added = await said(house, 'cron add', morning, locale);
    await house.cron.add(
      { name: 'Wires', schedule: { everyMs: 3_600_000 }, payload: { message: 'look' } },
      { kind: 'gateway', name: 'nightdesk' },
    );
    const isolated = (await ann(house, 'cron show', { job: 'id2' }, { locale, actor: desk() })).text;
    const everywhere = (await ann(house, 'cron list', { everywhere: true }, { locale, actor: desk() })).text;
    const wrong = await said(house, 'cron add', { ...morning, profile: 'worker' }, locale);
    const options = house.commands
      .list()
      .filter(({ name }) => name.startsWith('cron'))
      .flatMap(({ description, options: all }) => [description, ...all.map((option) => option.description)])
      .map((words) => words[locale]);
    for (const text of [added, isolated, everywhere, wrong, ...options])
      expect(text).not.toMatch(
        /\b(session|turn|profile "|isolated|legacy|payload|generation|gateway|nightdesk)\b|閘道|代，/i,
      );
    await house.close();
  });

  it('say that one is gone whose button is pressed too late, without its id', async () => {
    const house = smallDesk();
    await said(house, 'cron add', morning, locale);
    const gone = '01jd3v9q8f6w3t2k5m7n8p9q0r';
    const text = await said(house, 'cron remove', { job: gone, sure: true }, locale);
    expect(text).toMatch(
      { en: /^There is no such automation here; there are: Morning\.$/, zh: /^這裡沒有這項工作/ }[locale],
    );
    await house.close();
  });
});

const desk = () => ({ kind: 'person', id: 'u1', name: 'Ann', rights: ['talk', 'jobs', 'desk'] }) as const;

describe('the reasons of the ledger', () => {
  it('are said in the words of people, in their language', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const perform: PerformTurn = async (pass) => {
      if (!pass.started.turn.run) await held;
      await pass.settle({ status: 'ok', summary: 'done' });
    };
    const house = smallDesk({ perform });
    await said(house, 'cron add', morning);
    await house.desk.say({ session: 'console:news' as never, text: 'hello' }, desk());
    await house.cron.run('id1', 'force');
    await eventually(async () => (await house.cron.status()).deferred === 1);
    await said(house, 'cron pause', { job: 'Morning' });
    letGo();
    await house.conductor.idle();
    expect(await said(house, 'cron history', { job: 'Morning' })).toMatch(
      /\*\*skipped\*\*: the automation was paused$/m,
    );
    expect(await said(house, 'cron history', { job: 'Morning' }, 'zh')).toMatch(/\*\*略過\*\*：工作已暫停$/m);
    await house.close();
  });

  it.each([
    [
      'the retry was dropped: its next time has come',
      'it is not tried again: its next time has come',
      '不會再試：下一次的時間已到',
    ],
    ['the run of 2026-01-05T07:00:00.000Z still runs', 'the one before was still running', '上一次仍在執行'],
    [
      'missed: the slot of 2026-01-05T07:00:00.000Z passed while the desk was away',
      'the desk was away',
      '當時編輯台不在',
    ],
    ['missed: 999 or more slots from a to b', 'the desk was away for 999 times', '編輯台不在，錯過了 999 次'],
    ['session reset', 'the conversation was reset', '對話已重新開始'],
    [
      'the model said $1 and "the job was removed"',
      'the model said $1 and "the job was removed"',
      'the model said $1 and "the job was removed"',
    ],
  ])('%s', (because, en, zh) => {
    expect([sayBecause(because, 'en'), sayBecause(because, 'zh')]).toEqual([en, zh]);
  });
});
