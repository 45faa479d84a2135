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

  it('needs a key of whole characters', () => {
    expect(() => parseSessionKey('console:\ud800')).toThrow(/half a character/);
  });
});
