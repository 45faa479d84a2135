import { describe, expect, it } from 'vitest';
import type { CommandContext } from '../../src/feature/command.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import type { Actor } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { ann, newsroom, other, person, placeDesk, thread, withPlaces } from '../support/place-desk.ts';
import type { PlaceDesk } from '../support/place-desk.ts';

const bob = person('Bob', 'jobs');
const chief = person('Chief', 'jobs', 'desk');
const deleted = '#news was deleted in Discord';
const foreign = parseSessionKey('discord:300');

const rights = {
  Ann: { [other]: ['talk', 'jobs'], [foreign]: ['talk', 'jobs'] },
  Bob: { [other]: ['talk', 'jobs'] },
  Chief: { [other]: ['talk', 'jobs', 'desk'] },
  Eve: { [other]: ['talk'] },
} as const;

/** In a direct message there is no server, and rights are those of the allow-list. */
const dm = ({ guild: _guild, ...actor }: Actor): Partial<CommandContext> => ({
  session: parseSessionKey('discord:900'),
  actor: { ...actor, rights: ['talk', 'jobs'] },
});

async function opened() {
  const house = placeDesk({ rights });
  await withPlaces(house);
  const origin = { channel: 'discord', chatId: '300', guildId: '8', kind: 'channel' } as const;
  await house.stores.sessions.open({ key: foreign, origin, title: '#elsewhere' }, house.clock.now());
  await house.job('Morning', newsroom);
  await house.job('Old', newsroom, ann, false);
  await house.job('Follow', thread, bob);
  house.clock.set(house.clock.now() + 1);
  await house.places.gone(newsroom, deleted);
  house.clock.set(house.clock.now() + 1);
  return house;
}

const placed = async (house: PlaceDesk) =>
  (await house.cron.list({ includeDisabled: true })).map(
    ({ name, enabled, payload }) =>
      `${name} ${enabled ? 'runs' : 'is paused'} in ${payload.kind === 'agentTurn' && payload.sessionKey}`,
  );

