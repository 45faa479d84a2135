/**
 * A Discord on the loopback: a real HTTP and WebSocket server that speaks API v10 and gateway v10, and a small
 * honest model of what is behind them. The unmodified discord.js logs in to it.
 *
 *     const discord = await LoopbackDiscord.start();
 *     const guild = discord.addGuild({ name: 'Newsroom' });
 *     const anna = discord.addPerson('anna', { guilds: [guild] });
 *     const desk = discord.addChannel(guild, { name: 'desk' });
 *     const client = new Client({ intents, rest: { api: discord.api, version: '10' } });
 *     await client.login(discord.token);
 *
 *     discord.say(anna, desk, `<@${discord.bot.id}> hello`);            // people act: people.ts, moderation.ts
 *     const asked = discord.slash(anna, desk, 'cron list');             // and use commands: interacting.ts
 *     expect((await asked.final()).content).toContain('No jobs');
 *     discord.faults.loseAcknowledgement({ method: 'POST' });           // things go wrong: faults.ts
 *     expect(discord.messages(desk).map((it) => it.content)).toEqual([…]);
 *     expect(discord.records.pings).toEqual([]);                        // what happened: records.ts
 *     await discord.close();                                            // throws if a request broke the contract
 *
 * Everything is done in the order in which it arrives, each request in one step. No request waits for time unless a
 * fault says so. Rights bind people as they bind the bot.
 */
import { ApplicationFlags, type APIApplicationCommand, type APIUser } from 'discord-api-types/v10';
import { Faults } from './faults.ts';
import { Gateway } from './gateway.ts';
import { HttpServer } from './http-server.ts';
import { Interacting } from './interacting.ts';
import type { Interaction } from './interaction.ts';
import { Nonces } from './nonces.ts';
import { ownViolations } from './own-rules.ts';
import { RateLimits } from './rate-limits.ts';
import type { Realm } from './realm.ts';
import { Records, type RequestRecord } from './records.ts';
import { channelRoutes } from './routes/channel-routes.ts';
import { commandRoutes } from './routes/command-routes.ts';
import { guildRoutes } from './routes/guild-routes.ts';
import { identityRoutes } from './routes/identity-routes.ts';
import { interactionRoutes } from './routes/interaction-routes.ts';
import { messageRoutes } from './routes/message-routes.ts';
import { threadRoutes } from './routes/thread-routes.ts';
import { contractViolations } from './schema.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';
import { Snowflakes } from './snowflakes.ts';
import { Waits } from './waits.ts';
import { World, type Guild } from './world.ts';

const TO_ACKNOWLEDGE_MS = 3_000;

export interface LoopbackOptions {
  readonly now?: () => number;
  /**
   * How long the bot may take for its first answer to an interaction: three seconds on a clock of the test's, as at Discord,
   * and a minute on the machine's, which says little of the bot.
   */
  readonly acknowledgeMs?: number;
  /** Whether the application may ask for MessageContent; without it identifying with it closes with 4014. */
  readonly messageContent?: boolean;
  /** How long nonces are remembered. */
  readonly nonceWindowMs?: number;
  readonly heartbeatIntervalMs?: number;
}

export interface Violation {
  readonly request: RequestRecord;
  readonly complaint: string;
}

const ROUTES = [
  ...identityRoutes,
  ...guildRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...threadRoutes,
  ...commandRoutes,
  ...interactionRoutes,
  ...webhookRoutes,
];

export class LoopbackDiscord extends Interacting {
  readonly faults: Faults;
  readonly limits: RateLimits;
  /** The bot's token; a test that changes it finds its bot unauthorized. */
  token = `${Buffer.from('loopback').toString('base64url')}.loopback.discord`;
  /** Base of the REST API for discord.js's `rest.api`. */
  api = '';
  nonceWindowMs: number;
  readonly #http: HttpServer;
  readonly #gateway: Gateway;
  readonly #waits = new Waits();
  readonly #violations: Violation[] = [];
  #judged = 0;
  #isClosed = false;

