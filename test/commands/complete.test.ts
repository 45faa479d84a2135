import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/feature/command.ts';
import { SCHEDULE_EXAMPLES } from '../../src/feature/schedule-examples.ts';
import { parseScheduleWords } from '../../src/cron/schedule-words.ts';
import { smallDesk } from '../support/small-desk.ts';
import { ann, morning, news, offered, person } from './as-ann.ts';

const SCHEDULE = ['cron add', 'schedule'] as const;
const ZONE = ['cron add', 'tz'] as const;

describe('a schedule that is typed', () => {
  it('is shown back as a sentence with the next three times, before it is saved', async () => {
    const house = smallDesk();
    const [choice, ...others] = await offered(house, SCHEDULE, 'every weekday 7:30');
    expect(others).toEqual([]);
    expect(choice?.value).toBe('every weekday 7:30');
    expect(choice?.name).toMatch(
      /^every weekday at 07:30, London time → Mon,? 5 Jan, 07:30 · Tue,? 6 Jan, 07:30 · Wed,? 7 Jan, 07:30$/,
    );
    expect((await offered(house, SCHEDULE, '每日七點半', { locale: 'zh' }))[0]).toEqual({
      name: '每天 07:30（英國時間） → 1月5日（一）07:30 · 1月6日（二）07:30 · 1月7日（三）07:30',
      value: '每日七點半',
    });
    await house.close();
  });

  it('follows the zone that was given with it, by any name', async () => {
    const house = smallDesk();
    for (const tz of ['Asia/Hong_Kong', 'hong kong', '香港'])
      expect((await offered(house, SCHEDULE, 'every day at 9:00', { options: { tz } }))[0]?.name).toContain(
        'every day at 09:00, Hong Kong time → ',
      );
    const [problem, ...more] = await offered(house, SCHEDULE, 'every day at 9:00', {
      options: { tz: 'Mars' },
    });
    expect(problem?.name).toContain('"Mars" is no time zone');
    expect(more).toEqual([]);
    await house.close();
  });

  it('follows the zone of the job that is edited', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const edit = ['cron edit', 'schedule'] as const;
    const choices = await offered(house, edit, 'every day at 19:00', { options: { job: 'id1' } });
    expect(choices[0]?.name).toContain('every day at 19:00, Hong Kong time → ');
    const none = await offered(house, edit, 'every day at 19:00', { options: { job: 'nonesuch' } });
    expect(none[0]?.name).toContain('London time');
    await house.close();
  });

  it('keeps three times in 100 characters, however long the sentence is', async () => {
    const house = smallDesk();
    const [choice] = await offered(house, SCHEDULE, '*/5 9-17 * 1,3,5 1-5', {
      options: { tz: 'America/Argentina/Buenos_Aires' },
    });
    expect(choice?.name.length).toBeLessThanOrEqual(100);
    expect(choice?.name).toMatch(/^every 5 minutes, between .*… → .* · .* · .*$/);
    await house.close();
  });

  it.each([
    ['every monday', 'every monday 9:00'],
    ['7:30', 'every day at 7:30'],
    ['weekday', 'every weekday 9:00'],
    ['every weekday 7:', 'every weekday 7:30'],
    ['七點半', '每日七點半'],
    ['逢星期三', '逢星期三 09:00'],
  ])(
    'that is not understood yet, such as "%s", is said to be, with the nearest that are',
    async (typed, near) => {
      const house = smallDesk();
      const [problem, ...choices] = await offered(house, SCHEDULE, typed);
      expect(problem).toEqual({
        name: `"${typed}" isn't understood yet: type on, or pick the nearest below`,
        value: typed,
      });
      expect(choices[0]?.value).toBe(near);
      await house.close();
    },
  );

  it('says in its own words what is wrong with one that can be read', async () => {
    const house = smallDesk();
    expect((await offered(house, SCHEDULE, 'every 1s'))[0]?.name).toBe(
      'That is too often; allowed: every 10 s and more.',
    );
    expect((await offered(house, SCHEDULE, 'at 2020-01-01 09:00', { locale: 'zh' }))[0]?.name).toBe(
      '2020年1月1日星期三 09:00（英國時間）已經過去，請給一個將來的時間。',
    );
    await house.close();
  });

  it('has examples when nothing is typed, and each of them is understood', async () => {
    const house = smallDesk();
    for (const locale of ['en', 'zh'] as const) {
      expect((await offered(house, SCHEDULE, '', { locale })).length).toBeGreaterThan(8);
      for (const example of SCHEDULE_EXAMPLES[locale])
        expect(() => parseScheduleWords(example, house.clock.now(), house.zone)).not.toThrow();
    }
    await house.close();
  });
});

