import { describe, expect, it } from 'vitest';
import type { EditorialAction } from '../../../src/newsroom/model/editorial-action.ts';
import { shownAction, withdrawal } from '../../../src/newsroom/publish/action-ops.ts';
import { titleRestored } from '../../../src/newsroom/publish/delivery.ts';
import { flagTags, statesOf, tagsOp } from '../../../src/newsroom/publish/state-tags.ts';
import { updateOps } from '../../../src/newsroom/publish/update-ops.ts';
import type { PublishedStory } from '../../../src/newsroom/model/story-book.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { OpSpec } from '../../../src/sessions/op.ts';

const ID = 'run-1/story_01';
const FORUM = sessionKey('discord', '100000000000000001');
const story: PublishedStory = {
  id: ID,
  runId: 'run-1',
  category: 'UK News',
  title: 'Library',
  primaryUrl: 'https://first.test/1',
  body: 'It reopened.',
  languageModel: true,
  desk: FORUM,
  place: FORUM,
  flags: ['breaking'],
  threadOp: `story:${ID}/forum`,
  pack: { builtAtMs: 0, sources: [] },
  publishedAtMs: 0,
};
const edition = { language: 'en', zone: 'Europe/London' } as const;
const did = (...kinds: EditorialAction['kind'][]) =>
  kinds.map((kind, at): EditorialAction => ({ story: ID, n: at + 1, kind, by: 'Anna', atMs: at, text: 'x' }));

/** What the last of these actions does to the post's tags, by their first names. */
function tagged(actions: EditorialAction[], of = story): { on: string[]; off: string[] } | undefined {
  const terms = { story: of, actions, action: actions.at(-1)!, edition, commands: new Set<string>() };
  const { ops = [] } =
    actions.at(-1)?.kind === 'kill'
      ? withdrawal({
          ...terms,
          seen: {
            published: of,
            actions: actions.slice(0, -1),
            posts: [],
            isShown: true,
            unsent: [],
            updates: [],
          },
        })
      : shownAction(terms);
  const spec = ops.map((op): OpSpec => op.spec).find(({ kind }) => kind === 'tags');
  if (spec?.kind !== 'tags') return undefined;
  return { on: spec.on.map(([name]) => name), off: spec.off.map(([name]) => name) };
}

describe('the tags of a story', () => {
  it('follow how it stands, from action to action', () => {
    expect(tagged(did('hold'))).toEqual({ on: ['breaking', 'held'], off: [] });
    expect(tagged(did('hold', 'approve'))).toEqual({ on: ['breaking'], off: ['held'] });
    expect(tagged(did('correct'))).toEqual({ on: ['breaking', 'corrected'], off: [] });
    expect(tagged(did('correct', 'hold', 'kill'))).toEqual({
      on: [],
      off: ['breaking', 'held', 'corrected'],
    });
  });

  it('are left alone where nothing changes, and where the story is no post of a forum', () => {
    expect(tagged(did('correct', 'correct'))).toBeUndefined();
    expect(tagged(did('hold'), { ...story, threadOp: `story:${ID}/thread` })).toBeUndefined();
  });

  it('become breaking with an update that is, and are so no more when that is taken back', () => {
    const calm = { ...story, flags: [] };
    const update: PublishedStory = { ...story, id: 'run-2/story_01', updateOf: ID };
    const terms = { actions: [], edition: { ...edition, style: { readMoreLabel: 'Read more', notes: [] } } };
    const common = { commands: new Set<string>(), nowMs: 1 };
    const { ops } = updateOps({
      ...terms,
      ...common,
      story: calm,
      update: { ...update, readMoreUrls: [] },
      by: 'follow',
    });
    expect(ops.at(-1)).toMatchObject({
      key: 'story:run-2/story_01/tags',
      spec: { on: [['breaking', '突發']] },
    });
    const back = titleRestored(update, { ...terms, ...common, story: calm }).at(-1);
    expect(back?.spec).toMatchObject({ kind: 'tags', on: [], off: [['breaking', '突發']] });
    const action = { story: update.id, n: 1, kind: 'kill', by: 'Anna', atMs: 2 } as const;
    const seen = { published: update, actions: [], posts: [], isShown: true, unsent: [], updates: [] };
    const whole = { published: calm, actions: [] };
    const killed = withdrawal({
      story: update,
      actions: [action],
      action,
      edition,
      ...common,
      seen: { ...seen, whole },
    });
    const spec = killed.ops?.map((op): OpSpec => op.spec).find(({ kind }) => kind === 'tags');
    expect(spec).toMatchObject({ on: [], off: [['breaking', '突發']] });
  });

  it('are known by their names in either language, those of the edition first', () => {
    const change = { before: [], after: statesOf(['breaking'], did('hold')) };
    const named = (language: 'en' | 'zh-Hant-HK') => tagsOp('k', story, { ...change, language })[0]?.spec;
    expect(named('en')).toMatchObject({
      on: [
        ['breaking', '突發'],
        ['held', 'on hold', '核實中', '暫緩'],
      ],
    });
    expect(named('zh-Hant-HK')).toMatchObject({
      on: [
        ['突發', 'breaking'],
        ['核實中', '暫緩', 'held', 'on hold'],
      ],
    });
    expect(flagTags(['developing', 'breaking'])).toEqual(['developing', 'breaking', '突發']);
  });
});
