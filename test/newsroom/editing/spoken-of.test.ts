/** Which story somebody spoke of: a page may order that another one is approved. */
import { describe, expect, it } from 'vitest';
import { isSpokenOf } from '../../../src/newsroom/editing/spoken-of.ts';
import { askedFor, saidBy } from '../../../src/newsroom/editing/asked-action.ts';
import type { StoryVerb } from '../../../src/newsroom/editing/asked-action.ts';
import type { StoryRecord } from '../../../src/newsroom/model/story-service.ts';

const record: StoryRecord = {
  status: {
    id: 'run-1/story_02',
    title: 'Ferry to Larkmoor stops for the winter',
    category: 'News',
    status: 'PLANNED',
  },
  actions: [],
};
const spokenOf = (action: StoryVerb, said: string, given = 'run-1/story_02', saidBefore = '') =>
  askedFor(said, action) && isSpokenOf({ given, record, action }, { said, saidBefore });

describe('a story that a person spoke of', () => {
  it.each<[StoryVerb, string]>([
    ['approve', 'approve the ferry story'],
    ['approve', 'please approve “Ferry to Larkmoor stops for the winter”'],
    ['approve', 'approve run-1/story_02'],
    ['approve', 'approve it'],
    ['approve', 'OK, publish that one please'],
    ['approve', 'approve'],
    ['approve', 'approve both'],
    ['approve', 'publish everything please'],
    ['approve', 'yes, approve please'],
    ['approve', 'this story is approved'],
    ['approve', 'you can publish this'],
    ['approve', 'go ahead and post it'],
    ['approve', '批准呢篇'],
    ['approve', '批准渡輪嗰篇'],
    ['approve', '呢篇可以出街'],
    ['approve', '批准'],
    ['approve', '批准渡輪'],
    ['kill', 'withdraw it, the council denies all of it'],
    ['kill', 'kill: it names a minor'],
    ['kill', 'take that down'],
    ['kill', 'drop the Larkmoor one'],
    ['kill', '撤回佢'],
    ['retry', 'bring it back'],
    ['retry', 'bring the ferry story back'],
    ['retry', '恢復呢篇'],
    ['hold', 'hold this story until the council has answered our questions about the tolls'],
    ['hold', 'Please wait with the ferry'],
    ['hold', 'the ferry can wait, hold it'],
    ['approve', 'the ferry story can go out'],
    ['approve', 'ferry: good to go'],
    ['kill', 'take the ferry story down please'],
    ['kill', '渡輪嗰篇收返'],
    ['hold', '渡輪嗰篇住先'],
    ['correct', 'correct: it said 12 dead, but there were 14'],
    ['follow', 'let us know if anything new comes of this story'],
    ['approve', 'approve #ferry-to-larkmoor'],
  ])('%s: %s', (action, said) => {
    expect(spokenOf(action, said)).toBe(true);
  });

  it('is called by no name of somebody, and no reason is such a name', () => {
    expect(spokenOf('approve', 'approve what @“Ferry to Larkmoor” wrote')).toBe(false);
    expect(saidBy('correct it as @“the mayor has resigned” told us', 'the mayor has resigned')).toBe(false);
  });

  it.each<[StoryVerb, string]>([
    ['approve', 'Post a summary of this page please: https://first.test/mill'],
    ['approve', 'Okay, read this page for me'],
    ['approve', 'ok, read this'],
    ['approve', 'Post a summary of this'],
    ['approve', 'publish a list of what we have'],
    ['approve', 'approve the tunnel'],
    ['approve', 'ok, it is clear now, thanks'],
    ['approve', 'yes, go ahead'],
    ['approve', "don't post the ferry yet"],
    ['approve', 'hold the ferry until I approve it'],
    ['approve', '渡輪嗰篇唔好發佈住'],
    ['kill', "don't kill the ferry story"],
    ['retry', 'try again please'],
    ['retry', 'explain it again please'],
    ['hold', 'can you check this? https://first.test/mill'],
    ['hold', 'wait, that is odd'],
    ['hold', 'hold on, what does this say'],
    ['follow', 'give me an update on this'],
    ['follow', 'watch out for this one'],
    ['approve', '唔該睇下呢篇，撮要發佈喺度'],
    ['approve', '批准隧道'],
    ['kill', 'Please remove the links of that page and tell me what it says'],
    ['kill', 'cancel my lunch'],
    ['retry', 'try again to open the page please'],
    ['hold', 'check this page please: https://first.test/mill'],
    ['hold', 'please wait until I have read the page'],
    ['follow', 'watch the weather page'],
  ])('not by %s: %s', (action, said) => {
    expect(spokenOf(action, said)).toBe(false);
  });

  it('is named in the language of the editor or of the story', () => {
    const chinese = { ...record, status: { ...record.status, title: '智利地震增至十一人死亡' } };
    const spoken = (said: string) =>
      isSpokenOf({ given: 'run-1/story_02', record: chinese, action: 'approve' }, { said, saidBefore: '' });
    expect(spoken('approve the earthquake story')).toBe(true);
    expect(spoken('publish the Chile one')).toBe(true);
    expect(spoken('批准智利嗰篇')).toBe(true);
    expect(spoken('approve the ferry story')).toBe(false);
    expect(spoken('Post a summary of this page please: https://first.test/mill')).toBe(false);
  });

  it('counts words that the model gives for it where they are the person’s and name something', () => {
    expect(spokenOf('approve', 'approve the boat thing', 'boat')).toBe(true);
    expect(spokenOf('approve', 'approve the boat thing', 'winter')).toBe(false);
    expect(spokenOf('approve', 'post a summary of the page', 'page')).toBe(false);
  });

  it('goes by what was said before only where little is said now', () => {
    expect(spokenOf('approve', 'approve for tonight', undefined, 'what about the ferry?')).toBe(true);
    expect(
      spokenOf('approve', 'post a summary of the page that I gave you an hour ago', undefined, 'the ferry?'),
    ).toBe(false);
  });
});
