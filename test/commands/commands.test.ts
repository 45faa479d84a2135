import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { eventually } from '../support/fake-clock.ts';
import { smallDesk } from '../support/small-desk.ts';
import { ann, morning, news, offered, person } from './as-ann.ts';

describe('/cron', () => {
  it('adds a job to the conversation it was asked in, and says when it runs', async () => {
    const house = smallDesk();
    const reply = await ann(house, 'cron add', { ...morning, quiet: 'true' });
    expect(reply.ephemeral).toBe(true);
    expect(reply.text).toContain(
      '**Morning** is set in this conversation: every weekday at 07:30, Hong Kong time.',
    );
    expect(reply.text).toMatch(/Next: Tue,? 6 Jan, 07:30 · Wed,? 7 Jan, 07:30 · Thu,? 8 Jan, 07:30/);
    const [job] = await house.cron.list();
    expect(job).toMatchObject({
      sessionTarget: 'bound',
      schedule: { kind: 'cron', expr: '30 7 * * 1-5', tz: 'Asia/Hong_Kong' },
      payload: { sessionKey: 'console:news', message: 'Plan the edition.' },
      policy: { quiet: true },
      createdBy: { kind: 'person', id: 'u1', name: 'Ann' },
    });
    await house.close();
  });

  it.each([
    ['ＢＢＣ 早報', 'BBC 早報'],
    ['bbc', 'ＢＢＣ 早報'],
    ['Cafe\u0301 news', 'Caf\u00e9 news'],
  ])('finds what is typed as %s by its name %s, as the list beside it does', async (typed, name) => {
    const house = smallDesk();
    await ann(house, 'cron add', { ...morning, name });
    expect(await offered(house, ['cron show', 'job'], typed)).toHaveLength(1);
    expect((await ann(house, 'cron show', { job: typed })).text).toMatch(/every weekday at 07:30/u);
    await house.close();
  });

  it('shows what is allowed when a schedule, a zone or an option is not understood', async () => {
    const house = smallDesk();
    expect((await ann(house, 'cron add', { ...morning, schedule: 'whenever' })).text).toContain(
      'every weekday 7:30',
    );
    expect((await ann(house, 'cron add', { ...morning, tz: 'Mars' })).text).toContain('IANA');
    expect((await ann(house, 'cron add', { name: 'x' })).text).toContain('needs "message"');
    expect((await ann(house, 'cron add', { ...morning, session: 'console:other' })).text).toContain(
      'no option "session"',
    );
    expect((await ann(house, 'cron add', { ...morning, quiet: 'maybe' })).text).toContain(
      'allowed: true or false',
    );
    expect((await ann(house, 'cron add', { ...morning, profile: 'nonesuch' })).text).toContain('reminder');
    expect(await house.cron.list()).toEqual([]);
    await house.close();
  });

  it('takes a model that there is, and refuses another in the language of who asks', async () => {
    const house = smallDesk();
    const request = { ...morning, model: 'nosuch' };
    const zh = { locale: 'zh' } as const;
    expect((await ann(house, 'cron add', request)).text).toBe('There is no model "nosuch"; allowed: desk.');
    expect((await ann(house, 'cron add', request, zh)).text).toBe('沒有「nosuch」這個模型；可用的有：desk。');
    expect(await house.cron.list()).toEqual([]);
    await ann(house, 'cron add', { ...morning, model: 'desk' });
    expect(await house.cron.list()).toMatchObject([{ payload: { model: 'desk' } }]);
    const edit = (model: string) => ann(house, 'cron edit', { job: 'Morning', model }, zh);
    expect((await edit('nosuch')).text).toBe('沒有「nosuch」這個模型；可用的有：desk。');
    await house.close();
  });

  it('says what is missing to a person without the right, and does nothing', async () => {
    const house = smallDesk();
    const { text } = await ann(house, 'cron add', morning, { actor: person() });
    expect(text).toBe(
      "Ann, you may not use /cron add: it needs an editor's role, or the permission to manage this channel.",
    );
    expect((await ann(house, 'desk pause')).text).toContain('manage the server');
    expect(await house.cron.list()).toEqual([]);
    await house.close();
  });

  it('lists, shows, pauses and resumes by name or by id', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const [job] = await house.cron.list();
    expect((await ann(house, 'cron list')).text).toMatch(
      /\*\*Morning\*\*: every weekday at 07:30.*next Tue,? 6 Jan, 07:30/,
    );
    expect((await ann(house, 'cron show', { job: 'morning' })).text).toContain('> Plan the edition.');
    expect((await ann(house, 'cron pause', { job: job!.id })).text).toContain('is paused');
    expect((await house.cron.get(job!.id))?.enabled).toBe(false);
    expect((await ann(house, 'cron resume', { job: 'Morning' })).text).toMatch(/Next: Tue,? 6 Jan, 07:30/);
    expect((await house.cron.get(job!.id))?.enabled).toBe(true);
    await house.close();
  });

  it('says while all of it is off that what was changed or resumed does not run yet', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    await house.cron.pause(true);
    const off = /Scheduled work is off at the moment/;
    expect((await ann(house, 'cron edit', { job: 'Morning', schedule: 'every day at 8:00' })).text).toMatch(
      off,
    );
    expect((await ann(house, 'cron pause', { job: 'Morning' })).text).not.toMatch(off);
    expect((await ann(house, 'cron edit', { job: 'Morning', message: 'Plan it.' })).text).not.toMatch(off);
    expect((await ann(house, 'cron resume', { job: 'Morning' })).text).toMatch(off);
    expect((await ann(house, 'cron show', { job: 'Morning' })).text).toMatch(off);
    const chinese = (await ann(house, 'cron resume', { job: 'Morning' }, { locale: 'zh' })).text;
    expect(chinese).toContain('定時工作現時已關閉');
    await house.cron.pause(false);
    expect((await ann(house, 'cron resume', { job: 'Morning' })).text).not.toMatch(off);
    await house.close();
  });

  it('says where the settings have it off, which nobody can resume', async () => {
    const house = smallDesk({ enabled: false });
    const { text } = await ann(house, 'cron add', morning);
    expect(text).toContain('in the settings of this desk (`NIGHTDESK_SKIP_CRON`)');
    expect(text).not.toContain('resume');
    await house.close();
  });

  it('shows the next five, what it waits for, and why it was paused', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const house = smallDesk({
      perform: async (pass) => {
        if (!pass.started.turn.run) await held;
        await pass.settle({ status: 'failed', summary: 'It failed.', error: 'no model answered' });
      },
    });
    await ann(house, 'cron add', { ...morning, schedule: '0 7,19 * * *' });
    await house.desk.say({ session: news, text: 'hello' }, GATEWAY);
    await house.cron.run('id1', 'force');
    await eventually(async () => (await house.cron.status()).deferred === 1);
    const waiting = (await ann(house, 'cron show', { job: 'Morning' })).text;
    expect(waiting).toMatch(/waiting behind an active turn since Mon,? 5 Jan, 14:00/);
    expect(waiting.match(/(07|19):00( ·|$)/gm)).toHaveLength(5);
    letGo();
    for (let n = 0; n < 10; n++) {
      await house.conductor.idle();
      house.clock.set(house.clock.now() + 1);
      await house.cron.run('id1', 'force');
    }
    await house.conductor.idle();
    const paused = (await ann(house, 'cron show', { job: 'Morning' })).text;
    expect(paused).toContain('Paused by the desk: it failed 10 times in a row. /cron resume');
    expect(paused).toContain('Last error: no model answered');
    await house.close();
  });

  it('edits what is named, and nothing else', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const edited = await ann(house, 'cron edit', {
      job: 'Morning',
      name: 'Evening',
      tz: 'Europe/London',
      quiet: true,
    });
    expect(edited.text).toMatch(/^\*\*Evening\*\* is changed: every weekday at 07:30, London time\. Next: /);
    const ending = async (schedule: string) =>
      (await ann(house, 'cron edit', { job: 'Evening', schedule })).text.split('\n')[0];
    const end = 'until Friday 9 January 2026, London time';
    expect(await ending('every day at 18:00 until friday')).toContain(`every day at 18:00 ${end}`);
    expect((await ann(house, 'cron list')).text).toContain(`every day at 18:00 ${end}`);
    expect(await ending('every day at 19:00')).toContain(`every day at 19:00 ${end}`);
    expect(await ending('every day at 19:00 until further notice')).not.toContain('until');
    await ann(house, 'cron edit', { job: 'Evening', schedule: 'every day at 19:00', message: 'Sum up.' });
    expect(await house.cron.get('id1')).toMatchObject({
      name: 'Evening',
      schedule: { kind: 'cron', expr: '0 19 * * *', tz: 'Europe/London' },
      payload: { message: 'Sum up.', sessionKey: 'console:news' },
      policy: { quiet: true },
    });
    expect((await ann(house, 'cron edit', { job: 'Evening' })).text).toContain('Nothing to change');
    const other = { session: parseSessionKey('console:other') };
    expect((await ann(house, 'cron edit', { job: 'id1', name: 'x' }, other)).text).toContain(
      'has no automations',
    );
    expect((await ann(house, 'cron edit', { job: 'id1', name: 'x' }, { actor: person() })).text).toContain(
      'may not',
    );
    await house.close();
  });

  it('keeps the zone when only the words of a schedule change', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const { text } = await ann(house, 'cron edit', { job: 'Morning', schedule: 'every day at 19:00' });
    expect(text).toContain('every day at 19:00, Hong Kong time');
    expect((await house.cron.get('id1'))?.schedule).toEqual({
      kind: 'cron',
      expr: '0 19 * * *',
      tz: 'Asia/Hong_Kong',
    });
    await house.close();
  });

  it('takes a zone by the name of a city, in either language', async () => {
    const house = smallDesk();
    for (const [tz, zone] of [
      ['new york', 'America/New_York'],
      ['香港', 'Asia/Hong_Kong'],
      ['倫敦', 'Europe/London'],
      ['asia/tokyo', 'Asia/Tokyo'],
    ] as const) {
      await ann(house, 'cron add', { ...morning, name: zone, tz });
      expect((await house.cron.list()).find(({ name }) => name === zone)?.schedule).toMatchObject({
        tz: zone,
      });
    }
    await house.close();
  });

  it('takes only the profiles that people may choose', async () => {
    const house = smallDesk({ commands: { profiles: () => [{ name: 'reminder' }] } });
    const { text } = await ann(house, 'cron add', { ...morning, profile: 'planner_daily' });
    expect(text).toBe('There is no kind of work called "planner_daily"; there are: reminder.');
    await ann(house, 'cron add', { ...morning, profile: 'reminder' });
    expect((await house.cron.list()).map(({ payload }) => payload)).toMatchObject([{ profile: 'reminder' }]);
    await house.close();
  });

  it('gives a long list by pages, and says how many more there are', async () => {
    const house = smallDesk();
    for (let n = 1; n <= 30; n++) await ann(house, 'cron add', { ...morning, name: `Job ${n}` });
    const first = (await ann(house, 'cron list')).text.split('\n');
    expect(first).toHaveLength(26);
    expect(first.at(-1)).toBe('Page 1 of 2, 30 automations; 5 more: `/cron list page:2`');
    const second = (await ann(house, 'cron list', { page: 2 })).text.split('\n');
    expect(second).toHaveLength(6);
    expect(second.at(-1)).toBe('Page 2 of 2, 30 automations');
    expect((await ann(house, 'cron list', { page: 3 })).text).toContain('the last one is 2');
    const { text } = await ann(house, 'cron show', { job: 'nonesuch' });
    expect(text).toMatch(/there are: .* and 20 more \(\/cron list\)\.$/);
    await house.close();
  });

  it('keeps names in their line, and refuses those that nobody can see', async () => {
    const house = smallDesk();
    for (const name of ['\u200b\u2060', '\u202e\u2066', '\u3164'])
      expect((await ann(house, 'cron add', { ...morning, name })).text).toBe(
        'An automation needs a name that can be seen.',
      );
    expect((await ann(house, 'cron add', { ...morning, message: '\u200b\u200d' })).text).toBe(
      'The message is blank: say what to do.',
    );
    await ann(house, 'cron add', { ...morning, name: 'Mor\u202ening\n\u2067brief\u0007 ' });
    await ann(house, 'cron add', { ...morning, name: '👩‍🚀 desk' });
    expect((await house.cron.list()).map(({ name }) => name)).toEqual(['Morning brief', '👩‍🚀 desk']);
    await house.close();
  });

  it('never asks whether to remove a job of the system', async () => {
    const house = smallDesk();
    const system = { kind: 'system' } as const;
    const payload = { kind: 'agentTurn', message: 'Plan.', sessionKey: 'console:news' };
    await house.cron.add({ name: 'Daily', schedule: { kind: 'every', everyMs: 60_000 }, payload }, system);
    expect(await ann(house, 'cron remove', { job: 'Daily' })).toEqual({
      text: '"Daily" is an automation of the system and can\'t be changed.',
      ephemeral: true,
      refused: true,
    });
    expect((await ann(house, 'cron pause', { job: 'Daily' })).text).toContain('an automation of the system');
    await house.close();
  });

  it('lists all jobs, and reaches them by id, with the right to the desk only', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const other = { session: parseSessionKey('console:other') };
    expect((await ann(house, 'cron list', { everywhere: true }, other)).text).toContain(
      'concerns the whole desk',
    );
    const chief = { ...other, actor: person('jobs', 'desk') };
    expect((await ann(house, 'cron list', { everywhere: true }, chief)).text).toMatch(
      /Morning.*\(<chat:console:news>\)/,
    );
    expect((await ann(house, 'cron pause', { job: 'id1' }, chief)).text).toContain('is paused');
    expect((await ann(house, 'cron list', { everywhere: true }, { ...chief, locale: 'zh' })).text).toContain(
      '每個平日 07:30',
    );
    await house.close();
  });

  it('asks before it removes', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const { confirm, text } = await ann(house, 'cron remove', { job: 'Morning' });
    expect(text).toContain('Remove **Morning**?');
    expect(await house.cron.list()).toHaveLength(1);
    expect((await ann(house, confirm!.name, { ...confirm!.options })).text).toContain('is removed');
    expect(await house.cron.list()).toEqual([]);
    await house.close();
  });

  it('reaches only the jobs of its own conversation', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning, { session: parseSessionKey('console:other') });
    const [job] = await house.cron.list();
    expect((await ann(house, 'cron list')).text).toContain('has no automations');
    expect((await ann(house, 'cron remove', { job: job!.id, sure: true })).text).toContain(
      'has no automations',
    );
    expect(await house.cron.list()).toHaveLength(1);
    await house.close();
  });

  it('tells the last runs, and completes names', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const [job] = await house.cron.list();
    expect((await ann(house, 'cron history', { job: 'Morning' })).text).toContain('has not run yet');
    await house.cron.run(job!.id, 'force');
    await house.conductor.idle();
    expect((await ann(house, 'cron history', { job: 'Morning', limit: 3 })).text).toMatch(
      /\(forced\): \*\*ok\*\*.*Morning is done/,
    );
    expect(await offered(house, ['cron show', 'job'], 'mor')).toEqual([{ name: 'Morning', value: 'id1' }]);
    await house.close();
  });

  it('has no way for people to run a job now', () => {
    const house = smallDesk();
    expect(house.commands.list().map(({ name }) => name)).not.toContain('cron run');
  });
});

