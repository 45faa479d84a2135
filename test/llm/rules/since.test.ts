import { describe, expect, it } from 'vitest';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { CHAT_TOOLS, deskRequest, offering, toolResult, user } from './desk-requests.ts';

const PASSAGE = {
  n: 1,
  outlet: 'Quayside Post',
  url: 'https://quayside.example/ferry',
  title: 'Ferry hits the pier',
  quote: 'Nine people were injured when the ferry hit the pier.',
};
const STORY = { title: 'Ferry hits the pier', thread: '1' };
const BY = { by: 'Ann', at: 'Fri 20 Nov, 09:00' };

/** In the story's thread, where the tool answers as given. */
const answer = async (question: string, tool: string, result: object) =>
  (
    await deskModel.reply(
      deskRequest('chat', {
        tools: [...CHAT_TOOLS, ...offering('story')],
        messages: [user(question), toolResult(tool, result)],
        material: { thread: { title: STORY.title } },
      }),
    )
  ).text;
const ask = (question: string, more: object) =>
  answer(question, 'look_up', { scope: 'story', story: STORY, passages: [PASSAGE], ...more });

describe('a story that editors changed since', () => {
  const corrections = [{ ...BY, text: 'Twelve people were injured, not nine.' }];

  it('is answered with the correction before the sources, where it speaks of what is asked', async () => {
    const text = await ask('How many people were injured?', { story: { ...STORY, corrections } });
    expect(text).toMatch(
      /^Corrected by Ann \(Fri 20 Nov, 09:00\): Twelve people were injured, not nine\.\n\n/,
    );
    expect(text).toContain('> Nine people were injured');
  });

  it('names a correction of something else at the end, and that it is being checked', async () => {
    const other = [{ ...BY, text: 'The vessel was built in 1998.' }];
    const story = { ...STORY, corrections: other, being_checked: { ...BY, why: 'the owner rang' } };
    const text = await ask('How many people were injured?', { story });
    expect(text).toMatch(
      /^From the sources.+\n\nCorrected by Ann .+1998\.\n\nAnn is having this story checked: the owner rang\.$/s,
    );
  });

  it.each([
    [
      'How many people were injured?',
      /was withdrawn by Ann \(Fri 20 Nov, 09:00\)\. The reason: it names a minor\./,
    ],
    ['有幾多人受傷？', /已由Ann撤回（11月20日（星期五）09:00）。原因：it names a minor。/],
    ["What's new since?", /was withdrawn by Ann/],
  ])('withdrawn, it is quoted no more: %s', async (question, told) => {
    const story = { ...STORY, withdrawn: { ...BY, why: 'it names a minor' } };
    const text = await ask(question, { story, passages: [] });
    expect(text).toMatch(told);
    expect(text).not.toContain('>');
  });

  it('tells in its channel of a withdrawn story that is asked about, and lists it as such', async () => {
    const withdrawn = [{ ...STORY, withdrawn: BY }];
    const text = await ask('When did the ferry hit the pier?', {
      scope: 'recent',
      story: null,
      passages: [],
      withdrawn,
    });
    expect(text).toMatch(/^"Ferry hits the pier" was withdrawn by Ann .+No reason was recorded\./);
    expect(
      await answer('what have you posted?', 'stories', { stories: [{ ...STORY, withdrawn: BY }] }),
    ).toMatch(/- Ferry hits the pier.+\n {2}"Ferry hits the pier" was withdrawn/);
  });

  it('tells what was posted in its thread since, or that nothing was', async () => {
    const updates = [
      { title: 'Pier closed', postedAt: 'Fri 20 Nov, 10:00', text: 'The pier is closed. [1]' },
    ];
    expect(await ask("What's new since?", { updates })).toBe(
      'Posted in this thread since:\n- Pier closed (Fri 20 Nov, 10:00)\n  > The pier is closed. [1]',
    );
    expect(await ask('有冇最新發展？', {})).toMatch(/^之後沒有再發過更新/);
  });
});

describe('what sources differ on', () => {
  const side = (value: string, n: number) => ({
    ...PASSAGE,
    n,
    value,
    quote: `${value} people were injured.`,
  });

  it.each([
    'What do the sources disagree on?',
    'Do the sources agree on the injured?',
    '各來源有咩唔同講法？',
  ])('is told with both sides: %s', async (question) => {
    const text = await ask(question, { conflicts: [[side('Nine', 1), side('Twelve', 2)]] });
    expect(text).toMatch(/> Nine people were injured\..+\[1\]\n\n> Twelve people were injured\..+\[2\]$/s);
  });

  it('is not made up', async () => {
    expect(await ask('What do the sources disagree on?', {})).toMatch(/^I found no figure/);
    const conflicts = [[side('Nine', 1), side('Twelve', 2)]];
    expect(await ask('Do the sources agree on the cost?', { conflicts })).toMatch(/^I found no figure/);
  });
});

it('says that it cannot find in one language what is asked in another', async () => {
  expect(await ask('邊個係船長？', { passages: [], languages: ['en'] })).toMatch(
    /沒有提及。這些來源並非中文/,
  );
  expect(await ask('Who was the captain?', { passages: [], languages: ['zh'] })).toMatch(/not in English/);
});

describe('why something was not written about', () => {
  const why = (question: string, result?: object) =>
    deskModel.reply(
      deskRequest('chat', {
        tools: [...CHAT_TOOLS, ...offering('story')],
        messages: [user(question), ...(result ? [toolResult('story', result)] : [])],
      }),
    );

  it.each([
    ['why did you not write about the harbour fire?', 'harbour fire', 'en'],
    ["Why didn't you cover Larkmoor?", 'Larkmoor', 'en'],
    ['點解冇寫渡輪？', '渡輪', 'zh'],
  ])('%s asks the newsroom', async (question, topic, language) => {
    expect((await why(question)).toolCalls).toMatchObject([
      { name: 'story', args: { action: 'why', topic, language } },
    ]);
  });

  it('says what the newsroom says, and looks at the notes where it knows nothing', async () => {
    const said = 'It was left out: only one outlet tells it.';
    expect((await why('why did you not write about the fire?', { said, leftOut: [{}] })).text).toBe(said);
    const nothing = await why('why did you not write about the fire?', {
      said: 'Nothing.',
      stories: [],
      leftOut: [],
    });
    expect(nothing.toolCalls).toMatchObject([{ name: 'notes' }]);
  });
});
