import { copyFileSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Prompts } from '../../src/agent/prompts.ts';
import type { CommandContext } from '../../src/feature/command.ts';
import { Features } from '../../src/feature/features.ts';
import { TurnProfiles } from '../../src/feature/turn-profiles.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { StepName } from '../../src/newsletter/model/steps.ts';
import { newsletterCommands } from '../../src/newsletter/newsletter-commands.ts';
import { buildNewsletter } from '../../src/newsletter/newsletter.ts';
import { workflowStatus } from '../../src/newsletter/workflow-status.ts';
import { urlKey } from '../../src/newsroom/model/url-key.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Outbox } from '../../src/sessions/op.ts';
import { roomIn } from '../../src/sessions/traits-of.ts';
import { tempHome } from '../support/temp-home.ts';
import { ANN, COUNTS, DESK, OUTPUTS, newsletterStage, untilCutOff } from './newsletter-stage.ts';
import type { NewsletterStage, StageOptions } from './newsletter-stage.ts';

const SESSION = 'newsletter_20261120';

function stage(options: StageOptions = {}): NewsletterStage {
  const opened = newsletterStage(options);
  onTestFinished(opened.close);
  return opened;
}

/** Fails in this step for as long as `broken` says so. */
const failing = (step: StepName, broken: { is: boolean }): StageOptions => ({
  during: async (name) => {
    if (name === step && broken.is) throw new Error(`the wire\nis down`);
  },
});

