/** A feature before there is a desk: its commands can be listed, and it can be opened with a kernel. */
import type { CommandDeclaration } from './command.ts';
import type { Feature } from './feature.ts';
import type { RpcMethods } from './rpc-method.ts';

export interface FeatureModule<Kernel> {
  /** All commands it brings once it is open; `nightdesk doctor` checks that they are registered. */
  readonly commands?: readonly CommandDeclaration[];
  /** Those of its methods that work on a home without a desk; the feature is opened when one is called. */
  readonly withoutDesk?: RpcMethods;
  open(kernel: Kernel): Feature;
}

/**
 * The declarations of a factory's commands or methods, without dependencies. The factory must not use its
 * dependencies while it builds.
 */
export function declared<Deps, Built>(build: (deps: Deps) => Built): Built {
  return build({} as Deps);
}

/** @throws Undeclared when the feature's commands differ from its module's declarations. */
export function openFeature<Kernel>(module: FeatureModule<Kernel>, kernel: Kernel): Feature {
  const feature = module.open(kernel);
  const said = (module.commands ?? []).map(({ name }) => name);
  const brought = (feature.commands ?? []).map(({ name }) => name);
  const undeclared = brought.find((name) => !said.includes(name));
  if (undeclared !== undefined) throw new Undeclared(feature.name, `brings /${undeclared} undeclared`);
  const missing = said.find((name) => !brought.includes(name));
  if (missing !== undefined) throw new Undeclared(feature.name, `declares /${missing} and doesn't bring it`);
  const methods = Object.keys(feature.methods ?? {});
  const absent = Object.keys(module.withoutDesk ?? {}).find((name) => !methods.includes(name));
  if (absent !== undefined)
    throw new Undeclared(feature.name, `declares ${absent} alone and doesn't bring it`);
  return feature;
}

/** A feature doesn't match its declaration: a programming error. */
class Undeclared extends Error {
  override readonly name = 'Undeclared';

  constructor(feature: string, what: string) {
    super(`the feature ${feature} ${what}: what stands beside \`open\` is what it brings`);
  }
}
