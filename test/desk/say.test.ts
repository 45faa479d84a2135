import { describe, expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { smallDesk } from '../support/small-desk.ts';

describe('what people say', () => {
  it('is never taken for what was said elsewhere, whatever the client calls it', async () => {
    const { desk, conductor } = smallDesk();
    const say = (key: string, text: string, clientId: string) =>
      desk.say({ session: parseSessionKey(key), text, clientId }, GATEWAY);
    const one = await say('console:p', 'first', 'q/r');
    const two = await say('console:p/q', 'second', 'r');
    expect(one.turnId).not.toBe(two.turnId);
    await conductor.idle();
    expect((await desk.history(parseSessionKey('console:p/q'), 9))[0]).toMatchObject({ content: 'second' });
  });

  it('is written down anew in a session that was deleted, though the client counts on from one', async () => {
    const { desk, conductor, deletion } = smallDesk();
    const session = parseSessionKey('console:a');
    await desk.say({ session, text: 'before', clientId: '1' }, GATEWAY);
    await conductor.idle();
    await deletion.delete(session, true, GATEWAY);
    await desk.say({ session, text: 'after', clientId: '1' }, GATEWAY);
    await conductor.idle();
    const contents = (await desk.history(session, 9)).map(({ content }) => content);
    expect(contents[0]).toBe('after');
    expect(contents).toHaveLength(2);
  });

  it.each(['', '   ', '\u200b\u200b', '\u2060 \ufeff'])(
    'is refused when nobody could see it: %j',
    async (text) => {
      const { desk } = smallDesk();
      await expect(desk.say({ session: parseSessionKey('console:a'), text }, GATEWAY)).rejects.toThrow(
        'is blank',
      );
    },
  );

  it('opens console and terminal sessions only', async () => {
    const { desk } = smallDesk();
    for (const key of ['discord:99', 'story:x/y/z', 'cron:job', 'main'])
      await expect(desk.addNote(parseSessionKey(key), 'x', 'Ann')).rejects.toThrow('there is no session');
    expect(await desk.sessions()).toEqual([]);
  });

  it('opens a session of Discord when the adapter says where it is, and not otherwise', async () => {
    const { desk, conductor } = smallDesk();
    const session = parseSessionKey('discord:99');
    const origin = { channel: 'discord', chatId: '99', kind: 'thread' as const, parent: 'discord:9' };
    await expect(desk.say({ session, text: 'hello' }, GATEWAY)).rejects.toThrow('there is no session');
    await desk.say({ session, text: 'hello', id: '1', origin, title: 'a thread' }, GATEWAY);
    await conductor.idle();
    expect(await desk.sessions()).toMatchObject([{ key: session, origin, title: 'a thread' }]);
  });

  it('is the same message under the id that its platform gave it', async () => {
    const { desk, conductor } = smallDesk();
    const session = parseSessionKey('discord:99');
    const origin = { channel: 'discord', chatId: '99' };
    const said = { session, text: 'hello', id: '1', origin };
    expect(await desk.say(said, GATEWAY)).toEqual({ turnId: 'discord:99/1' });
    expect(await desk.say(said, GATEWAY)).toEqual({ turnId: 'discord:99/1' });
    await conductor.idle();
    expect(await desk.history(session, 9)).toHaveLength(2);
  });

  it('keeps what it answers and which files came with it beside the words, and may be files alone', async () => {
    const { desk, conductor } = smallDesk();
    const session = parseSessionKey('console:a');
    const replyTo = { id: '7', author: 'Bo', text: 'x'.repeat(2_500) };
    const attachments = [{ name: 'scan.pdf', type: 'application/pdf', bytes: 9 }];
    await desk.say({ session, text: '', replyTo, attachments }, GATEWAY);
    await conductor.idle();
    const [entry] = await desk.history(session, 9);
    expect(entry).toMatchObject({ content: '', meta: { replyTo: { id: '7', author: 'Bo' }, attachments } });
    expect(entry!.meta!.replyTo!.text).toHaveLength(2_000);
  });

  it('needs a key of whole characters', () => {
    expect(() => parseSessionKey('console:\ud800')).toThrow(/half a character/);
  });
});
