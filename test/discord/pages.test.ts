import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/feature/command.ts';
import { readSignedId } from '../../src/channels/discord/component-ids.ts';
import { KeptOptions } from '../../src/channels/discord/kept-options.ts';
import { Pages } from '../../src/channels/discord/pages.ts';
import type { ReplyPiece } from '../../src/channels/discord/pages.ts';
import { replyMessage } from '../../src/channels/discord/reply-payload.ts';
import { componentsOf } from '../support/discord/components.ts';
import type { ComponentLike } from '../support/discord/components.ts';

const KEY = Buffer.from('key');
const LINES = Array.from(
  { length: 60 },
  (_, n) => `- [Claim ${n} of the story](https://first.test/story-${n}) is borne out by its source.`,
);

function asked(change: Partial<Reply> = {}, locale: 'en' | 'zh' = 'en', pages = new Pages(KEY)) {
  const reply: Reply = { text: LINES.join('\n'), ephemeral: true, ...change };
  const audience = { channel: '1', user: '7' };
  const kept = new KeptOptions();
  return {
    pages,
    message: replyMessage(reply, {
      key: KEY,
      audience,
      nowMs: 0,
      locale,
      kept,
      pages,
      command: 'story sources',
    }),
  };
}
const buttons = ({ components = [] }: ReplyPiece) => componentsOf(components as ComponentLike[]);
const labels = (message: ReplyPiece) => buttons(message).flatMap(({ label }) => label ?? []);

function press(pages: Pages, message: ReplyPiece, label: string, by = '7') {
  const id = buttons(message).find((one) => one.label === label)!.custom_id!;
  const read = readSignedId(KEY, id, { channel: '1', user: by }, 10 * 365 * 86_400_000);
  return read.kind === 'ok' ? pages.turn(read.options, 'en') : read.kind;
}

describe('a long answer', () => {
  it('is one message, whose pages follow each other without losing a line', () => {
    const { pages, message } = asked();
    const texts = [message.content];
    let shown = message;
    expect(labels(shown)).toEqual(['◀ Back', '1/3', 'Next ▶']);
    for (let at = 2; at <= 3; at++) {
      const turned = press(pages, shown, 'Next ▶');
      if (typeof turned === 'string' || !('page' in turned)) throw new Error('there is no page');
      shown = turned.page;
      expect(labels(shown)).toContain(`${at}/3`);
      texts.push(shown.content);
    }
    expect(texts.join('\n').split('\n')).toEqual(LINES);
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(2_000);
    const back = press(pages, shown, '◀ Back');
    expect(back).toMatchObject({ page: { content: texts[1] } });
  });

  it('has what is under it on its last page', () => {
    const confirm = { label: 'Kill it', name: 'story kill', options: { story: 'x' } };
    const { pages, message } = asked({ confirm, text: LINES.slice(0, 30).join('\n') });
    expect(labels(message)).toEqual(['◀ Back', '1/2', 'Next ▶']);
    const turned = press(pages, message, 'Next ▶') as { page: ReplyPiece };
    expect(labels(turned.page)).toEqual(['◀ Back', '2/2', 'Next ▶', 'Kill it', 'Keep']);
  });

  it('is turned by whom it is for, in the words of the reader', () => {
    const { pages, message } = asked();
    expect(press(pages, message, 'Next ▶', '8')).toBe('forged');
    expect(labels(asked({}, 'zh').message)).toEqual(['◀ 上一頁', '1/3', '下一頁 ▶']);
  });

  it('says which command to use when its pages are kept no more', () => {
    const { message } = asked();
    expect(press(new Pages(KEY), message, 'Next ▶')).toEqual({
      gone: 'The other pages of this answer are kept no more. Use /story sources again to read them.',
    });
    const { pages, message: oldest } = asked();
    for (let n = 0; n < 200; n++) asked({}, 'en', pages);
    expect(press(pages, oldest, 'Next ▶')).toHaveProperty('gone');
  });

  it('has no buttons when it is short', () => {
    expect(asked({ text: 'Short.' }).message).toEqual({ content: 'Short.' });
  });
});