describe('a zone that is typed', () => {
  it.each([
    ['hong kong', 'Asia/Hong_Kong'],
    ['Hong_K', 'Asia/Hong_Kong'],
    ['london', 'Europe/London'],
    ['香港', 'Asia/Hong_Kong'],
    ['倫敦', 'Europe/London'],
    ['英國', 'Europe/London'],
    ['york', 'America/New_York'],
    ['sao p', 'America/Sao_Paulo'],
    ['São P', 'America/Sao_Paulo'],
    ['kathm', 'Asia/Kathmandu'],
    ['utc', 'UTC'],
    ['asia/tok', 'Asia/Tokyo'],
    ['utc+05:45', 'Asia/Kathmandu'],
  ])('%s offers %s', async (typed, zone) => {
    const house = smallDesk();
    expect((await offered(house, ZONE, typed))[0]?.value).toBe(zone);
    await house.close();
  });

  it('is found by its region, and by its distance to UTC', async () => {
    const house = smallDesk();
    const region = await offered(house, ZONE, 'australia');
    expect(region.length).toBeGreaterThan(5);
    expect(region.every(({ value }) => String(value).startsWith('Australia/'))).toBe(true);
    expect((await offered(house, ZONE, '+8')).map(({ value }) => value)).toContain('Asia/Singapore');
    await house.close();
  });

  it('offers its own and the frequent ones when nothing is typed, with the time there', async () => {
    const house = smallDesk({ commands: { zone: 'Europe/Paris' } });
    const choices = await offered(house, ZONE, '', { locale: 'zh' });
    expect(choices.slice(0, 3).map(({ name }) => name)).toEqual([
      '巴黎 · Europe/Paris · 現在 07:00',
      '香港 · Asia/Hong_Kong · 現在 14:00',
      '倫敦 · Europe/London · 現在 06:00',
    ]);
    expect(choices).toHaveLength(25);
    await house.close();
  });
});

describe('jobs, notes and profiles', () => {
  it('finds jobs anywhere in their names, and marks the paused ones', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', { ...morning, name: 'The morning run' });
    await ann(house, 'cron add', { ...morning, name: 'Evening run' });
    await ann(house, 'cron pause', { job: 'The morning run' });
    const show = ['cron show', 'job'] as const;
    expect(await offered(house, show, 'RUN')).toEqual([
      { name: 'Evening run', value: 'id2' },
      { name: 'The morning run (paused)', value: 'id1' },
    ]);
    expect(await offered(house, show, 'morning', { locale: 'zh' })).toEqual([
      { name: 'The morning run（已暫停）', value: 'id1' },
    ]);
    expect(await offered(house, show, 'id2')).toEqual([{ name: 'Evening run', value: 'id2' }]);
    await house.close();
  });

  it('cuts long names between characters as readers see them, and keeps the mark', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', { ...morning, name: '👩‍🚀'.repeat(39) });
    await ann(house, 'cron pause', { job: 'id1' });
    const [choice] = await offered(house, ['cron show', 'job'], '');
    expect(choice?.name).toMatch(/^(👩‍🚀)+… \(paused\)$/u);
    expect(choice?.name.length).toBeLessThanOrEqual(100);
    await house.close();
  });

  it('finds notes by their words', async () => {
    const house = smallDesk();
    await ann(house, 'session remember', { text: 'no more crypto today' });
    await ann(house, 'session remember', { text: `skip sports ${'x'.repeat(200)}` });
    const notes = await house.desk.notes(news);
    const [found] = await offered(house, ['session forget', 'note'], 'CRYPTO');
    expect(found).toEqual({ name: 'no more crypto today', value: notes[0]?.id });
    expect((await offered(house, ['session forget', 'note'], 'sports'))[0]?.name).toHaveLength(100);
    await house.close();
  });

  it('offers the profiles that people may choose, and says what they are for', async () => {
    const daily = { en: 'plans the daily edition', zh: '選題：策劃每日的報道' };
    const profiles = () => [{ name: 'reminder' }, { name: 'planner_daily', about: daily }, { name: 'own' }];
    const house = smallDesk({ commands: { profiles } });
    expect(await offered(house, ['cron add', 'profile'], '')).toEqual([
      { name: 'reminder', value: 'reminder' },
      { name: 'planner_daily: plans the daily edition', value: 'planner_daily' },
      { name: 'own', value: 'own' },
    ]);
    expect(await offered(house, ['cron edit', 'profile'], 'daily', { locale: 'zh' })).toEqual([
      { name: 'planner_daily: 選題：策劃每日的報道', value: 'planner_daily' },
    ]);
    await house.close();
  });
});

