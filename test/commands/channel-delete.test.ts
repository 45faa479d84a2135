import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/feature/command.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { newsroom, other, person, placeDesk, thread, withPlaces } from '../support/place-desk.ts';
import type { PlaceDesk } from '../support/place-desk.ts';

const bob = person('Bob', 'jobs');

async function opened() {
  const house = placeDesk();
  await withPlaces(house);
  await house.job('Morning', newsroom);
  await house.job('Follow', thread, bob, false);
  return house;
}

/** Press the button that does it. */
const press = (house: PlaceDesk, { confirm }: Reply, more = {}) =>
  house.invoke(confirm!.name, { ...confirm!.options }, more);

describe('/channel delete', () => {
  it('is blocked with the list of jobs and two buttons, and touches nothing', async () => {
    const house = await opened();
    const reply = await house.invoke('channel delete');
    expect(reply).toMatchObject({
      ephemeral: true,
      confirm: { label: 'Delete 2 automations and then the channel', keep: 'Keep' },
    });
    expect(reply.text.split('\n')).toEqual([
      'This channel has 2 automations, those of its threads included. Nothing was deleted.',
      '- **Morning**: every day at 07:30, London time; enabled',
      '- **Follow** <#101>: every day at 07:30, London time; paused',
      "Discord can't bring a deleted channel back; its messages go with it.",
    ]);
    expect(await house.jobs()).toEqual(['Morning', 'Follow: paused']);
    expect(house.there.attempts).toEqual([]);
    await house.die();
  });

  it('speaks Chinese', async () => {
    const house = await opened();
    const reply = await house.invoke('channel delete', {}, { locale: 'zh' });
    expect(reply.confirm).toMatchObject({ label: '刪除 2 項工作，然後刪除頻道', keep: '保留' });
    expect(reply.text).toContain('- **Morning**：每天 07:30');
    const done = await press(house, reply, { locale: 'zh' });
    expect(done.text).toBe('頻道已刪除，連同 2 項定時工作。在那裡跟我說過的話已存檔。');
    await house.die();
  });

  it('deletes the jobs and then the channel, once the button is pressed', async () => {
    const house = await opened();
    const reply = await press(house, await house.invoke('channel delete'));
    expect(reply.text).toBe(
      'The channel is deleted, and 2 automations with it. What was said to me there is archived.',
    );
    expect([...house.there.gone]).toEqual(['100']);
    expect(await house.jobs()).toEqual([]);
    await house.die();
  });

  it('asks without jobs too: a deletion is for good', async () => {
    const house = await opened();
    const reply = await house.invoke('channel delete', {}, { session: other });
    expect(reply.confirm).toMatchObject({ label: 'Delete the channel', keep: 'Keep' });
    expect((await press(house, reply, { session: other })).text).toMatch(/^The channel is deleted\. /);
    expect([...house.there.gone]).toEqual(['200']);
    await house.die();
  });

  it('lists anew, and deletes nothing, when jobs came after the list', async () => {
    const house = await opened();
    const reply = await house.invoke('channel delete');
    await house.job('Evening', newsroom);
    const again = await press(house, reply);
    expect(again.text).toContain('**Evening**');
    expect(again.confirm?.label).toBe('Delete 3 automations and then the channel');
    expect(house.there.attempts).toEqual([]);
    expect((await press(house, again)).text).toContain('3 automations with it');
    await house.die();
  });

  it('says why, when the platform refuses, and all is as before', async () => {
    const house = await opened();
    house.there.fates.push({ kind: 'refused', because: 'missing permission Manage Channels' });
    const reply = await press(house, await house.invoke('channel delete'));
    expect(reply.text).toBe(
      'Discord did not delete the channel: missing permission Manage Channels. All is as before, and 1 automation can run again.',
    );
    expect(await house.jobs()).toEqual(['Morning', 'Follow: paused']);
    await house.die();
  });

  it('cuts a long list, and counts the rest', async () => {
    const house = await opened();
    for (let n = 0; n < 40; n++) await house.job(`Job ${n} ${'x'.repeat(150)}`, newsroom);
    const { text } = await house.invoke('channel delete');
    expect(text.length).toBeLessThan(2_000);
    expect(text).toMatch(/- … and \d+ more/);
    await house.die();
  });

  it('is for those who may manage jobs, at the button too, and for places that can be deleted', async () => {
    const house = await opened();
    const eve = person('Eve');
    expect((await house.invoke('channel delete', {}, { actor: eve })).text).toContain('Eve, you may not use');
    const reply = await house.invoke('channel delete');
    expect((await press(house, reply, { actor: eve })).text).toContain('Eve, you may not use');
    const elsewhere = { session: parseSessionKey('console:desk') };
    expect((await house.invoke('channel delete', {}, elsewhere)).text).toContain(
      'Only channels and threads in Discord',
    );
    expect((await press(house, reply, elsewhere)).refused).toBe(true);
    const unknown = { session: parseSessionKey('discord:555') };
    expect((await house.invoke('channel delete', {}, unknown)).text).toContain(
      'I do not know this place yet',
    );
    const dm = parseSessionKey('discord:556');
    const origin = { channel: 'discord', chatId: '556', kind: 'dm' } as const;
    await house.stores.sessions.open({ key: dm, origin, title: '@Ann' }, 0);
    expect((await house.invoke('channel delete', {}, { session: dm })).text).toContain('A direct message');
    expect(house.there.attempts).toEqual([]);
    await house.die();
  });

  it('names the jobs of the system, which stay', async () => {
    const house = await opened();
    await house.job('Plan', thread, { kind: 'system', name: 'Nightdesk', rights: [] });
    expect((await house.invoke('channel delete')).text).toMatch(/Not deleted with it, .*: \*\*Plan\*\*/);
    await house.die();
  });
});

describe('/thread delete', () => {
  it('deletes a thread with its jobs; each of the two commands points to the other', async () => {
    const house = await opened();
    expect((await house.invoke('channel delete', {}, { session: thread })).text).toContain(
      '`/thread delete`',
    );
    expect((await house.invoke('thread delete')).text).toContain('`/channel delete`');
    const reply = await house.invoke('thread delete', {}, { session: thread, actor: bob });
    expect(reply.confirm?.label).toBe('Delete 1 automation and then the thread');
    expect((await press(house, reply, { session: thread })).text).toMatch(
      /^The thread is deleted, and 1 automation with it/,
    );
    expect([...house.there.gone]).toEqual(['101']);
    expect(await house.jobs()).toEqual(['Morning']);
    await house.die();
  });
});

it('lists the two commands, and not what is behind the buttons', async () => {
  const house = await opened();
  const names = house.commands.list().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['channel delete', 'thread delete']));
  expect(names.filter((name) => name.startsWith('places'))).toEqual([]);
  await house.die();
});
