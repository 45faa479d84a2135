/** What people ask of newsletters in plain words, and what only speaks of one. */
import { describe, expect, it } from 'vitest';
import { newsletterQuestion } from '../../src/newsletter/newsletter-question.ts';
import type { NewsletterQuestion } from '../../src/newsletter/newsletter-question.ts';

const ASKED: readonly [said: string, asked: NewsletterQuestion][] = [
  ["what's in today's newsletter?", { action: 'contents', day: 'today' }],
  ['Show me the newsletter', { action: 'contents' }],
  ['which stories are in the newsletter', { action: 'contents' }],
  ['what does the newsletter say about the harbour?', { action: 'contents', about: 'the harbour' }],
  [
    "did yesterday's newsletter cover the ferry crash",
    { action: 'contents', about: 'the ferry crash', day: 'yesterday' },
  ],
  ['今日嘅通訊有咩內容？', { action: 'contents', day: 'today' }],
  ['今天的通訊有哪些報道？', { action: 'contents', day: 'today' }],
  ['顯示通訊內容', { action: 'contents' }],
  ['今日嘅通訊有冇講地鐵？', { action: 'contents', about: '地鐵', day: 'today' }],
  ['how far is the newsletter?', { action: 'status' }],
  ['is the newsletter ready yet', { action: 'status' }],
  ['why did the newsletter stop?', { action: 'status' }],
  ['did the newsletter go out, and to whom?', { action: 'status' }],
  ['who got the newsletter', { action: 'status' }],
  ["when did yesterday's newsletter go out?", { action: 'status', day: 'yesterday' }],
  ["what's the status of newsletter_20261120?", { action: 'status', session: 'newsletter_20261120' }],
  ['通訊做到邊？', { action: 'status' }],
  ['通訊發送咗未？發咗畀邊個？', { action: 'status' }],
  ['昨天的通訊發出了嗎？發給了誰？', { action: 'status', day: 'yesterday' }],
  ['通讯发送了吗？', { action: 'status' }],
  ["please make today's newsletter", { action: 'run' }],
  ['make me a newsletter', { action: 'run' }],
  ['send me the newsletter', { action: 'contents' }],
  ['make the newsletter and send it', { action: 'run' }],
  ['製作今日嘅通訊', { action: 'run' }],
  ['resume the newsletter', { action: 'run', resume: true }],
  ['retry the newsletter', { action: 'run', resume: true }],
  ['please try the newsletter again', { action: 'run', resume: true }],
  ['go on with newsletter_20261120', { action: 'run', resume: true, session: 'newsletter_20261120' }],
  ['繼續製作通訊', { action: 'run', resume: true }],
  ['重試通訊', { action: 'run', resume: true }],
  ['run the newsletter again', { action: 'run' }],
  ['show me the newsletter draft', { action: 'contents' }],
  ['did Bob get the newsletter?', { action: 'status' }],
  ['is there a newsletter today?', { action: 'status', day: 'today' }],
  ['how long did the newsletter take?', { action: 'status' }],
  ['which sources does the newsletter use?', { action: 'contents' }],
  ['通訊有幾多篇？', { action: 'contents' }],
  ["has ann@example.org received yesterday's newsletter yet", { action: 'status', day: 'yesterday' }],
  ['resend the newsletter to bob@example.org', { action: 'send' }],
  ['send the newsletter', { action: 'send' }],
  ['send newsletter_20261120', { action: 'send', session: 'newsletter_20261120' }],
];

describe('a question about the newsletter', () => {
  it.each(ASKED)('%s', (said, asked) => expect(newsletterQuestion(said)).toEqual(asked));

  it.each([
    'remember that the newsletter is sent on Fridays',
    'send the newsletter every Friday at 8',
    'write a story about the newsletter',
    'is the story about the newsletter office true?',
    'what did the newsletter of the council say about rents?',
    'did the old mill reopen?',
    'did the minister get a call about the newsletter?',
    'did they retry the newsletter idea in Leeds?',
    'resume make a newsletter',
    'Ben wrote “send the newsletter”. Why?',
    'what does this page say?\n> send the newsletter',
    '通訊社講咗咩',
    '我哋通訊錄喺邊',
    '寄電子報嘅公司破產咗未',
  ])('is not: %s', (said) => expect(newsletterQuestion(said)).toBeUndefined());
});