describe('whatever is asked', () => {
  const broken: Command = {
    name: 'story why',
    description: { en: 'Why', zh: '為何' },
    right: 'talk',
    ephemeral: true,
    options: [
      {
        name: 'story',
        type: 'string',
        description: { en: 'Which', zh: '哪一篇' },
        autocomplete: async (typed) => {
          if (typed === 'fail') throw new Error('the store is gone');
          return Array.from({ length: 60 }, (_, n) => ({
            name: `${'長'.repeat(200)}${n}`,
            value: 'v'.repeat(n + 60),
          }));
        },
      },
      { name: 'plain', type: 'string', description: { en: 'Plain', zh: '普通' } },
    ],
    run: async () => ({ text: 'Because.' }),
  };

  it('offers nothing for what it does not know, and to those who may not', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    expect(await offered(house, ['nonesuch', 'job'], '')).toEqual([]);
    expect(await offered(house, ['cron show', 'nonesuch'], '')).toEqual([]);
    expect(await offered(house, ['cron list', 'all'], '')).toEqual([]);
    expect(await offered(house, ['cron pause', 'job'], '')).toHaveLength(1);
    expect(await offered(house, ['cron pause', 'job'], '', { actor: person() })).toEqual([]);
    expect(await offered(house, ['cron show', 'job'], '', { actor: { ...person(), rights: [] } })).toEqual(
      [],
    );
    await house.close();
  });

  it('offers at most 25, each of at most 100 characters', async () => {
    const house = smallDesk({ commands: { more: [broken] } });
    const choices = await offered(house, ['story why', 'story'], '');
    expect(choices).toHaveLength(25);
    expect(choices.every(({ name, value }) => name.length <= 100 && String(value).length <= 100)).toBe(true);
    await house.close();
  });

  it('offers nothing after a fault, and reports it', async () => {
    const house = smallDesk({ commands: { more: [broken] } });
    expect(await offered(house, ['story why', 'story'], 'fail')).toEqual([]);
    expect(house.failures).toEqual([['completing story of /story why', new Error('the store is gone')]]);
    await house.close();
  });

  it('takes any text, and any other options', async () => {
    const house = smallDesk();
    await ann(house, 'cron add', morning);
    const anything = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 300 }), fc.double());
    const options = house.commands
      .list()
      .flatMap((command) =>
        command.options.filter((one) => one.autocomplete).map(({ name }) => [command.name, name] as const),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...options),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.record({ tz: anything, job: anything }),
        fc.constantFrom('en' as const, 'zh' as const),
        async (option, typed, given, locale) => {
          const choices = await offered(house, option, typed, { options: given, locale });
          expect(choices.length).toBeLessThanOrEqual(25);
          for (const { name, value } of choices) {
            expect(name.length).toBeLessThanOrEqual(100);
            expect(name.trim()).not.toBe('');
            expect(String(value).length).toBeLessThanOrEqual(100);
            expect(value).not.toBe('');
          }
        },
      ),
    );
    expect(house.failures).toEqual([]);
    await house.close();
  });

  it('is found behind a button though it is not listed', async () => {
    const hidden: Command = { ...broken, name: 'gone rebind', hidden: true };
    const house = smallDesk({ commands: { more: [hidden] } });
    expect(house.commands.list().map(({ name }) => name)).not.toContain('gone rebind');
    expect((await ann(house, 'help')).text).not.toContain('gone rebind');
    expect((await ann(house, 'gone rebind')).text).toBe('Because.');
    await house.close();
  });
});
