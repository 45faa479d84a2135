/** The desk that benchmarks of Discord measure: a process of its own, on a home of its own. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { found, startDesk } from '../test/support/desk-process.ts';
import type { Channel } from '../test/support/discord/world.ts';
import type { DiscordTown } from './discord-town.ts';
import { withHome } from './figures.ts';

export type DeskProcess = Awaited<ReturnType<typeof startDesk>> & {
  readonly home: string;
  /** From the start of the process until it was connected and Discord had its commands, in ms. */
  readonly connectedMs: number;
  /** What its process has used of the processors so far, in ms; NaN where that is not Linux. */
  cpuMs(): number;
};

const instant = fileURLToPath(new URL('./instant-desk.js', import.meta.url));
/** A tick of /proc. */
const TICK_MS = 10;

export interface DeskOptions {
  /** The program as people run it, rather than the one with an instant model. */
  readonly asShipped?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** A desk connected to that Discord, for as long as `work` takes. */
export function withDesk<T>(
  { discord }: DiscordTown,
  { asShipped = false, env = {} }: DeskOptions,
  work: (desk: DeskProcess) => Promise<T>,
): Promise<T> {
  return withHome(async (home) => {
    quietEdition(home);
    const begun = Date.now();
    const desk = await startDesk(
      home,
      {
        NIGHTDESK_EDITION: 'bench',
        NIGHTDESK_TZ: 'Europe/London',
        DISCORD_TOKEN: discord.token,
        DISCORD_API_BASE: discord.api,
        ...env,
      },
      ...(asShipped ? [] : [instant]),
    );
    try {
      const connected = await found(() => saidAt(desk.errors(), 'Discord: commands registered'), 120_000);
      const cpuMs = () => cpuOf(desk.child.pid!);
      return await work({ ...desk, home, connectedMs: connected - begun, cpuMs });
    } finally {
      await desk.stop();
    }
  });
}

/** A job in each channel, far in the future: what people say there is heard. */
export async function bind(desk: DeskProcess, channels: readonly Channel[]): Promise<void> {
  for (const [n, { id }] of channels.entries())
    await desk.rpc('cron.add', {
      name: `Diary ${n}`,
      schedule: { kind: 'cron', expr: '0 7 1 1 *', tz: 'Europe/London' },
      sessionTarget: 'bound',
      payload: { kind: 'agentTurn', message: 'Check the diary.', sessionKey: `discord:${id}` },
      create: true,
    });
}

/** When a line of its log was written. */
function saidAt(log: string, what: string): number | undefined {
  const line = log.split('\n').find((one) => one.includes(what));
  return line === undefined ? undefined : (JSON.parse(line) as { time: number }).time;
}

/** User and system time from /proc/<pid>/stat, its 14th and 15th field. */
function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return NaN;
  }
}

/** An edition without feeds and schedules: nothing runs but what is measured. */
function quietEdition(home: string): void {
  const sample = new URL('../data/editions/sample.json', import.meta.url);
  const { sample: _, ...edition } = JSON.parse(readFileSync(sample, 'utf8')) as Record<string, unknown>;
  const folder = join(home, 'data', 'editions');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'bench.json'),
    JSON.stringify({ ...edition, name: 'bench', feeds: [], schedules: [] }),
  );
}