describe('a newsletter', () => {
  it('is made in nine steps, in order, each with its checkpoint', async () => {
    const opened = stage();
    opened.clock.set(Date.UTC(2026, 10, 20, 8));
    const { session, outcome, record } = await opened.run();
    expect({ session, outcome }).toEqual({ session: SESSION, outcome: 'begun' });
    expect(opened.done).toEqual([...STEPS]);
    expect(record.state).toBe('done');
    expect(record.checkpoints.rate_articles).toEqual({
      status: 'complete',
      message: 'did rate_articles',
      counts: COUNTS.rate_articles,
      startedAtMs: opened.clock.now(),
      endedAtMs: opened.clock.now(),
    });
    const folder = join(opened.home, 'data', 'newsletters', SESSION);
    expect(readdirSync(folder).toSorted()).toEqual(
      [
        ...STEPS.map((name) => `${name}.json`),
        'newsletter.html',
        'newsletter.md',
        'newsletter.txt',
      ].toSorted(),
    );
    expect(JSON.parse(readFileSync(join(folder, 'rate_articles.json'), 'utf8'))).toEqual(
      OUTPUTS.rate_articles,
    );
  });

  it('is of the day in the edition’s zone', async () => {
    const opened = stage();
    opened.clock.set(Date.UTC(2026, 6, 1, 23, 30)); // half past midnight of 2 July in London
    expect(await opened.run()).toMatchObject({ session: 'newsletter_20260702' });
  });

  it('is one of its own for each place that asks on a day, and the same again for the same place', async () => {
    const opened = stage();
    opened.clock.set(Date.UTC(2026, 10, 20, 8));
    const [weekly, market, third] = ['weekly', 'market', 'third'].map((id) =>
      parseSessionKey(`console:${id}`),
    );
    const asked = [weekly, market, weekly, undefined, market, third];
    const sessions: unknown[] = [];
    for (const place of asked) {
      const { session, outcome, record } = await opened.run(place && { place });
      sessions.push([session, outcome]);
      expect(record).toMatchObject({ session, place: place ?? DESK, state: 'done' });
    }
    expect(sessions).toEqual([
      [SESSION, 'begun'],
      [`${SESSION}_2`, 'begun'],
      [SESSION, 'over'],
      [`${SESSION}_3`, 'begun'],
      [`${SESSION}_2`, 'over'],
      [`${SESSION}_4`, 'begun'],
    ]);
    expect((await opened.service.ofDay(opened.clock.now(), market))?.session).toBe(`${SESSION}_2`);
    expect(await opened.service.ofDay(opened.clock.now(), parseSessionKey('console:other'))).toBeUndefined();
    // A named one is whoever's it is.
    expect(await opened.run({ session: SESSION, place: third })).toMatchObject({ outcome: 'over' });
  });

  it('is one for each of two places that ask in the same moment', async () => {
    const opened = stage();
    opened.clock.set(Date.UTC(2026, 10, 20, 8));
    const asked = ['a', 'b', 'c'].map((id) => opened.run({ place: parseSessionKey(`console:${id}`) }));
    const sessions = (await Promise.all(asked)).map(({ session }) => session);
    expect(sessions.toSorted()).toEqual([SESSION, `${SESSION}_2`, `${SESSION}_3`]);
  });

  it('has its end told also to who asks for it before it is taken up', async () => {
    const home = tempHome();
    const cut = newsletterStage({ home, idle: true });
    await cut.service.run({ session: SESSION, by: ANN });
    await cut.close();
    const opened = newsletterStage({ home, idle: true });
    onTestFinished(opened.close);
    const finished = opened.service.finished(SESSION, new AbortController().signal);
    await opened.queue.start();
    expect((await finished)?.state).toBe('done');
  });

  it('goes to the chat that asked for it: a title, a thread, a message a section, the sources', async () => {
    const opened = stage();
    await opened.run({ session: SESSION });
    const made = (await opened.ops(SESSION)).filter(({ key }) => !key.includes('progress'));
    expect(made.map(({ key }) => key.slice(`newsletter:${SESSION}/`.length))).toEqual([
      'head_1',
      'thread',
      'section1_1',
      'sources_1',
    ]);
    expect(made[2]).toMatchObject({
      lane: DESK,
      spec: {
        kind: 'post',
        channel: { op: `newsletter:${SESSION}/thread` },
        text: '## Hong Kong\n\n**Harbour opens**\n\nIt opens on Friday. [1]',
        citations: { 1: 'https://a.example/1' },
      },
    });
    expect(made[3]?.spec).toMatchObject({ text: '## Sources\n\n[1] Harbour opens, Gazette' });
  });

  it.each(['main', 'cron:weekly'])(
    'goes to the desk channel where it is asked for in %s, which is no chat',
    async (key) => {
      const place = parseSessionKey(key);
      const opened = stage();
      const { session, record } = await opened.run({ place });
      expect(record).toMatchObject({ place: DESK, state: 'done' });
      expect(await opened.ops(session, 'section')).toMatchObject([{ lane: DESK }]);
      expect(await opened.run({ place })).toMatchObject({ session, outcome: 'over' });
      expect((await opened.service.ofDay(opened.clock.now(), place))?.session).toBe(session);
    },
  );

  it('is mailed to nobody where somebody made it in a direct message', async () => {
    const direct = parseSessionKey('discord:990000000000000001');
    const mailed: string[] = [];
    const mail = async () => {
      mailed.push('all');
      return { said: 'mailed', isWhole: true };
    };
    const opened = stage({ mail, recipients: ['ann@example.org'] });
    const origin = { channel: 'discord', chatId: '990000000000000001', kind: 'dm' } as const;
    await opened.stores.sessions.open({ key: direct, origin, title: '@cara' }, 0);
    const { session, record } = await opened.run({ place: direct });
    expect(record).toMatchObject({
      state: 'done',
      remark: expect.stringContaining('direct message') as string,
    });
    expect(await opened.ops(session, 'section')).toHaveLength(1);
    await opened.service.send(session, ANN, 'all');
    await opened.tasks.idle(session);
    expect(mailed).toEqual([]);
    await opened.run({});
    expect(mailed).toEqual(['all']);
  });

  it('shows how far it is in one message, in the edition’s language', async () => {
    const opened = stage({ language: 'zh-Hant-HK' });
    await opened.run({ session: SESSION });
    const shown = (await opened.ops(SESSION, 'progress')).map(({ spec }) =>
      'text' in spec ? spec.text : '',
    );
    expect(shown[0]).toBe(`**${SESSION}**\n▱▱▱▱▱▱▱▱▱ 0/9 收集連結 …`);
    expect(shown).toContain(`**${SESSION}**\n▰▰▰▱▱▱▱▱▱ 3/9 下載文章 · 1 篇文章`);
    expect(shown.at(-1)).toBe(`**${SESSION}**\n▰▰▰▰▰▰▰▰▰ 9/9 定稿 · 1 個欄目`);
  });

  it.each(STEPS.map((name) => [name]))(
    'stops where %s fails, and goes on from there when it is resumed',
    async (step) => {
      const broken = { is: true };
      const opened = stage(failing(step, broken));
      const { record } = await opened.run({ session: SESSION });
      const before = STEPS.slice(0, STEPS.indexOf(step));
      expect(opened.done).toEqual(before);
      expect(record).toMatchObject({
        state: 'stopped',
        checkpoints: { [step]: { status: 'error', message: 'the wire is down' } },
      });
      expect(workflowStatus(record)).toMatchObject({ next_step: step });
      const [said] = (await opened.ops(SESSION, 'progress')).slice(-1);
      expect(said?.spec).toMatchObject({
        text: expect.stringContaining(`/newsletter run session:${SESSION} resume:True`) as string,
      });
      await expect(opened.run({ session: SESSION })).rejects.toThrow(
        `It stopped at ${step} (the wire is down). Resume it: nightdesk newsletter run --session ${SESSION} --resume`,
      );
      broken.is = false;
      const again = await opened.run({ session: SESSION, resume: true });
      expect(again.record.state).toBe('done');
      expect(opened.done).toEqual([...STEPS]);
    },
  );

  it('has as much time for a job’s run as a model has that calls its steps', () => {
    const features = new Features();
    features.add(buildNewsletter({ edition: { language: 'en' } } as never).feature);
    const prompts = Prompts.read([fileURLToPath(new URL('../../prompts', import.meta.url))]);
    const profiles = new TurnProfiles(prompts, features);
    expect(profiles.timeoutMs('newsletter')).toBe(profiles.timeoutMs('newsletter_agent'));
  });

  it('is not made twice', async () => {
    const opened = stage();
    await opened.run({ session: SESSION });
    const sent = (await opened.ops(SESSION)).length;
    for (const resume of [false, true])
      expect(await opened.run({ session: SESSION, resume })).toMatchObject({ outcome: 'over' });
    expect(opened.done).toHaveLength(9);
    expect(await opened.ops(SESSION)).toHaveLength(sent);
  });

  it('refuses to run while it runs', async () => {
    let go = () => {};
    const opened = stage({
      during: (step) =>
        step === 'gather_urls' ? new Promise((resolve) => (go = resolve)) : Promise.resolve(),
    });
    await opened.service.run({ session: SESSION, by: ANN });
    for (const resume of [false, true])
      await expect(opened.service.run({ session: SESSION, resume, by: ANN })).rejects.toThrow('runs already');
    await expect.poll(() => String(go)).not.toBe('() => {}');
    go();
    await opened.tasks.idle(SESSION);
    expect((await opened.book.find(SESSION))?.state).toBe('done');
  });

  it.each([
    ['../../etc'],
    ['newsletter/20261120'],
    [''],
    ['.'],
    ['console:desk'],
    ['x'.repeat(65)],
    ['Newsletter'],
    ['a\nb'],
  ])('is no session called %j', async (session) => {
    const opened = stage();
    await expect(opened.run({ session })).rejects.toThrow('is no newsletter session');
    await expect(opened.service.send(session, ANN)).rejects.toThrow('is no newsletter session');
    expect(await opened.book.newest(5)).toEqual([]);
  });

  it('is resumed by its session only, and only where there is one', async () => {
    const opened = stage();
    await expect(opened.run({ resume: true })).rejects.toThrow('resume needs a session');
    await expect(opened.run({ resume: true, session: SESSION })).rejects.toThrow(
      `there is no newsletter ${SESSION}`,
    );
    await expect(opened.service.send(SESSION, ANN)).rejects.toThrow(`there is no newsletter ${SESSION}`);
    await expect(opened.service.preview(SESSION)).rejects.toThrow(`there is no newsletter ${SESSION}`);
  });

  it('knows what earlier ones of the edition had', async () => {
    const issued: (readonly string[])[] = [];
    const opened = stage({
      during: async (step, context) =>
        void (step === 'filter_urls' && issued.push([...(await context.issued())])),
    });
    await opened.run({ session: 'newsletter_20261120' });
    await opened.run({ session: 'newsletter_20261127' });
    expect(issued).toEqual([[], ['https://a.example/1']]);
  });

  it('is sent, and known to later ones, however long the addresses of its articles are', async () => {
    const opened = stage({ needsApproval: true });
    await opened.run({ session: SESSION });
    const file = join(opened.home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json');
    const page = `https://a.example/${'harbour'.repeat(500)}`;
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('https://a.example/1', page));
    await opened.service.send(SESSION, ANN);
    await opened.tasks.idle(SESSION);
    expect((await opened.book.find(SESSION))?.state).toBe('done');
    const [known] = await opened.book.issued('sample', 'another');
    expect(known).toBe(urlKey(page));
    expect(known?.length).toBeLessThan(2_700);
  });

  it('leaves what a draft has that nobody sends to later ones, and has told what it has when it is sent', async () => {
    const issued: (readonly string[])[] = [];
    const opened = stage({
      needsApproval: true,
      during: async (step, context) =>
        void (step === 'filter_urls' && issued.push([...(await context.issued())])),
    });
    for (const session of ['first', 'second']) await opened.run({ session });
    await opened.service.send('second', ANN);
    await opened.tasks.idle('second');
    await opened.run({ session: 'third' });
    expect(issued).toEqual([[], [], ['https://a.example/1']]);
  });

  it('that was being made when the desk went is gone on with at the next start, the step that was cut off again', async () => {
    const home = tempHome();
    const cut = newsletterStage({
      home,
      during: async (step, { signal }) => {
        if (step === 'rate_articles') await untilCutOff(signal);
      },
    });
    await cut.service.run({ session: SESSION, by: ANN });
    await expect
      .poll(async () => (await cut.book.find(SESSION))?.checkpoints.rate_articles?.status)
      .toBe('started');
    await cut.close();
    const next = stage({ home });
    expect((await next.book.find(SESSION))?.state).toBe('running');
    await next.service.takeUp();
    await next.tasks.idle(SESSION);
    expect(next.done).toEqual(STEPS.slice(STEPS.indexOf('rate_articles')));
    expect((await next.book.find(SESSION))?.state).toBe('done');
  });
});

