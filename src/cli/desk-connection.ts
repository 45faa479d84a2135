import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { GatewayClient } from '../edges/client/gateway-client.ts';
import type { Call } from './answers.ts';
import { Failure } from './cli-error.ts';
import type { World } from './world.ts';
import { configOf } from './world.ts';

/** Calls the desk's methods: by the running desk, or with its stores where none runs. */
export interface DeskConnection {
  readonly running: boolean;
  readonly config: Config;
  readonly call: Call;
}

/** A running desk answers with the types of its method table. */
export function callOf(client: Pick<GatewayClient, 'call'>): Call {
  return ((method, params) => client.call(method, params)) as Call;
}

/** The desk that runs on this home; undefined where none does. */
export function findGateway(config: Config): Promise<GatewayClient | undefined> {
  const { token } = config.gateway;
  return GatewayClient.find({
    addressFile: config.paths.gatewayAddress,
    tokenFile: config.paths.gatewayToken,
    ...(token !== undefined && { token }),
  });
}

/**
 * Use the running desk. Without one, open the stores, under their lock, for the duration of `use`.
 *
 * @param options.askRunner a batch runner that holds the home's lock gives way meanwhile; without it, the runner is
 * an error.
 */
export async function withDesk<T>(
  world: World,
  use: (desk: DeskConnection) => Promise<T>,
  { askRunner = false } = {},
): Promise<T> {
  const config = configOf(world);
  const client = await findGateway(config);
  if (client) return use({ running: true, config, call: callOf(client) });
  const isNew = config.databaseUrl === undefined && !existsSync(config.paths.database);
  const { openHome } = await import('../main/open-home.ts');
  const desk = await openHome({ config, askRunner });
  // Most likely the wrong folder: with a home that is named, somebody meant it.
  if (isNew && !world.env['NIGHTDESK_HOME'])
    world.warn(
      `warning: the working directory, ${config.home}, had no newsroom, and has an empty one now; NIGHTDESK_HOME names another home`,
    );
  try {
    const call = async (method: string, params: object = {}) => {
      const run = desk.methods[method];
      if (!run) throw new Failure('no desk runs on this home; start one: npx nightdesk start');
      return asJson(await run(asJson(params)));
    };
    return await use({ running: false, config, call: call as Call });
  } finally {
    await desk.close();
  }
}

/** The value as it would be after a call to a desk. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? {}));
}
