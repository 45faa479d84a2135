import type { OutputShape } from '../sessions/output.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Tool } from '../sessions/tool.ts';
import type { Locale } from '../time/locale.ts';
import type { Command } from './command.ts';
import type { Feature, Setting, TurnProfileHandler } from './feature.ts';
import type { RpcMethods } from './rpc-method.ts';
import type { TaskHandler } from './task.ts';

/** The features of a desk. They are added before it starts; what they bring is asked for while it runs. */
export class Features {
  readonly #all: Feature[] = [];
  /** Who brought what: "tool story", "command brief". */
  readonly #owners = new Map<string, string>();

  /** @throws FeatureClash where something of that name is there already: then nothing of the feature is added. */
  add(feature: Feature): void {
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

  /** The tools that features offer to the turns of a profile, and how many calls of each. */
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

  /** The profiles whose turns are performed without the agent: they need no entry in `prompts/registry.json`. */
  get performed(): readonly string[] {
    return this.#all.flatMap(({ profiles = {} }) =>
      Object.keys(profiles).filter((name) => profiles[name]?.perform !== undefined),
    );
  }

  /** The profiles that people may choose for a job. */
  get forJobs(): readonly string[] {
    return this.#all.flatMap(({ profiles = {} }) =>
      Object.keys(profiles).filter((name) => profiles[name]?.forJobs === true),
    );
  }

  /** Undefined for a profile whose turns are the agent's alone. */
  handlerOf(profile: string): TurnProfileHandler | undefined {
    const brought = this.#all.find(({ profiles = {} }) => Object.hasOwn(profiles, profile));
    return brought?.profiles?.[profile];
  }

  /** What a turn of this session is told by all features; of two that give a value of one name, the one added last. */
  async setting(session: SessionKey): Promise<Setting> {
    const settings = await Promise.all(this.#all.map(async (feature) => feature.setting?.(session)));
    const given = settings.filter((setting) => setting !== undefined);
    return {
      values: Object.assign({}, ...given.map(({ values }) => values)) as Setting['values'],
      material: Object.assign({}, ...given.map(({ material }) => material)) as Setting['material'],
    };
  }

  /** What all of them keep of a session, in lines. */
  async status(session: SessionKey, locale: Locale): Promise<readonly string[]> {
    const said = await Promise.all(this.#all.map(async (feature) => feature.status?.(session, locale)));
    return said.flatMap((lines) => lines ?? []);
  }

  /** One after the other, as they were added. */
  async start(): Promise<void> {
    for (const feature of this.#all) await feature.start?.();
  }

  /** All at once. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map(async (feature) => feature.stop?.()));
  }

  /** One after the other, those added last first. */
  async close(): Promise<void> {
    for (const feature of this.#all.toReversed()) await feature.close?.();
  }
}

/** Two features that bring something of the same name: a fault of whoever wrote them. */
class FeatureClash extends Error {
  override readonly name = 'FeatureClash';

  constructor(feature: string, what: string, owner: string) {
    super(`the feature ${feature} brings the ${what}, which ${owner} brought already`);
  }
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