describe('"Bind elsewhere"', () => {
  it('offers the channels where this person may manage jobs, and moves what the person has made', async () => {
    const house = await opened();
    const reply = await house.invoke('places bind', { from: newsroom }, dm(ann));
    expect(reply).toMatchObject({
      ephemeral: true,
      text: 'Where shall the 2 automations run?',
      choose: { name: 'places bind', options: { from: newsroom }, option: 'to' },
    });
    expect(reply.choose!.choices).toContainEqual({ name: `#${other}`, value: other });
    const moved = await house.invoke('places bind', { from: newsroom, to: other }, dm(ann));
    expect(moved.text).toMatch(
      /^They run in #sport from now on:\n- \*\*Morning\*\*: next Mon,? 5 Jan, 07:30/,
    );
    expect(moved.text).toContain('**Old**: paused; /cron resume starts it');
    expect(await placed(house)).toEqual([
      `Morning runs in ${other}`,
      `Old is paused in ${other}`,
      `Follow is paused in ${thread}`,
    ]);
    expect((await house.invoke('places bind', { from: newsroom }, dm(ann))).text).toContain('whoever made');
    await house.die();
  });

  it('lets those who manage the server decide about all, in Chinese too', async () => {
    const house = await opened();
    const options = { from: newsroom, to: other };
    const { text } = await house.invoke('places bind', options, {
      actor: chief,
      session: other,
      locale: 'zh',
    });
    expect(text).toMatch(/^由現在起改在 #sport 執行：\n- \*\*Morning\*\*: 下次 1月5日（一）07:30/);
    expect(await placed(house)).toContain(`Follow runs in ${other}`);
    await house.die();
  });

  it('keeps servers apart, whatever rights somebody has in both', async () => {
    const house = await opened();
    const to = await house.invoke('places bind', { from: newsroom, to: foreign }, dm(ann));
    expect(to.text).toContain('belong to another server');
    const actor = { ...ann, guild: '8' };
    const from = await house.invoke('places bind', { from: newsroom, to: foreign }, { actor });
    expect(from.text).toContain('belong to another server');
    const drop = await house.invoke('places drop', { from: newsroom }, { actor });
    expect(drop.text).toContain('belong to another server');
    expect(await placed(house)).toContain(`Morning is paused in ${newsroom}`);
    await house.die();
  });

  it('refuses, in a sentence, who may not, where nothing can run, and what is no place', async () => {
    const house = await opened();
    const say = async (options: object, actor: Actor) =>
      (await house.invoke('places bind', { ...options }, dm(actor))).text;
    expect(await say({ from: newsroom }, person('Eve'))).toContain('You may not decide this');
    expect(await say({ from: newsroom, to: other }, person('Eve'))).toContain('You may not decide this');
    expect(await say({ from: newsroom, to: newsroom }, ann)).toContain('You may not decide this');
    expect(await say({ from: newsroom, to: 'nowhere' }, ann)).toContain('can not be bound to that channel');
    expect(await say({ from: other }, ann)).toContain('Nothing is left to decide');
    await house.places.lost(other, 'no access');
    expect(await say({ from: newsroom, to: other }, ann)).toContain('can not be bound to that channel');
    expect(await placed(house)).toContain(`Morning is paused in ${newsroom}`);
    await house.die();
  });

  it('leaves alone what somebody changed meanwhile, and says so', async () => {
    const house = await opened();
    const morning = (await house.cron.list({ includeDisabled: true }))[0]!;
    await house.cron.update(morning.id, { name: 'Dawn' });
    const { text } = await house.invoke('places bind', { from: newsroom, to: other }, { actor: chief });
    expect(text).toContain(
      'Left as they are, because somebody changed them since or they are not yours: **Dawn**',
    );
    expect(await placed(house)).toContain(`Dawn is paused in ${newsroom}`);
    await house.die();
  });

  it('moves what would never run again, and leaves it paused', async () => {
    const house = placeDesk({ rights });
    await withPlaces(house);
    const atMs = house.clock.now() + 60_000;
    const payload = { kind: 'agentTurn', message: 'x', sessionKey: newsroom };
    await house.cron.add({ name: 'Once', schedule: { kind: 'at', atMs }, payload }, { kind: 'gateway' });
    await house.places.lost(newsroom, 'no access');
    house.clock.set(atMs + 1);
    const { text } = await house.invoke('places bind', { from: newsroom, to: other }, { actor: ann });
    expect(text).toContain('**Once**: paused');
    expect(await placed(house)).toEqual([`Once is paused in ${other}`]);
    await house.die();
  });

  it('opens a channel that was offered and that the desk does not know yet', async () => {
    const house = placeDesk({ rights: { Ann: { 'discord:400': ['jobs'] } } });
    await withPlaces(house);
    await house.job('Morning', newsroom);
    await house.places.gone(newsroom, deleted);
    const { text } = await house.invoke('places bind', { from: newsroom, to: 'discord:400' }, dm(ann));
    expect(text).toContain('They run in #discord:400');
    const session = await house.stores.sessions.get(parseSessionKey('discord:400'));
    expect(session?.origin).toMatchObject({ guildId: '9', kind: 'channel' });
    await house.die();
  });
});

describe('"Remove"', () => {
  it('removes the jobs of whoever presses it, and nobody else’s', async () => {
    const house = await opened();
    const reply = await house.invoke('places drop', { from: newsroom }, dm(bob));
    expect(reply.text).toBe(
      'Removed:\n- **Follow**\nLeft as they are, because somebody changed them since or they are not yours: **Morning**, **Old**.',
    );
    expect((await house.invoke('places drop', { from: newsroom }, dm(bob))).text).toContain('You may not');
    expect((await house.invoke('places drop', { from: newsroom }, { actor: chief })).text).toContain(
      'Removed',
    );
    expect(await placed(house)).toEqual([]);
    await house.die();
  });

  it('takes the rights of a server for jobs that nobody there has made, and the operator’s for all', async () => {
    const house = await opened();
    await house.job('Sport', other, GATEWAY);
    await house.places.gone(other, '#sport was deleted in Discord');
    const eve = { actor: person('Eve') };
    expect((await house.invoke('places drop', { from: other }, eve)).text).toContain('You may not');
    expect((await house.invoke('places drop', { from: other }, { actor: ann })).text).toContain('**Sport**');
    const operator = { actor: GATEWAY, session: parseSessionKey('console:desk') };
    expect((await house.invoke('places drop', { from: newsroom }, operator)).text).toContain('**Follow**');
    await house.die();
  });
});
