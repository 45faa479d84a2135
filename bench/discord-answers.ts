/**
 * How long somebody on Discord waits: from the gateway's event to the typing indicator and to the answer, and from an
 * interaction to its acknowledgement. One at a time, each time as the loopback Discord sees it.
 */
import { withDesk } from './discord-desk.ts';
import { DiscordTown, routesOf } from './discord-town.ts';
import { percentile } from './figures.ts';
import type { Row } from './row.ts';

const SIZE = { guilds: 2, channels: 10, members: 10 };
const WARM = 50;
const ASKED = 300;
/** Interactions are answered by the client, which keeps Discord's limit: not more than it lets through. */
const BETWEEN_MS = 30;
const UNLIMITED = { BENCH_PER_SECOND: '100000' };

export async function benchDiscordAnswers(): Promise<Row[]> {
  const town = await DiscordTown.build(SIZE);
  try {
    const instant = await withDesk(town, { env: UNLIMITED }, async () => [
      ...(await questions(town, 'instant model')),
      ...(await interactions(town)),
    ]);
    const desk = await withDesk(town, { env: { ...UNLIMITED, BENCH_MODEL: 'desk' } }, () =>
      questions(town, 'desk model'),
    );
    return [...instant, ...desk];
  } finally {
    await town.close();
  }
}

async function questions(town: DiscordTown, model: string): Promise<Row[]> {
  const [typing, answers]: [number[], number[]] = [[], []];
  for (let n = 0; n < WARM + ASKED; n++) {
    const channel = town.channels[n % town.channels.length]!;
    const routes = routesOf(channel);
    const shown = town.arrival('POST', routes.typing);
    const answered = town.arrival('POST', routes.messages);
    const begun = performance.now();
    town.ask(channel, n);
    const [shownAt, answeredAt] = await Promise.all([shown, answered]);
    if (n >= WARM) {
      typing.push(shownAt - begun);
      answers.push(answeredAt - begun);
    }
    await pause(5);
  }
  return [
    ...waits(`question to typing, ${model}`, typing),
    ...waits(`question to answer, ${model}`, answers),
  ];
}

async function interactions(town: DiscordTown): Promise<Row[]> {
  const taken: number[] = [];
  for (let n = 0; n < WARM + ASKED; n++) {
    const channel = town.channels[n % town.channels.length]!;
    const acknowledged = new Promise<number>((resolve) => {
      const stop = town.watch(({ path, atMs }) => {
        if (!path.startsWith('/interactions/')) return;
        stop();
        resolve(atMs);
      });
    });
    const begun = performance.now();
    const asked = town.discord.slash(town.person(channel), channel, 'cron list');
    const at = await acknowledged;
    await asked.final();
    if (n >= WARM) taken.push(at - begun);
    await pause(BETWEEN_MS);
  }
  return waits('interaction to acknowledgement (/cron list)', taken, '< 3,000');
}

function waits(what: string, samples: readonly number[], goal = ''): Row[] {
  return [
    { what: `${what}, p50`, value: percentile(samples, 0.5), unit: 'ms', goal },
    { what: `${what}, p99`, value: percentile(samples, 0.99), unit: 'ms', goal },
  ];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