describe('what a step handed on', () => {
  const inFolder = (opened: NewsletterStage, name: string) =>
    join(opened.home, 'data', 'newsletters', SESSION, name);

  /** Stopped before its third step. */
  async function stopped(broken: { is: boolean }): Promise<NewsletterStage> {
    const opened = stage({
      during: async (name, { read }) => {
        if (name !== 'download_articles') return;
        if (broken.is) throw new Error('down');
        await read('filter_urls');
      },
    });
    await opened.run({ session: SESSION });
    broken.is = false;
    return opened;
  }

  it.each([
    [
      'edited so that a field is wrong',
      '{"kept":[{"url":"nowhere","title":"A","source":"B"}],"left":[]}',
      'kept.0.url',
    ],
    ['edited to what is no JSON', '{"kept":[', 'not valid JSON'],
    ['given a field that nobody knows', '{"kept":[],"left":[],"more":1}', 'more'],
  ])(
    'stops the step that needs it when it was %s, with file and path, and the rest is kept',
    async (_, text, said) => {
      const opened = await stopped({ is: true });
      writeFileSync(inFolder(opened, 'filter_urls.json'), text);
      const { record } = await opened.run({ session: SESSION, resume: true });
      const { status, message } = record.checkpoints.download_articles ?? {};
      expect(status).toBe('error');
      expect(message).toContain(inFolder(opened, 'filter_urls.json'));
      expect(message).toContain(said);
      // Some text editors write a byte order mark.
      writeFileSync(inFolder(opened, 'filter_urls.json'), `\uFEFF${JSON.stringify(OUTPUTS.filter_urls)}`);
      expect((await opened.run({ session: SESSION, resume: true })).record.state).toBe('done');
      expect(opened.done.filter((name) => name === 'gather_urls')).toHaveLength(1);
    },
  );

  it('may be edited where it stays what it was', async () => {
    const opened = await stopped({ is: true });
    writeFileSync(inFolder(opened, 'filter_urls.json'), JSON.stringify({ kept: [], left: [] }));
    expect((await opened.run({ session: SESSION, resume: true })).record.state).toBe('done');
  });

  it('stops the step that needs it when it is gone, or a link', async () => {
    const opened = await stopped({ is: true });
    const file = inFolder(opened, 'filter_urls.json');
    rmSync(file);
    const gone = await opened.run({ session: SESSION, resume: true });
    expect(gone.record.checkpoints.download_articles?.message).toContain(`${file} is gone`);
    symlinkSync('/etc/hostname', file);
    const linked = await opened.run({ session: SESSION, resume: true });
    expect(linked.record.checkpoints.download_articles?.message).toContain(`${file} is a link`);
  });
});

