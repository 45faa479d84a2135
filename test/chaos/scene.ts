/** The world of a chaos: a Discord with people, outlets with news, a language model, all on loopback. */
import type { APIUser } from 'discord-api-types/v10';
import { PermissionFlagsBits } from 'discord.js';
import type { RequestListener } from 'node:http';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel, Guild } from '../support/discord/world.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { loopbackPress } from '../support/sources/loopback-press.ts';
import type { LoopbackPress, PressPage } from '../support/sources/loopback-press.ts';
import { chaosBrain } from './brain.ts';
import { OUTLETS, happening } from './happenings.ts';

const sample = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));
const EDITION = 'chaos';
const NEWS_EVERY_MS = 9_000;

export interface Scene {
  readonly discord: LoopbackDiscord;
  readonly guild: Guild;
  readonly editors: readonly APIUser[];
  /** The newsroom's desk channel first. */
  readonly channels: readonly Channel[];
  readonly gemini: LoopbackGemini;
  readonly press: LoopbackPress;
  readonly pages: PressPage[];
  /** How the outlets answer instead of telling their news, while something is wrong with them. */
  meddle: ((path: string, host: string) => RequestListener | undefined) | undefined;
  /** The settings of a desk in this world. */
  readonly env: Readonly<Record<string, string>>;
  /** Write the edition into a home. */
  furnish(home: string): void;
  close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
  const [discord, gemini] = [
    await LoopbackDiscord.start({ acknowledgeMs: 3_000 }),
    await LoopbackGemini.start(),
  ];
  gemini.answer(chaosBrain());
  const guild = discord.addGuild({ name: 'Newsroom' });
  const role = discord.addRole(guild, 'editors', PermissionFlagsBits.ManageChannels);
  const editors = ['anna', 'ben', 'chris'].map((name) =>
    discord.addPerson(name, { guilds: [guild], roles: [role] }),
  );
  const channels = ['news', 'talk', 'sports'].map((name) => discord.addChannel(guild, { name }));
  const pages: PressPage[] = [];
  const press = await loopbackPress(pages, (path, host) => scene.meddle?.(path, host));
  let told = 0;
  const tell = () => pages.push(...happening(told++, Date.now() - 60_000));
  for (let n = 0; n < 3; n++) tell();
  const teller = setInterval(tell, NEWS_EVERY_MS);
  const scene: Scene = {
    ...{ discord, guild, editors, channels, gemini, press, pages },
    meddle: undefined,
    env: {
      NIGHTDESK_EDITION: EDITION,
      NIGHTDESK_TZ: 'Europe/London',
      NIGHTDESK_MIN_INTERVAL: '1s',
      DISCORD_TOKEN: discord.token,
      DISCORD_API_BASE: discord.api,
      GEMINI_API_KEYS: 'a-key',
      GEMINI_BASE_URL: gemini.baseUrl,
      FETCH_ALLOW_PRIVATE: OUTLETS.map((name) => `${name}.localhost:${press.port}`).join(','),
    },
    furnish: (home) => {
      const { sample: _served, ...given } = JSON.parse(readFileSync(sample, 'utf8')) as Record<
        string,
        unknown
      >;
      const edition = { ...given, ...editionOf(channels[0]!, press) };
      mkdirSync(join(home, 'data', 'editions'), { recursive: true });
      writeFileSync(join(home, 'data', 'editions', `${EDITION}.json`), JSON.stringify(edition));
    },
    close: async () => {
      clearInterval(teller);
      await gemini.close();
      await press.close();
      await discord.close({ allowViolations: true });
    },
  };
  return scene;
}

/** What differs from the sample: own feeds, one short story after the other, no pictures. */
function editionOf(desk: Channel, press: LoopbackPress): object {
  return {
    name: EDITION,
    title: 'Nightdesk under fire',
    desk: { discord: desk.id },
    feeds: OUTLETS.map((key) => ({
      key,
      url: press.at(`http://${key}.localhost/feed.xml`),
      label: key,
      region: 'uk',
      language: 'en',
    })),
    tiers: { T1: ['gazette.localhost'], T2: ['courier.localhost', 'wire.localhost'], T3: [] },
    schedules: [{ name: 'Planner', profile: 'planner_hourly', every: '10s', startAfter: '3s', quiet: true }],
    lengths: {
      story: { unit: 'words', min: 30, max: 1_200 },
      rescue: { unit: 'words', min: 20, max: 800 },
      desk: { words: [30, 400], cjk: [100, 1_200] },
    },
    pictures: false,
    models: { chains: { cluster: ['desk'], merge: ['desk'], translate: ['desk'], newsletter: ['desk'] } },
  };
}
