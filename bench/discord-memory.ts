/** What a thousand channels in a hundred guilds weigh, over one: the program as people run it, connected and quiet. */
import { bind, withDesk } from './discord-desk.ts';
import { DiscordTown, routesOf } from './discord-town.ts';
import { median, residentMb } from './figures.ts';
import type { Row } from './row.ts';

const SMALL = { guilds: 1, channels: 1, members: 1 };
const LARGE = { guilds: 100, channels: 10, members: 100 };
const ROUNDS = 3;
const QUIET_MS = 3_000;
/** In each channel, when people talk everywhere. */
const TALK = 10;

interface Weighed {
  readonly mb: number;
  readonly connectedMs: number;
}

export async function benchDiscordMemory(): Promise<Row[]> {
  const small = await DiscordTown.build(SMALL);
  const large = await DiscordTown.build(LARGE);
  try {
    const [few, many]: [Weighed[], Weighed[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await weighed(small));
      many.push(await weighed(large));
    }
    const talked = await afterTalk(large);
    const mb = (all: Weighed[]) => median(all.map((one) => one.mb));
    const ms = (all: Weighed[]) => median(all.map((one) => one.connectedMs));
    const row = (what: string, value: number, unit: string): Row => ({ what, value, unit, goal: '' });
    return [
      row('resident memory, 1 channel in 1 guild, median of 3', mb(few), 'MB'),
      row('resident memory, 1,000 channels in 100 guilds', mb(many), 'MB'),
      row('the difference', mb(many) - mb(few), 'MB'),
      row('1,000 channels with jobs, 10 messages heard in each', talked, 'MB'),
      row('process start to connected, 1 channel', ms(few), 'ms'),
      row('process start to connected, 1,000 channels', ms(many), 'ms'),
    ];
  } finally {
    await small.close();
    await large.close();
  }
}

function weighed(town: DiscordTown): Promise<Weighed> {
  return withDesk(town, { asShipped: true }, async ({ child, connectedMs }) => {
    await quiet();
    return { mb: residentMb(child.pid!), connectedMs };
  });
}

async function afterTalk(town: DiscordTown): Promise<number> {
  return withDesk(town, { asShipped: true }, async (desk) => {
    await bind(desk, town.channels);
    const { channels } = town;
    const last = channels.at(-1)!;
    for (let n = 0; n < TALK; n++) {
      for (const [at, channel] of channels.entries())
        town.say(channel, at + n, `Observed ${n}: the vote is before noon.`);
      const answered = town.arrival('POST', routesOf(last).messages);
      town.ask(last, n);
      await answered;
    }
    await quiet();
    return residentMb(desk.child.pid!);
  });
}

function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}