describe('/session', () => {
  it('remembers, lists and forgets', async () => {
    const house = smallDesk();
    expect((await ann(house, 'session remember', { text: 'no more crypto' })).text).toBe(
      'Remembered: no more crypto (Ann)',
    );
    expect((await ann(house, 'session notes')).text).toBe('- no more crypto (Ann)');
    expect((await ann(house, 'session forget', { note: 'sports' })).text).toContain('"no more crypto"');
    expect((await ann(house, 'session forget', { note: 'CRYPTO' })).text).toBe('Forgotten: no more crypto');
    expect((await ann(house, 'session notes')).text).toContain('No notes');
    await house.close();
  });

  it('resets only for those who may', async () => {
    const house = smallDesk();
    await house.desk.say({ session: news, text: 'hello' }, GATEWAY);
    await house.conductor.idle();
    expect((await ann(house, 'session reset', {}, { actor: person() })).text).toContain('you may not');
    expect((await ann(house, 'session reset')).text).toContain('begins anew');
    expect((await ann(house, 'session status')).text).toContain('begun anew 1 time');
    await house.close();
  });
});

describe('/session status', () => {
  it('tells of notes, jobs and how often it was begun anew, in no words of machines, and whether talk is heard', async () => {
    const describeIntake = async (_: unknown, locale: 'en' | 'zh') =>
      ({ en: 'I hear all.', zh: '全部聽到。' })[locale];
    const house = smallDesk({ commands: { describeIntake } });
    expect((await ann(house, 'session status')).text).toBe(
      'Nothing was said here yet.\n0 notes, 0 automations.\nI hear all.',
    );
    await house.desk.say({ session: news, text: 'hello' }, GATEWAY);
    await house.conductor.idle();
    await ann(house, 'session remember', { text: 'no more crypto' });
    await ann(house, 'cron add', morning);
    await ann(house, 'cron add', { ...morning, name: 'Later', schedule: 'every 2h' });
    await ann(house, 'cron pause', { job: 'Later' });
    const lines = (await ann(house, 'session status')).text.split('\n');
    expect(lines[1]).toMatch(
      /^2 messages remembered since Mon,? 5 Jan, 06:00 \(Europe\/London\); never begun anew\.$/,
    );
    expect(lines[2]).toBe('1 note, 2 automations (1 paused).');
    expect(lines[3]).toMatch(/^Next: \*\*Morning\*\*, Tue,? 6 Jan, 07:30\.$/);
    expect(lines[4]).toBe('I hear all.');
    await house.close();
  });
});

