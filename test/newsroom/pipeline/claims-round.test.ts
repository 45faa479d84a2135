import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Inbound, TurnEnd } from '../../../src/sessions/turn.ts';
import { claimsOf } from '../../../src/newsroom/ask/say-claims.ts';
import { measure } from '../../../src/newsroom/edition/lengths.ts';
import { Instructions } from '../../../src/newsroom/verify/instructions.ts';
import type { CheckerReply } from '../../../src/newsroom/verify/checker-reply.ts';
import { simplifiedIn } from '../../support/simplified.ts';
import { NewsroomWorld, aSource, byDeskModel, ended, packFor } from '../newsroom-world.ts';

let world: NewsroomWorld;
const lengths = {
  story: { unit: 'words', min: 40, max: 400 },
  rescue: { unit: 'words', min: 30, max: 400 },
} as const;

beforeEach(() => {
  world = new NewsroomWorld();
  Object.assign(world.edition.lengths, lengths);
});
afterEach(() => world.close());

const TRUE =
  'The old library of Larkmoor reopened on Thursday after 111 volunteers had repaired it over two winters [1]. ' +
  'The council gave £48,000 towards materials and £6,200 for fire doors [1].\n\n' +
  'Council leader Dev Anand said that the borough would pay for heating until March 2027 [2]. ' +
  'A survey in May had counted 340 loose slates and two cracked beams [2].';
const FALSE = 'Mayor Otto Brandvold cut the ribbon before 7,800 guests [1]. He wept.';

type Mends = readonly { readonly i: number; readonly text?: string; readonly keep?: string[] }[];
type Verdicts = CheckerReply['sentences'];

/** A language model's answers by the part of the story's turn: `write`, `mend`, `verify`, `rescue`. */
function writing(
  bodies: Partial<Record<string, string>>,
  titles: Partial<Record<string, string>> = {},
  { mend, verify }: { readonly mend?: Mends; readonly verify?: Verdicts } = {},
): (inbound: Inbound) => Promise<TurnEnd> {
  return async (inbound) => {
    const part = inbound.id.split('/').at(-1) ?? '';
    const servedBy = { provider: 'test', model: 'm', languageModel: true };
    const value = { mend, verify }[part];
    if (value) return { status: 'ok', summary: 'done', value: { sentences: value }, servedBy };
    const body = bodies[part];
    if (body === undefined) return { status: 'failed', summary: 'no', error: 'the model refused' };
    const result = ended({
      status: 'SUCCESS',
      title: titles[part] ?? 'Library of Larkmoor reopens',
      draft: { body, read_more_urls: [] },
      sources_used: [1, 2],
    });
    return { ...result, servedBy };
  };
}

/**
 * @param planned the title that the planner gave the story.
 * @param told what the story that it updates has told.
 */
async function run(planned?: string, told?: { readonly title: string; readonly body: string }) {
  const plan = await world.order('run-1', 1, (drawn) => ({
    ...drawn,
    stories: drawn.stories.map((job) => ({
      ...job,
      story: { ...job.story, title: planned ?? job.story.title, ...(told && { told }) },
    })),
  }));
  const line = world.line();
  line.take('run-1');
  await line.idle();
  expect(world.failures).toEqual([]);
  const [job] = await world.jobs(plan);
  return { job: job!, story: await world.stories.find('run-1/story_01') };
}

/** The usual sources, the third of which says more. */
function thirdAdding(more: string): typeof world.pack {
  return (job) => {
    const pack = packFor(job);
    const sources = pack.sources.map((one) => (one.n === 3 ? { ...one, text: one.text + more } : one));
    return { ...pack, sources };
  };
}

/** The first message of each story's text. */
async function firstMessages(): Promise<string[]> {
  const ops = (await world.ops.under('')).filter(({ key }) => key.endsWith('/chunk_01'));
  return ops.map(({ spec }) => ('text' in spec ? spec.text : ''));
}

const turns = () => [...world.performed.keys()].map((id) => id.split('/').at(-1));

