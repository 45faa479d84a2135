import type { Registry } from 'prom-client';
import type { OutputShape } from '../sessions/output.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Tool } from '../sessions/tool.ts';
import type { Locale } from '../time/locale.ts';
import type { Command } from './command.ts';
import type { Feature, Setting, TurnProfileHandler } from './feature.ts';
import type { RpcMethods } from './rpc-method.ts';
import type { TaskHandler } from './task.ts';

/** The features of a desk. All are added before it starts. */
export class Features {
  readonly #all: Feature[] = [];
  /** Which feature brought what: "tool story", "command brief". */
  readonly #owners = new Map<string, string>();

  /** @throws FeatureClash when a name is taken, or OffersUnbrought; then nothing of the feature is added. */
  add(feature: Feature): void {
    mustBringOffers(feature);
    const names = namesIn(feature);
    for (const [at, name] of names.entries()) {
      const owner = names.indexOf(name) < at ? feature.name : this.#owners.get(name);
      if (owner !== undefined) throw new FeatureClash(feature.name, name, owner);
    }
    for (const name of names) this.#owners.set(name, feature.name);
    this.#all.push(feature);
  }

  get tools(): readonly Tool[] {
    return this.#all.flatMap(({ tools = [] }) => tools);
  }

  /** The tools that features offer to a profile's turns, with the number of calls. */
  offered(profile: string): Readonly<Record<string, number>> {
    return Object.assign({}, ...this.#all.map(({ offers }) => offers?.[profile])) as Record<string, number>;
  }

  get commands(): readonly Command[] {
    return this.#all.flatMap(({ commands = [] }) => commands);
  }

  get methods(): RpcMethods {
    return Object.assign({}, ...this.#all.map(({ methods }) => methods)) as RpcMethods;
  }

  get tasks(): readonly TaskHandler[] {
    return this.#all.flatMap(({ tasks = [] }) => tasks);
  }

  get outputs(): Readonly<Record<string, OutputShape>> {
    return Object.assign({}, ...this.#all.map(({ outputs }) => outputs)) as Record<string, OutputShape>;
  }

  /** The profiles performed without the agent, which need no entry in `prompts/registry.json`. */
  get performed(): readonly string[] {
    return this.#all.flatMap(({ profiles = {} }) =>
      Object.keys(profiles).filter((name) => profiles[name]?.perform !== undefined),
    );
  }

  /** The profiles that people may choose for a job. */
  get forJobs(): readonly string[] {
    return this.#all.flatMap(({ profiles = {} }) =>
      Object.keys(profiles).filter((name) => profiles[name]?.forJobs),
    );
  }

  /** Undefined for a profile that the agent performs alone. */
  handlerOf(profile: string): TurnProfileHandler | undefined {
    const brought = this.#all.find(({ profiles = {} }) => Object.hasOwn(profiles, profile));
    return brought?.profiles?.[profile];
  }

  /** What all features add to the prompt of a session's turns; of equal names the last added wins. */
  async setting(session: SessionKey): Promise<Setting> {
    const settings = await Promise.all(this.#all.map(async (feature) => feature.setting?.(session)));
    const given = settings.filter((setting) => setting !== undefined);
    return {
      values: Object.assign({}, ...given.map(({ values }) => values)) as Setting['values'],
      material: Object.assign({}, ...given.map(({ material }) => material)) as Setting['material'],
    };
  }

  /** The status lines of all features for a session. */
  async status(session: SessionKey, locale: Locale): Promise<readonly string[]> {
    const said = await Promise.all(this.#all.map(async (feature) => feature.status?.(session, locale)));
    return said.flatMap((lines) => lines ?? []);
  }

  /** @returns the registry, with the metrics of all features */
  measured(registry: Registry): Registry {
    for (const feature of this.#all) feature.measure?.(registry);
    return registry;
  }

  /** One after the other, in the order of adding. */
  async start(): Promise<void> {
    for (const feature of this.#all) await feature.start?.();
  }

  /** All at once. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map(async (feature) => feature.stop?.()));
  }

  /** One after the other, last added first. */
  async close(): Promise<void> {
    for (const feature of this.#all.toReversed()) await feature.close?.();
  }
}

/** Two features bring something of the same name: a programming error. */
class FeatureClash extends Error {
  override readonly name = 'FeatureClash';

  constructor(feature: string, what: string, owner: string) {
    super(`the feature ${feature} brings the ${what}, which ${owner} brought already`);
  }
}

/** A feature offers a tool that it doesn't bring, which no turn would have: a programming error. */
class OffersUnbrought extends Error {
  override readonly name = 'OffersUnbrought';

  constructor(feature: string, tool: string) {
    super(`the feature ${feature} offers the tool ${tool}, which it doesn't bring`);
  }
}

/** @throws OffersUnbrought */
function mustBringOffers({ name, tools = [], offers = {} }: Feature): void {
  const unbrought = Object.values(offers)
    .flatMap((counts) => Object.keys(counts))
    .find((offered) => !tools.some((tool) => tool.name === offered));
  if (unbrought !== undefined) throw new OffersUnbrought(name, unbrought);
}

function namesIn({ tools, commands, methods, tasks, profiles, outputs }: Feature): string[] {
  return [
    ...(tools ?? []).map(({ name }) => `tool ${name}`),
    ...(commands ?? []).map(({ name }) => `command ${name}`),
    ...Object.keys(methods ?? {}).map((name) => `method ${name}`),
    ...(tasks ?? []).map(({ name }) => `task ${name}`),
    ...Object.keys(profiles ?? {}).map((name) => `profile ${name}`),
    ...Object.keys(outputs ?? {}).map((name) => `output ${name}`),
  ];
}