describe('a newsletter that an editor has to approve', () => {
  it('is shown where its editors are, waits, and is sent once', async () => {
    const opened = stage({ needsApproval: true });
    const { record } = await opened.run({ session: SESSION });
    expect(record.state).toBe('waiting');
    expect((await opened.ops(SESSION)).filter(({ key }) => key.includes('section'))).toEqual([]);
    const [preview] = await opened.ops(SESSION, 'preview');
    expect(preview?.spec).toMatchObject({
      text: expect.stringContaining('**The week**') as string,
      buttons: [{ command: 'newsletter send', options: { session: SESSION } }],
    });
    expect(await opened.service.send(SESSION, ANN)).toMatchObject({ outcome: 'sending' });
    await opened.tasks.idle(SESSION);
    expect(await opened.book.find(SESSION)).toMatchObject({ state: 'done', approvedBy: 'Ann' });
    const sent = (await opened.ops(SESSION)).length;
    expect(await opened.service.send(SESSION, ANN)).toMatchObject({ outcome: 'sent' });
    expect(await opened.ops(SESSION)).toHaveLength(sent);
  });

  it('can be read whole before it is sent, however long it is, and says how', async () => {
    const opened = stage({ needsApproval: true });
    const { record } = await opened.run({ session: SESSION });
    const letter = await opened.service.preview(SESSION);
    const story = { ...letter.sections[0]!.stories[0]!, text: 'It opens on Friday. [1] '.repeat(9) };
    const sections = Array.from({ length: 15 }, (_, n) => ({
      heading: `Section ${n + 1}`,
      stories: Array.from({ length: 3 }, (_, at) => ({
        ...story,
        headline: `Harbour ${n + 1}.${at + 1} opens to everybody on Friday`,
      })),
    }));
    const long = { ...letter, session: 'long', sections };
    await opened.files.write('long', 'finalize_newsletter', long);
    await opened.book.change('long', () => ({ record: { ...record, session: 'long' }, result: undefined }));
    await opened.service.takeUp();
    const [draft] = await opened.ops('long', 'preview');
    const shown = draft && 'text' in draft.spec ? draft.spec.text : '';
    expect(shown.length).toBeLessThanOrEqual(roomIn(DESK));
    expect(shown).toMatch(/`\/newsletter preview session:long` shows it/u);
    const preview = newsletterCommands(opened.service).find(({ name }) => name === 'newsletter preview')!;
    const context = { session: DESK, actor: ANN, locale: 'en' } as unknown as CommandContext;
    const { text } = await preview.run({ session: 'long' }, context);
    for (const { headline } of sections.flatMap(({ stories }) => stories)) expect(text).toContain(headline);
    expect(text).toContain('## Sources');
  });

  it('is shown at the next start where the desk went before that', async () => {
    const home = tempHome();
    const cut = newsletterStage({ home });
    const { record } = await cut.run({ session: SESSION });
    await cut.book.change(SESSION, () => ({ record: { ...record, state: 'waiting' }, result: undefined }));
    await cut.close();
    const next = stage({ home, needsApproval: true });
    await next.service.takeUp();
    expect(await next.ops(SESSION, 'preview')).toHaveLength(1);
  });

  it('is no draft any more at the next start, where only its e-mail waits', async () => {
    const opened = stage({ mail: async () => ({ said: 'the server hangs', isWhole: false }) });
    const { record } = await opened.run({ session: SESSION });
    expect(record).toMatchObject({ state: 'waiting', trouble: 'the server hangs' });
    await opened.service.takeUp();
    expect(await opened.ops(SESSION, 'preview')).toEqual([]);
  });

  it('is not sent as something that nobody can read', async () => {
    const opened = stage({ needsApproval: true });
    await opened.run({ session: SESSION });
    const file = join(opened.home, 'data', 'newsletters', SESSION, 'finalize_newsletter.json');
    writeFileSync(file, '{}');
    await expect(opened.service.send(SESSION, ANN)).rejects.toThrow(`${file}: session`);
    expect((await opened.book.find(SESSION))?.state).toBe('waiting');
  });

  it('is not sent under the name of another, which has reached its readers: the file is refused', async () => {
    const mailed: string[] = [];
    const opened = stage({
      needsApproval: true,
      mail: async ({ session }) => {
        mailed.push(session);
        return { said: 'mailed', isWhole: true };
      },
    });
    const before = 'newsletter_20261113';
    for (const session of [before, SESSION]) await opened.run({ session });
    await opened.service.send(before, ANN);
    await opened.tasks.idle(before);
    const fileOf = (session: string) =>
      join(opened.home, 'data', 'newsletters', session, 'finalize_newsletter.json');
    // This week's is written from last week's.
    copyFileSync(fileOf(before), fileOf(SESSION));
    const refused = `${fileOf(SESSION)}: session: it is ${before}; allowed: ${SESSION}`;
    await expect(opened.service.preview(SESSION)).rejects.toThrow(refused);
    await expect(opened.service.send(SESSION, ANN)).rejects.toThrow(refused);
    expect((await opened.book.find(SESSION))?.state).toBe('waiting');

    writeFileSync(fileOf(SESSION), readFileSync(fileOf(before), 'utf8').replace(before, SESSION));
    await opened.service.send(SESSION, ANN);
    await opened.tasks.idle(SESSION);
    expect(await opened.ops(SESSION, 'section')).toHaveLength(1);
    expect(mailed).toEqual([before, SESSION]);
  });

  it('is not sent before it is made', async () => {
    const opened = stage(failing('draft_sections', { is: true }));
    await opened.run({ session: SESSION });
    await expect(opened.service.send(SESSION, ANN)).rejects.toThrow('It stopped at draft_sections');
    await expect(opened.service.preview(SESSION)).rejects.toThrow('It stopped at draft_sections');
  });
});