describe('/desk and /help', () => {
  it('says how the desk stands, and pauses it for those who may', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const actor = person('jobs', 'desk');
    expect((await ann(house, 'desk status')).text).toContain(
      'Scheduled work is on: 1 automation, 0 running, 0 waiting.',
    );
    await ann(house, 'desk pause', {}, { actor });
    expect((await ann(house, 'desk status')).text).toContain('Scheduled work is paused');
    expect((await ann(house, 'desk resume', {}, { actor })).text).toContain('Scheduled work runs again');
    expect((await house.cron.status()).enabled).toBe(true);
    await house.close();
  });

  it('says that work stays off where the settings switch it off', async () => {
    const house = smallDesk({ enabled: false });
    const actor = person('jobs', 'desk');
    await ann(house, 'desk pause', {}, { actor });
    const { text } = await ann(house, 'desk resume', {}, { actor });
    expect(text).toContain('NIGHTDESK_SKIP_CRON');
    expect(text).not.toContain('runs again');
    await house.close();
  });

  it('lists in /help what the asker may use', async () => {
    const house = smallDesk();
    const { text } = await ann(house, 'help', {}, { actor: person() });
    expect(text).toContain('`/session notes`');
    expect(text).not.toContain('`/cron add`');
    expect(text).toContain('11 more are for those who manage channels or the server.');
    await house.close();
  });

  it('speaks both languages', async () => {
    const house = smallDesk();
    expect((await ann(house, 'help')).text).toContain('`/cron add`: Schedule something');
    expect((await ann(house, 'help', {}, { locale: 'zh' })).text).toContain(
      '`/cron add`: 在這個對話中安排定時工作',
    );
    await house.close();
  });
});
