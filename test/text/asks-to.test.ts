import { describe, expect, it } from 'vitest';
import { asksTo } from '../../src/text/asks-to.ts';

const POST = /\b(?:post|publish|approve)\b|發布|批准/iu;

describe('a request', () => {
  it.each([
    'post the ferry story',
    "it's not ready for Monday, but post it today",
    "don't hold it any longer, publish it",
    "don't forget to publish it",
    "why don't you publish it",
    "can't you publish it?",
    'why not publish it',
    'it was not clear and now is, so post it',
    'hold the tunnel story and publish the ferry',
    'if you like publish it',
    '可唔可以發佈呢篇',
    '好唔好發佈呢篇',
    '唔該批准呢篇',
    '不如批准呢篇',
    '唔好等喇，發佈呢篇',
    '不如發布这篇',
  ])('asks for it by %j', (said) => {
    expect(asksTo(said, POST)).toBe(true);
  });

  it.each([
    "don't post the ferry story yet",
    'do not under any circumstances publish it',
    "don't go ahead and post it",
    "I don't think we should publish it",
    'never publish it without asking me',
    'nobody should publish this',
    'hold it until I approve it',
    'tell me before you publish it',
    'let me know when the council can approve it',
    'wait for me to approve it',
    'hold the ferry post',
    'discuss it instead of posting, rather than publish it',
    '唔好發佈住',
    '唔可以發佈',
    '未可以發佈',
    '等議會答咗先發佈',
    '等我批准',
    '發佈之前俾我睇',
    '不要批准',
    '别发布这篇',
  ])('does not by %j', (said) => {
    expect(asksTo(said, POST)).toBe(false);
  });
});
