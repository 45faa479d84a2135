import { describe, expect, it } from 'vitest';
import type { EditorialAction } from '../../../src/newsroom/model/editorial-action.ts';
import { titleBody } from '../../../src/newsroom/publish/title-body.ts';
import { aSource } from '../newsroom-world.ts';

const ID = 'run-1/story_01';
const POSTED = Date.UTC(2026, 10, 20, 14, 0);
const COMMANDS = new Set(
  ['kill', 'hold', 'approve', 'correct', 'follow', 'sources', 'why', 'retry'].map((name) => `story ${name}`),
);
const story = {
  id: ID,
  title: 'Library of Larkmoor reopens',
  category: 'UK News',
  flags: ['developing'],
  body: '**The facts**\nIt reopened on Thursday. [1][2] Many came. [2]\n\nIt is open. [3]',
  publishedAtMs: POSTED,
  pack: {
    builtAtMs: 0,
    sources: [
      aSource(1, 'https://first.test/1', 'text'),
      aSource(2, 'https://second.test/2', 'text'),
      aSource(3, 'https://third.test/3', '', { usable: false }),
    ],
  },
};
const EDITION = { language: 'en', zone: 'Europe/London' } as const;

function action(
  n: number,
  kind: EditorialAction['kind'],
  more: Partial<EditorialAction> = {},
): EditorialAction {
  return { story: ID, n, kind, by: 'Anna', atMs: POSTED + n * 60_000, ...more };
}

const shown = (
  actions: EditorialAction[],
  change: Partial<typeof story> = {},
  edition: Parameters<typeof titleBody>[1]['edition'] = EDITION,
) => titleBody({ ...story, ...change }, { actions, edition, commands: COMMANDS });

describe("a story's card", () => {
  it('has its lede with what that cites, its sources, and when it was posted', () => {
    const { card, citations, text } = shown([]);
    expect(text).toBe('**Library of Larkmoor reopens**\nUK News · developing');
    expect(card).toMatchObject({
      title: 'Library of Larkmoor reopens',
      line: 'UK News · developing',
      lede: 'It reopened on Thursday. [1][2]',
      sources: {
        label: 'Sources',
        links: [
          { label: '1 Outlet 1', url: 'https://first.test/1' },
          { label: '2 Outlet 2', url: 'https://second.test/2' },
        ],
      },
      times: [{ label: 'Posted', atMs: POSTED }],
    });
    expect(citations).toEqual({ 1: 'https://first.test/1', 2: 'https://second.test/2' });
  });

  it.each([
    ['en', ['Withdraw', 'Hold', 'Correct', 'Follow', 'Sources'], ['Why']],
    ['zh-Hant-HK', ['撤回', '暫緩', '更正', '跟進', '來源'], ['為何選用']],
  ] as const)('has buttons that say what they do, and a menu, in %s', (language, labels, others) => {
    const { card } = shown([], {}, { language, zone: 'Asia/Hong_Kong' });
    expect(card?.buttons?.map(({ label }) => label)).toEqual(labels);
    expect(card?.buttons?.map(({ command, style }) => `${command} ${style ?? ''}`)[0]).toBe(
      'story kill danger',
    );
    expect(card?.menu?.choices.map(({ label }) => label)).toEqual(others);
    for (const { options } of [...(card?.buttons ?? []), ...(card?.menu?.choices ?? [])])
      expect(options).toEqual({ story: ID });
  });

  it('can be approved from its menu while it is held, and catches the eye', () => {
    const { card } = shown([action(1, 'hold')]);
    expect(card?.menu?.choices.map(({ command }) => command)).toEqual(['story approve', 'story why']);
    expect(card?.tone).toBe('waiting');
    expect(card?.notes).toEqual([`Since {time:${POSTED + 60_000}} this story is being checked.`]);
    expect(shown([action(1, 'hold'), action(2, 'approve')]).card).not.toHaveProperty('tone');
    expect(shown([], { flags: ['breaking'] }).card?.tone).toBe('urgent');
  });

  it('tells its corrections with their moments, and what they cite', () => {
    const { card, citations, text } = shown([action(1, 'correct', { text: 'It was Friday. [2]' })], {
      body: 'No.',
    });
    expect(card?.notes).toEqual([`Corrected {time:${POSTED + 60_000}}: It was Friday. [2]`]);
    expect(text).toMatch(/\nCorrected 14:01: It was Friday\. \[2\]$/);
    expect(citations).toEqual({ 2: 'https://second.test/2' });
  });

  it('is only its title and that it is withdrawn, once it is, with a menu of what still makes sense', () => {
    const { card, buttons, citations } = shown([
      action(1, 'correct', { text: 'x [1]' }),
      action(2, 'kill', { why: 'libel' }),
    ]);
    const left = [
      ['Why', 'story why'],
      ['Sources', 'story sources'],
      ['Retry', 'story retry'],
    ].map(([label, command]) => ({ label, command, options: { story: ID } }));
    expect(card).toEqual({
      title: story.title,
      line: 'UK News · developing',
      notes: [`Withdrawn {time:${POSTED + 120_000}}: libel`],
      tone: 'gone',
      times: [{ label: 'Withdrawn by Anna', atMs: POSTED + 120_000 }],
      menu: { label: 'More…', choices: left },
    });
    expect(buttons).toEqual(left);
    expect(citations).toBeUndefined();
  });

  it('says in small print who let it go, checked it and corrected it last', () => {
    const labels = (actions: EditorialAction[], more: Parameters<typeof shown>[2] = EDITION) =>
      shown(actions, {}, more).card?.times?.map(({ label }) => label);
    const before = { ...action(1, 'approve', { by: 'Ann' }), atMs: POSTED };
    const corrected = action(3, 'correct', { text: 'x', by: 'Cleo\n# Chief' });
    expect(labels([before])).toEqual(['Posted', 'Approved by Ann']);
    expect(labels([before, action(2, 'hold', { by: 'Ben' }), corrected])).toEqual([
      'Posted',
      'Approved by Ann',
      'Being checked by Ben',
      'Corrected by Cleo # Chief',
    ]);
    expect(labels([before, action(2, 'hold', { by: 'Ben' }), action(4, 'approve', { by: 'Dora' })])).toEqual([
      'Posted',
      'Approved by Ann',
      'Checked by Dora',
    ]);
    expect(labels([before], { language: 'zh-Hant-HK', zone: 'Asia/Hong_Kong' })).toEqual([
      '發佈於',
      'Ann 批准於',
    ]);
  });

  it('has no buttons where their commands are none, nor a lede where there is no text', () => {
    const bare = titleBody({ ...story, body: '' }, { actions: [], edition: EDITION, commands: new Set() });
    expect(bare.card).not.toHaveProperty('buttons');
    expect(bare.card).not.toHaveProperty('menu');
    expect(bare.card).not.toHaveProperty('lede');
  });
});