  private constructor(options: LoopbackOptions) {
    const now = options.now ?? Date.now;
    const nonces = new Nonces(now, () => this.nonceWindowMs);
    const flags = options.messageContent === false ? 0 : ApplicationFlags.GatewayMessageContentLimited;
    const world = new World(new Snowflakes(now), nonces, flags);
    const records = new Records();
    const heartbeatIntervalMs = options.heartbeatIntervalMs ?? 41_250;
    const gateway = new Gateway({ world, records, token: () => this.token, heartbeatIntervalMs });
    const realm: Realm & { cdn: string } = {
      world,
      records,
      cdn: '',
      now,
      acknowledgeMs: options.acknowledgeMs ?? (options.now ? TO_ACKNOWLEDGE_MS : 60_000),
      interactions: new Map<string, Interaction>(),
      gatewayAddress: () => gateway.address,
      announce: (name, data, place) => gateway.announce(name, data, place),
    };
    super(realm);
    this.nonceWindowMs = options.nonceWindowMs ?? 5 * 60_000;
    this.limits = new RateLimits();
    this.#gateway = gateway;
    this.#http = new HttpServer({
      realm,
      routes: ROUTES,
      faults: () => this.faults,
      limits: this.limits,
      token: () => this.token,
    });
    this.#http.server.on('upgrade', (request, socket, head) => gateway.upgrade(request, socket, head));
    const wait = (ms: number) => this.#waits.wait(ms);
    this.faults = new Faults({ gateway, wait, breakConnections: () => this.#breakConnections() });
  }

  /** Start on a free port of the loopback. */
  static async start(options: LoopbackOptions = {}): Promise<LoopbackDiscord> {
    const discord = new LoopbackDiscord(options);
    const port = await discord.#http.listen();
    discord.api = `http://127.0.0.1:${port}/api`;
    (discord.realm as { cdn: string }).cdn = `http://127.0.0.1:${port}/cdn`;
    discord.#gateway.address = `ws://127.0.0.1:${port}`;
    return discord;
  }

  get bot(): APIUser {
    return this.realm.world.bot;
  }

  get records(): Records {
    return this.realm.records;
  }

  /** The commands registered for everyone, or in a guild. */
  commands(guild?: Guild): readonly APIApplicationCommand[] {
    return this.realm.world.commands.get(guild?.id ?? 'global') ?? [];
  }

  /** How many clients are connected to the gateway and identified. */
  get connections(): number {
    return this.#gateway.connected.length;
  }

  /** Send anything as a dispatch, malformed payloads too. */
  dispatch(event: string, data: unknown): void {
    this.#gateway.dispatch(event, data);
  }

  /** Discord forgets every nonce now, as it does after minutes. */
  forgetNonces(): void {
    this.realm.world.nonces.forgetAll();
  }

  /** What was wrong with requests so far, by Discord's contract and its rules beside it. Judged when asked for. */
  get violations(): readonly Violation[] {
    const { requests } = this.records;
    for (; this.#judged < requests.length; this.#judged++) {
      const request = requests[this.#judged];
      if (!request) continue;
      const complaints = [...contractViolations(request), ...ownViolations(request)];
      for (const complaint of complaints) this.#violations.push({ request, complaint });
    }
    return this.#violations;
  }

  /**
   * Close every socket and let go of every wait. Throws when a request broke the contract, so that the test fails,
   * unless that was the test's purpose; and when the loopback itself broke.
   */
  async close({ allowViolations = false } = {}): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.faults.clear();
    // First the sockets: what ends its wait now has nobody to answer.
    this.#breakConnections();
    this.#waits.stop();
    await this.#gateway.close();
    await this.#http.close();
    const [crash] = this.records.crashes;
    if (crash) throw new Error('the loopback Discord broke', { cause: crash });
    if (allowViolations || !this.violations.length) return;
    const lines = this.violations.map(
      ({ request, complaint }) => `${request.method} ${request.path}: ${complaint}`,
    );
    throw new Error(`requests broke Discord's contract:\n${lines.slice(0, 20).join('\n')}`);
  }

  #breakConnections(): void {
    this.#gateway.dropSockets();
    this.#http.server.closeAllConnections();
  }
}