/** What a part of the story's turns was given to read. */
const prompts = new Map<string, string>();
const listening = (answers: (inbound: Inbound) => Promise<TurnEnd>) => (inbound: Inbound) => {
  prompts.set(inbound.id.split('/').at(-1) ?? '', Object.values(inbound.prompt?.variables ?? {}).join('\n'));
  return answers(inbound);
};

describe('the round of claims', () => {
  it('publishes what is borne out, with its passages, and asks no reporter', async () => {
    world.work = writing({ write: TRUE });
    const { job, story } = await run();
    expect(turns()).toEqual(['write', 'verify']);
    expect(story?.body).toBe(TRUE);
    expect(job.result.claims).toMatchObject({ removed: [], asked_again: false, waits: false });
    const slates = story?.claims?.find(({ text }) => text === '340');
    const { text } = story!.pack.sources[1]!;
    const { offset, length, quote } = slates!.passage!;
    expect(text.slice(offset, offset + length)).toBe(quote);
    expect(claimsOf(story!, 'en')).toContain(
      '“340”, “May” – [2] Outlet 2: “A survey in May counted 340 loose slates and two cracked beams, all of which have been replaced.” <https://second.test/story-1>',
    );
    expect(claimsOf(story!, 'zh-Hant-HK')).toContain('「340」、「May」 – [2] Outlet 2: 「A survey in May');
  });

  describe('of an update', () => {
    const TOLD = { title: 'Library of Larkmoor to reopen', body: 'It took 98 volunteers two winters [1].' };
    const BOTH = `${TRUE} Earlier reports gave 98 volunteers; the council now says 111 [1].`;
    const both = (verdict: Verdicts[number]['verdict'], ...passages: string[]) => ({
      verify: [{ i: 5, verdict, passages }],
    });

    it.each([
      ['without a checker', {}],
      ['with a checker', both('supported', 'It took 98 volunteers two winters.')],
    ])('keeps what was told before beside what is known now, %s', async (_, answers) => {
      world.work = listening(writing({ write: BOTH }, {}, answers));
      const { job, story } = await run(undefined, TOLD);
      expect(turns()).toEqual(['write', 'verify']);
      expect(story?.body).toBe(BOTH);
      expect(prompts.get('verify')).toContain('It took 98 volunteers two winters.');
      const { claims } = job.result.claims!;
      expect(claims.filter(({ text }) => text === '98')).toMatchObject([{ verdict: 'not_checkable' }]);
      expect(claims.filter(({ passage }) => passage && passage.n > story!.pack.sources.length)).toEqual([]);
    });

    it('still doubts what a checker finds otherwise in what was told before', async () => {
      const answers = both('contradicted', 'It took 98 volunteers two winters.');
      world.work = writing({ write: BOTH }, {}, answers);
      const { job } = await run(undefined, TOLD);
      expect(job.result.claims?.removed).toEqual([
        'Earlier reports gave 98 volunteers; the council now says 111.',
      ]);
    });

    it('takes what was told before for nothing that is so now', async () => {
      world.work = writing({ write: `${TRUE} It took 98 volunteers two winters [1].` });
      const { job } = await run(undefined, TOLD);
      expect(job.result.claims?.removed).toEqual(['It took 98 volunteers two winters.']);
    });
  });

  it('warns above a story that tells one side of what its sources differ on', async () => {
    world.pack = thirdAdding('\n議會補充，五月的調查發現380塊石板瓦鬆脫，另有兩條橫樑斷裂。');
    world.work = writing({ write: TRUE });
    const { story } = await run();
    const [warned] = await firstMessages();
    expect(warned).toContain(
      '⚠️ Sources differ: Outlet 2 has 340 [2], Outlet 3 has 380 [3].\n\nThe old library',
    );
    expect(story?.body).toBe(TRUE);
  });

  it('warns of nothing where the story tells both sides', async () => {
    const BOTH = `${TRUE.replace(/\.$/u, '')}; the council later spoke of 380 slates [3].`;
    world.pack = thirdAdding('\nThe council later said that the survey in May had counted 380 loose slates.');
    world.work = writing({ write: BOTH });
    const { job } = await run();
    expect(job.result.claims?.conflicts).toHaveLength(1);
    expect((await firstMessages())[0]).toMatch(/^The old library/u);
  });

  it('sends the doubted sentence alone back, with why and with what the sources say; no rescue', async () => {
    const guests = 'A further £6,200 was for fire doors [1].';
    const wrong = `${TRUE}\n\nMayor Otto Brandvold gave a further £7,800 for fire doors [1].`;
    world.work = listening(writing({ write: wrong }, {}, { mend: [{ i: 5, text: guests }] }));
    const { job, story } = await run();
    expect(turns()).toEqual(['write', 'verify', 'mend']);
    const told = prompts.get('mend') ?? '';
    expect(told).toMatch(/^5 Mayor Otto Brandvold gave a further £7,800 for fire doors\.\[1\]$/m);
    expect(told).toContain('doubted: no source has the number "£7,800"');
    expect(told).toContain('doubted: no source has the name "Mayor Otto Brandvold"');
    expect(told).toMatch(/passage \[1\] .*£6,200 for fire doors/);
    expect(told).not.toContain('340 loose slates');
    expect(told.length).toBeLessThan(1_500);
    expect(story?.body).toBe(`${TRUE}\n\n${guests}`);
    expect(job.state).toMatchObject({ status: 'SUCCESS', rescue_attempts: 0 });
    expect(job.result.claims).toMatchObject({
      removed: [],
      asked_again: true,
      mended: [{ before: 'Mayor Otto Brandvold gave a further £7,800 for fire doors.', after: guests }],
    });
  });

  it.each<[string, Mends | undefined]>([
    ['keeps it by words that no source has', [{ i: 5, keep: ['cut the ribbon before 7,800 guests'] }]],
    [
      'keeps it by words that say something else',
      [{ i: 5, keep: ['A survey in May counted 340 loose slates'] }],
    ],
    ['says the same again', [{ i: 5, text: FALSE.slice(0, -9) }]],
    ['takes it out', [{ i: 5, text: '' }]],
    ['answers for another sentence', [{ i: 1, text: 'Nothing happened.' }]],
    ['has no answer', undefined],
  ])('takes it out of the text when the reporter %s', async (_, mend) => {
    world.work = writing({ write: `${TRUE}\n\n${FALSE}` }, {}, { ...(mend && { mend }) });
    const { job, story } = await run();
    const isBack = mend?.some(({ text }) => text === '') === true;
    expect(story?.body).toBe(isBack ? `${TRUE}\n\nHe wept.` : TRUE);
    if (isBack) return;
    expect(job.result.claims?.removed).toEqual([
      'Mayor Otto Brandvold cut the ribbon before 7,800 guests.',
      'He wept.',
    ]);
    expect(world.logged('run-1', 'story_01')).toContain('claims_removed');
    expect(story?.claims?.filter(({ verdict }) => verdict === 'doubted')).toEqual([]);
  });

  it('takes out what its writer was told by its prompt', async () => {
    const told = 'Give distances, sums and times as the sources do; add a local time when a source has it.';
    world.instructions = new Instructions([told]);
    const mend = [{ i: 2, keep: [told] }];
    world.work = writing({ write: `${TRUE}\n\n${told} [1]` }, {}, { mend });
    const { job, story } = await run();
    expect(job.result.claims?.removed).toEqual([told]);
    expect(story?.body).toBe(TRUE);
  });

  it('lets a sentence stand that its reporter keeps by a passage with the figure in it', async () => {
    const own = 'Fire safety took 6,200 pounds sterling more [1].';
    const keep = ['a further £6,200 for fire doors'];
    const not = {
      i: 5,
      verdict: 'not_found' as const,
      passages: [],
      why: 'no passage speaks of fire safety',
    };
    world.work = writing({ write: `${TRUE}\n\n${own}` }, {}, { verify: [not], mend: [{ i: 5, keep }] });
    const { job, story } = await run();
    expect(turns()).toEqual(['write', 'verify', 'mend']);
    expect(story?.body).toBe(`${TRUE}\n\n${own}`);
    expect(job.result.claims?.claims.at(-1)).toMatchObject({
      kind: 'entailment',
      sentence: 5,
      verdict: 'supported',
      passage: { n: 1, quote: 'a further £6,200 for fire doors' },
    });
  });

  it('posts a mended draft that misses its length by under a tenth', async () => {
    const long = TRUE.replace('two cracked beams', '2,000 cracked beams of oak');
    const min = measure(long, 'words');
    Object.assign(world.edition.lengths, { story: { unit: 'words', min, max: 400 } });
    world.work = writing(
      { write: long },
      {},
      { mend: [{ i: 4, text: 'A survey in May had counted 340 loose slates [2].' }] },
    );
    const { job, story } = await run();
    expect(story?.body).toMatch(/A survey in May had counted 340 loose slates \[2\]\.$/);
    expect(measure(story?.body ?? '', 'words')).toBeLessThan(min);
    expect(job.state).toMatchObject({ status: 'SUCCESS', rescue_attempts: 0 });
  });

  it('goes the same way after a restart by the stored ends', async () => {
    const answers = writing(
      { write: `${TRUE}\n\n${FALSE}` },
      {},
      {
        mend: [
          { i: 5, text: '' },
          { i: 6, text: '' },
        ],
      },
    );
    let line = world.line();
    world.work = async (inbound) => {
      const end = await answers(inbound);
      if (inbound.id.endsWith('/mend')) void line.close();
      return end;
    };
    await world.order('run-1', 1);
    line.take('run-1');
    await line.idle();
    expect(await world.stories.find('run-1/story_01')).toBeUndefined();
    line = world.line();
    line.take('run-1');
    await line.idle();
    expect((await world.stories.find('run-1/story_01'))?.body).toBe(`${TRUE}\n\nHe wept.`);
    expect([...world.performed.values()]).toEqual([1, 1, 1]);
  });

  it('cites the source that bears a claim out where another is cited', async () => {
    world.work = writing({ write: TRUE.replace('cracked beams [2]', 'cracked beams [1]') });
    const { story } = await run();
    expect(story?.body).toContain('cracked beams [1][2].');
  });

  /** Both sources after the first sentence, by addresses in the third form from the end. */
  const cited = (one: string, both: string) =>
    TRUE.replace('[1].', `${both}.`).replace('doors [1]. ', `doors. ${one} `);
  const PLAIN = cited('[1]', '[1][2]');

  it.each([
    ['[1]', '[1, 2]'],
    ['[1]', '[1,2]'],
    ['[1]', '[1-2]'],
    ['【1】', '【1】【2】'],
    ['【1】', '【1、2】'],
    ['【1†source】', '【1†source】【2†L4-L9】'],
    ['[^1]', '[^1][^2]'],
    ['［1］', '［1］［2］'],
    ['[1](https://first.test/story-1)', '[1](https://first.test/story-1)[2](https://second.test/story-1)'],
    ['[[1]](<https://first.test/story-1>)', '[1, 2](https://first.test/story-1)'],
  ])('understands citations that are written as %s and %s', async (one, both) => {
    world.work = writing({ write: PLAIN });
    const { job: plain } = await run();
    world.close();
    world = new NewsroomWorld();
    Object.assign(world.edition.lengths, lengths);
    world.work = writing({ write: cited(one, both) });
    const { job, story } = await run();
    expect(story?.body).toBe(PLAIN);
    expect(job.result.claims).toEqual(plain.result.claims);
    expect(job.result.worker?.sources_used).toEqual(plain.result.worker?.sources_used);
  });

  it('understands a body whose line breaks were escaped twice', async () => {
    const quoted = TRUE.replace(
      '[2]. A survey',
      '[2]. "Nobody believed that we would finish before the snow," said Marion Tull [1]. A survey',
    );
    world.work = writing({ write: quoted.replaceAll('\n', '\\n').replaceAll('"', '\\"') });
    const { job, story } = await run();
    expect(story?.body).toBe(quoted);
    expect(job.result.errors).toEqual([]);
    expect(world.logged('run-1', 'story_01')).toContain('result_repaired');
  });

  it('posts no body with some line breaks escaped twice', async () => {
    world.work = writing({ write: `${TRUE}\n\nThe council agreed [1].\\n\\nIt will pay [2].`, rescue: TRUE });
    const { job, story } = await run();
    expect(job.result.errors).toMatchObject([
      { error_message: expect.stringContaining('line breaks stand in it as signs') as string },
    ]);
    expect(story?.body).toBe(TRUE);
  });

  it('takes only numbers of the pack for citations', async () => {
    const given = TRUE.replace('340 loose', '340 [17, 18] loose');
    world.work = writing({ write: given }, {}, { mend: [{ i: 4, keep: [] }] });
    const { job } = await run();
    expect(job.result.worker?.draft.body).not.toContain('[17][18]');
  });

  it('understands the citations of a mended sentence', async () => {
    const wrong = `${TRUE}\n\nMayor Otto Brandvold gave a further £7,800 for fire doors [1].`;
    const text = 'A further £6,200 was for fire doors【1, 2】.';
    world.work = writing({ write: wrong }, {}, { mend: [{ i: 5, text }] });
    const { story } = await run();
    expect(story?.body).toBe(`${TRUE}\n\nA further £6,200 was for fire doors[1][2].`);
  });

  it("leaves the desk model's stories as they are", async () => {
    const bodies: string[] = [];
    world.work = async (inbound) => {
      const end = await byDeskModel(inbound);
      bodies.push((end.value as { draft: { body: string } }).draft.body);
      return end;
    };
    const { story } = await run();
    expect(bodies).toEqual([story?.body]);
    expect(story?.claims?.every(({ verdict }) => verdict === 'supported')).toBe(true);
    const log = readFileSync(join(world.home, 'logs/run-1/story_01.jsonl'), 'utf8');
    expect(log).toContain('"event":"claims_checked"');
  });
});