describe('what of a delivery goes wrong', () => {
  it('is sent again to the recipients that an editor names, or to all, also after it was sent', async () => {
    const asked: unknown[] = [];
    const opened = stage({
      recipients: ['Ann <ann@example.org>', 'bob@example.org'],
      mail: async (_, _signal, again) => {
        asked.push(again);
        return { said: 'E-mail: sent to 1 of 2.', isWhole: true };
      },
    });
    await opened.run({ session: SESSION });
    expect(await opened.service.send(SESSION, ANN)).toMatchObject({ outcome: 'sent' });
    const sent = (await opened.ops(SESSION, 'section')).length;
    const again = async (to: 'all' | readonly string[]) => {
      expect(await opened.service.send(SESSION, ANN, to)).toMatchObject({ outcome: 'sending' });
      await opened.tasks.idle(SESSION);
    };
    await again(['ANN@example.org']);
    await again('all');
    const askedAtMs = opened.clock.now();
    expect(asked).toEqual([undefined, { to: ['ANN@example.org'], askedAtMs }, { to: 'all', askedAtMs }]);
    expect(await opened.book.find(SESSION)).not.toHaveProperty('again');
    expect((await opened.book.find(SESSION))?.state).toBe('done');
    expect(await opened.ops(SESSION, 'section')).toHaveLength(sent);
  });

  it('is sent again to nobody while it is being sent, and says so', async () => {
    let mailed = () => {};
    const mailing = new Promise<void>((resolve) => (mailed = resolve));
    const asked: unknown[] = [];
    const opened = stage({
      recipients: ['ann@example.org', 'bob@example.org'],
      mail: async (_, _signal, again) => {
        asked.push(again?.to);
        if (again !== undefined) await mailing;
        return { said: 'E-mail: sent.', isWhole: true };
      },
    });
    await opened.run({ session: SESSION });
    await opened.service.send(SESSION, ANN, ['ann@example.org']);
    await vi.waitFor(() => expect(asked).toHaveLength(2), { timeout: 300_000 });
    await expect(opened.service.send(SESSION, ANN, ['bob@example.org'])).rejects.toThrow(
      `${SESSION} is being sent; ask again when that is done`,
    );
    mailed();
    await opened.tasks.idle(SESSION);
    await opened.service.send(SESSION, ANN, ['bob@example.org']);
    await opened.tasks.idle(SESSION);
    expect(asked).toEqual([undefined, ['ann@example.org'], ['bob@example.org']]);
  });

  it('is sent again to recipients only, of a newsletter that there is and that is mailed', async () => {
    const opened = stage({ recipients: ['ann@example.org'] });
    await expect(opened.service.send(SESSION, ANN, 'all')).rejects.toThrow(
      `there is no newsletter ${SESSION}`,
    );
    await opened.run({ session: SESSION });
    await expect(opened.service.send(SESSION, ANN, ['eve@example.org', 'nobody'])).rejects.toThrow(
      'nobody is left to mail: eve@example.org (no recipient of the edition), nobody (no e-mail address)',
    );
    expect((await opened.book.find(SESSION))?.state).toBe('done');
    const unmailed = stage();
    await unmailed.run({ session: SESSION });
    await expect(unmailed.service.send(SESSION, ANN, 'all')).rejects.toThrow('that needs SMTP_URL');
  });

  it('is said, and tried again when somebody sends it; what arrived is not repeated', async () => {
    let isWhole = false;
    const opened = stage({ mail: async () => ({ said: 'the server hangs', isWhole }) });
    const { record } = await opened.run({ session: SESSION });
    expect(record).toMatchObject({ state: 'waiting', trouble: 'the server hangs' });
    const [said] = (await opened.ops(SESSION, 'progress')).slice(-1);
    expect(said?.spec).toMatchObject({ text: expect.stringContaining('the server hangs') as string });
    const sent = (await opened.ops(SESSION, 'section')).length;
    isWhole = true;
    await opened.service.send(SESSION, ANN);
    await opened.tasks.idle(SESSION);
    expect(await opened.book.find(SESSION)).toMatchObject({ state: 'done', remark: 'the server hangs' });
    expect(await opened.ops(SESSION, 'section')).toHaveLength(sent);
  });

  it('is sent again where its chat refused messages of it; what arrived is not repeated', async () => {
    const opened = stage();
    await opened.run({ session: SESSION });
    const sent: string[] = [];
    let ids = 0;
    let mayMakeThreads = false;
    const outbox: Outbox = {
      settleMs: 0,
      newest: async () => undefined,
      send: async ({ key, spec }) => {
        if (spec.kind === 'thread' && !mayMakeThreads) return { kind: 'refused', because: 'no right to' };
        if (!key.includes('progress')) sent.push(key.slice(`newsletter:${SESSION}/`.length));
        return { kind: 'sent', id: `m${++ids}` };
      },
      readBack: async () => ({ kind: 'absent' }),
    };
    const dispatcher = new Dispatcher({
      ...{ ops: opened.stores.ops, outboxes: { console: outbox }, clock: opened.clock },
      ...{ landed: () => {}, lost: () => {}, failed: (_, error) => expect(error).toBeUndefined() },
    });
    const send = async () => {
      const { outcome } = await opened.service.send(SESSION, ANN);
      await opened.tasks.idle(SESSION);
      dispatcher.poke();
      await dispatcher.idle();
      return outcome;
    };
    expect(await send()).toBe('sent'); // nothing has failed yet
    expect(sent).toEqual(['head_1']);
    mayMakeThreads = true;
    expect(await send()).toBe('sending');
    expect(sent).toEqual(['head_1', 'thread~', 'section1_1~', 'sources_1~']);
    expect((await opened.book.find(SESSION))?.state).toBe('done');
    expect(await send()).toBe('sent');
    expect(sent).toHaveLength(4);
  });
});
