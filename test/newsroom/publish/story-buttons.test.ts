import { describe, expect, it } from 'vitest';
import { signedId } from '../../../src/channels/discord/component-ids.ts';
import { storyButtons } from '../../../src/newsroom/publish/story-buttons.ts';
import { wordingOf } from '../../../src/newsroom/edition/wording.ts';

const ALL = new Set(
  ['sources', 'hold', 'correct', 'follow', 'why', 'like', 'dislike'].map((action) => `story ${action}`),
);

describe('the buttons of a story', () => {
  it.each([
    ['en', ['Sources', 'Hold', 'Correct', 'Follow', 'Why', '👍', '👎']],
    ['zh-Hant-HK', ['來源', '暫緩', '更正', '跟進', '為何選用', '👍', '👎']],
  ] as const)('are, in %s, %j', (language, labels) => {
    const buttons = storyButtons('run-1/story_01', wordingOf(language), ALL);
    expect(buttons.map(({ label }) => label)).toEqual(labels);
    expect(buttons.map(({ command }) => command)).toEqual([...ALL]);
    for (const { options } of buttons) expect(options).toEqual({ story: 'run-1/story_01' });
  });

  it('are only those whose commands there are', () => {
    expect(storyButtons('run-1/story_01', wordingOf('en'), new Set(['cron add', 'help']))).toEqual([]);
    const some = storyButtons('run-1/story_01', wordingOf('en'), new Set(['story why', 'story sources']));
    expect(some.map(({ label }) => label)).toEqual(['Sources', 'Why']);
  });

  it('are left out where a name is too long for their signed ids, and fit wherever they are not', () => {
    expect(storyButtons('r'.repeat(56), wordingOf('en'), ALL)).toEqual([]);
    for (const { command, options } of storyButtons('r'.repeat(55), wordingOf('en'), ALL))
      for (const channel of ['*', '100000000000000001'])
        expect(signedId('key', { command, options }, { channel }).length).toBeLessThanOrEqual(100);
  });
});