describe("a story that can't stand without what is doubted", () => {
  const approve = (atMs: number) =>
    world.actions.act({ story: 'run-1/story_01', kind: 'approve', by: 'Ann', atMs }, () => ({}));
  const LEDE = TRUE.replace('on Thursday', 'on Thursday before 950 guests');

  it('waits for an editor, whole, its doubts marked, and is posted when one approves it', async () => {
    world.work = writing({ write: LEDE });
    const { job, story } = await run();
    expect(story).toBeUndefined();
    expect(job.state).toMatchObject({
      status: 'DISPATCHED',
      rescue_attempts: 0,
      hold: { kind: 'approval', in_doubt: true },
    });
    expect(job.result.claims).toMatchObject({ removed: [], waits: true });
    expect(job.result.worker?.draft.body).toBe(LEDE);
    const shown = (await world.sendAll()).map(({ spec }) => ('text' in spec ? spec.text : '')).join('\n');
    expect(shown).toContain('is in doubt and waits for an editor');
    expect(shown).toMatch(/In doubt: "The old library .*" \(no source has the number "950"\)/);
    expect(shown).toContain('before 950 guests after 111 volunteers');

    await approve(world.clock.now());
    const line = world.line();
    line.take('run-1');
    await line.idle();
    expect((await world.stories.find('run-1/story_01'))?.body).toBe(LEDE);
  });

  it('is shown under a head that is one message, however much of it is in doubt', async () => {
    const quoted = (whom: string) =>
      `"nobody ever told the ${whom} of the borough such things, in so many words or others, before the winter came to the hills"`;
    const pairs = [
      'smiths and cooks',
      'nurses and judges',
      'bakers and clerks',
      'pilots and monks',
      'tailors and grooms',
    ];
    const doubted = pairs.map((pair) => {
      const [one = '', other = ''] = pair.split(' and ');
      return `He said ${quoted(one)} and ${quoted(other)} [1].`;
    });
    world.work = writing({ write: `${LEDE}\n\n${doubted.join(' ')}` });
    expect((await run()).story).toBeUndefined();
    const shown = (await world.sendAll()).flatMap(({ spec }) => ('text' in spec ? [spec] : []));
    const head = shown.find(({ text }) => text.includes('In doubt: "'))!;
    expect(head.text.match(/In doubt: "/g)?.length).toBeGreaterThan(2);
    expect(head.text.length).toBeLessThanOrEqual(2_000);
  });

  it('does not count an approval that came before it was written', async () => {
    world.work = async (inbound) => {
      if (inbound.id.endsWith('/write')) await approve(world.clock.now() - 1);
      return writing({ write: LEDE })(inbound);
    };
    const { story } = await run();
    expect(story).toBeUndefined();
  });

  it('waits too when most of it would go, or when what is left is no story', async () => {
    const invented = TRUE.replace('£48,000', '£84,000').replace('340', '430').replace('2027', '2072');
    world.work = writing({ write: invented });
    const { job } = await run();
    expect(turns()).toEqual(['write', 'verify', 'mend']);
    expect(job.state).toMatchObject({ rescue_attempts: 0, hold: { in_doubt: true } });
  });
});

describe('a checker', () => {
  const own = 'Residents fear more traffic in the lanes [2].';
  const body = `${TRUE}\n\n${own}`;
  const supported = (i: number, ...passages: string[]) => ({ i, verdict: 'supported' as const, passages });
  const whole = [
    supported(0, 'The old library of Larkmoor reopened on Thursday'),
    supported(
      1,
      'The old library of Larkmoor reopened on Thursday after 111 volunteers had repaired it over two winters',
    ),
    supported(
      2,
      'Larkmoor Borough Council gave £48,000 towards the materials and a further £6,200 for fire doors',
    ),
    supported(3, 'the borough would pay for heating until March 2027'),
    supported(4, 'A survey in May counted 340 loose slates and two cracked beams'),
  ];

  it("reads every sentence with its passages, and what it can't find goes out and is said", async () => {
    const verify = [
      ...whole,
      { i: 5, verdict: 'not_found' as const, passages: [], why: 'nothing on traffic' },
    ];
    world.work = listening(writing({ write: body }, {}, { verify }));
    const { job, story } = await run();
    const read = prompts.get('verify') ?? '';
    expect(read).toMatch(/^1\.1 The old library of Larkmoor reopened on Thursday/m);
    expect(read).toMatch(/^5 \[2\] Residents fear more traffic in the lanes\.\n {2}see 2\.1/m);
    expect(prompts.get('mend')).toContain('doubted: no source says it: nothing on traffic');
    expect(story?.body).toBe(TRUE);
    expect(job.result.claims).toMatchObject({
      removed: ['Residents fear more traffic in the lanes.'],
      checker: { state: 'answered', unanswered: [], cleared: 0 },
    });
  });

  it('clears a doubt of the rules by a passage that has the figure, and by no other', async () => {
    // A figure of another matter is a doubt of the rules: nothing around it speaks of what the sentence does.
    const rate = 'Nurseries hope to send pupils in groups of six [3].';
    const write = `${TRUE}\n\n${rate}`;
    const clear =
      'School classes from Larkmoor and nearby Penfold have booked visits for the first six weeks';
    for (const [passage, isCleared] of [
      [clear, true],
      ['The volunteers plan a second appeal in spring', false],
    ] as const) {
      world.close();
      world = new NewsroomWorld();
      Object.assign(world.edition.lengths, lengths);
      world.work = writing({ write }, {}, { verify: [...whole, supported(5, passage)] });
      const { job, story } = await run();
      const six = job.result.claims?.claims.find(({ sentence, kind }) => sentence === 5 && kind === 'number');
      if (isCleared) expect(story?.body).toContain(rate);
      if (six?.by === 'checker') expect(six.passage?.quote).toContain('six');
      if (!isCleared) expect(six?.by).not.toBe('checker');
    }
  });

  it('leaves what it did not answer to the rules', async () => {
    world.work = writing({ write: body }, {}, { verify: whole.slice(0, 3) });
    const { job, story } = await run();
    expect(story?.body).toBe(body);
    expect(job.result.claims?.checker).toEqual({ state: 'answered', unanswered: [3, 4, 5], cleared: 0 });
  });

  it('leaves a sentence to the rules whose entry can not be read, and believes the others', async () => {
    const odd = [
      { i: 3, verdict: 'partially_supported', passages: [] },
      { ...whole[4], why: null },
      { i: 'the last', verdict: 'not_found', passages: null },
    ];
    world.work = writing({ write: body }, {}, { verify: [...whole.slice(0, 3), ...odd] as typeof whole });
    const { job } = await run();
    expect(job.result.claims?.checker).toEqual({ state: 'answered', unanswered: [3, 5], cleared: 0 });
  });

  it('that fails leaves all to the rules, and the record says so', async () => {
    world.work = writing({ write: body });
    const { job, story } = await run();
    expect(story?.body).toBe(body);
    expect(job.result.claims?.checker).toMatchObject({ state: 'failed', because: 'no: the model refused' });
  });

  it('is asked nothing where the edition has rules alone, and about doubts alone where it says so', async () => {
    Object.assign(world.edition, { verification: 'rules' });
    world.work = writing({ write: body });
    expect((await run()).job.result.claims?.checker.state).toBe('off');
    expect(turns()).toEqual(['write']);
    world.close();
    world = new NewsroomWorld({ edition: { verification: 'doubts' } });
    Object.assign(world.edition.lengths, lengths);
    world.work = listening(writing({ write: `${TRUE}\n\n${FALSE}` }));
    await run();
    expect(prompts.get('verify')).toMatch(/SENTENCES\n5 \[1\] Mayor Otto Brandvold/);
    expect(prompts.get('verify')).not.toMatch(/^[0-4] /m);
  });

  it('reads no story of the desk model', async () => {
    await run();
    expect(turns()).toEqual(['write']);
  });
});

describe('a title that says what no source does', () => {
  const PLANNED = 'Some 7,800 guests see old library of Larkmoor reopen';
  const headline = (title: string) => {
    world.pack = (job) => {
      const pack = packFor(job);
      return { ...pack, sources: pack.sources.map((one) => (one.n === 1 ? { ...one, title } : one)) };
    };
  };
  const doubtedOf = (story: Awaited<ReturnType<typeof run>>['story']) =>
    story?.claims?.filter(({ verdict }) => verdict === 'doubted');

  it("goes back to the writer once, the planner's own too", async () => {
    const mend = [{ i: 0, text: '111 reopen a library' }];
    world.work = listening(writing({ write: TRUE }, { write: PLANNED }, { mend }));
    const { story } = await run(PLANNED);
    expect(prompts.get('mend')).toMatch(
      /^0 \(title\) Some 7,800 guests .*\n {2}doubted: no source has the number "7,800"/,
    );
    expect(turns()).toEqual(['write', 'verify', 'mend']);
    expect(story?.title).toBe('111 reopen a library');
    expect(doubtedOf(story)).toEqual([]);
  });

  it.each([
    [
      'that was planned',
      'Volunteers reopen the old library',
      'Report 1',
      'Volunteers reopen the old library',
    ],
    [
      "of the primary source's",
      PLANNED,
      'Larkmoor library opens its doors',
      'Larkmoor library opens its doors',
    ],
    ['less what is wrong', PLANNED, 'Hm', 'Library of Larkmoor reopens'],
  ])('gives way to one %s when the writer keeps it', async (_, planned, source, title) => {
    headline(source);
    const wrong = 'Library of Larkmoor reopens, 7,800 guests come';
    world.work = writing({ write: TRUE }, { write: wrong });
    const { job, story } = await run(planned);
    expect(story?.title).toBe(title);
    expect(story?.body).toBe(TRUE);
    expect(job.state).toMatchObject({ status: 'SUCCESS', rescue_attempts: 0 });
    expect(doubtedOf(story)).toEqual([]);
  });

  it("gives way to the story's first sentence when nothing else is left", async () => {
    headline('Hm');
    world.work = writing({ write: TRUE }, { write: PLANNED });
    const { story } = await run(PLANNED);
    expect(story?.title).toMatch(/^The old library of Larkmoor reopened on Thursday after 111 volunteers/);
  });

  describe.each(['Volunteers give up the old library', 'Volunteers give up, 7,800 guests come'])(
    'as a checker finds: %s',
    (wrong) => {
      const verify = [{ i: 0, verdict: 'contradicted' as const, passages: [], why: 'they reopened it' }];

      it('is not posted, whole or in part, though it was planned and the rules see nothing in it', async () => {
        headline('Hm');
        world.work = writing({ write: TRUE }, { write: wrong }, { verify });
        const { story } = await run(wrong);
        expect(story?.title).toMatch(/^The old library of Larkmoor reopened on Thursday/);
        expect(story?.claims?.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
      });

      it('does not come back in place of another that is wrong', async () => {
        headline('Larkmoor library opens its doors');
        const mend = [{ i: 0, text: 'Some 9,900 guests come to Larkmoor' }];
        world.work = writing({ write: TRUE }, { write: wrong }, { verify, mend });
        expect((await run(wrong)).story?.title).toBe('Larkmoor library opens its doors');
      });
    },
  );

  it("does not stand on a desk model's story", async () => {
    headline('Larkmoor library opens its doors');
    const { story } = await run(PLANNED);
    expect(story?.title).toBe('Larkmoor library opens its doors');
    expect(doubtedOf(story)).toEqual([]);
  });
});

describe('a Traditional Chinese edition', () => {
  const TEXT =
    '旧图书馆经过两年维修，在周四重新开放，市议会拨款48,000英镑购买材料。\n“没有人相信我们会完成，”负责人陈伟业说。\n大楼自2009年起一直空置，后来由义工接手。';
  const STORY =
    '旧图书馆在周四重新开放，市议会拨款48,000英镑。[1]后来，陈伟业说：「没有人相信我们会完成」。[1]\n\n大楼自2009年起空置，里面由义工接手。[2]皇后大道的面貌煥然一新。[2]';

  beforeEach(() => {
    world.close();
    world = new NewsroomWorld({ edition: { language: 'zh-Hant-HK' } });
    const cjk = { unit: 'cjk', min: 20, max: 900 } as const;
    Object.assign(world.edition.lengths, { story: cjk, rescue: cjk });
    world.pack = (job) => {
      const urls = [job.story.primary_url, ...job.story.supporting_urls];
      const change = { language: 'zh', title: '旧图书馆重新开放', outlet: '海港报' } as const;
      return { builtAtMs: 1, sources: urls.map((url, at) => aSource(at + 1, url, TEXT, change)) };
    };
  });

  it('posts nothing in Simplified Chinese that its reporter mends', async () => {
    const wrong = STORY.replace('48,000', '52,000');
    const text = '旧图书馆在周四重新开放，市议会拨款48,000英镑。[1]';
    world.work = writing({ write: wrong }, { write: '旧图书馆重开' }, { mend: [{ i: 1, text }] });
    const { job, story } = await run('义工重开旧图书馆');
    expect(turns()).toEqual(['write', 'verify', 'mend']);
    expect(job.state.status).toBe('SUCCESS');
    expect(story?.body).toContain('市議會撥款48,000英鎊');
    expect(simplifiedIn(story!.body)).toEqual([]);
  });

  it('posts nothing in Simplified Chinese, whatever its planner, writer and sources write', async () => {
    world.work = writing({ write: STORY }, { write: '旧图书馆重开' });
    const { job, story } = await run('义工重开旧图书馆');
    expect(job.state.status).toBe('SUCCESS');
    expect(job.story.title).toBe('義工重開舊圖書館');
    expect(story?.title).toBe('舊圖書館重開');
    expect(story?.body).toContain('後來，陳偉業説：「沒有人相信我們會完成」');
    expect(story?.body).toContain('皇后大道的面貌煥然一新');
    expect(turns()).toEqual(['write', 'verify']);
    expect(story?.claims?.map(({ verdict }) => verdict)).not.toContain('doubted');
    const quotation = story?.claims?.find(({ kind }) => kind === 'quotation');
    expect(quotation).toMatchObject({ verdict: 'supported', passage: { quote: '没有人相信我们会完成' } });
    const posted = await world.sendAll();
    expect(posted.length).toBeGreaterThan(2);
    const said = JSON.stringify(posted.map(({ spec }) => spec));
    expect(said).toContain('海港報 — 舊圖書館重新開放');
    expect(simplifiedIn(said)).toEqual([]);
    const log = readFileSync(join(world.home, 'logs/run-1/story_01.jsonl'), 'utf8');
    expect(log).toMatch(/"result_repaired".*title had Simplified Chinese in it/);
  });
});
