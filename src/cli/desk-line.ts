import type { Config } from '../config/config.ts';
import { GatewayClient } from '../edges/client/gateway-client.ts';
import type { Call } from './answers.ts';
import { Failure } from './cli-error.ts';
import type { World } from './world.ts';
import { configOf } from './world.ts';

/** A way to ask for the desk's methods: the running desk, or its stores where none runs. */
export interface DeskLine {
  readonly running: boolean;
  readonly config: Config;
  readonly call: Call;
}

/** A running desk answers what its table of methods declares. */
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
 * Use the running desk; without one, open the stores, under their lock, for as long as `use` takes.
 *
 * @param options.askRunner a runner that works on the home gives way for so long; else it is in the way.
 */
export async function withDesk<T>(
  world: World,
  use: (line: DeskLine) => Promise<T>,
  { askRunner = false } = {},
): Promise<T> {
  const config = configOf(world);
  const client = await findGateway(config);
  if (client) return use({ running: true, config, call: callOf(client) });
  const { openHome } = await import('../main/open-home.ts');
  const desk = await openHome({ config, askRunner });
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

/** As it would be, had it gone to a desk and back. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? {}));
}
