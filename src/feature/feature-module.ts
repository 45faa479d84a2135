/**
 * A feature before there is a desk: what it lets people do can be listed, and it is opened with a kernel.
 */
import type { CommandDeclaration } from './command.ts';
import type { Feature } from './feature.ts';
import type { RpcMethods } from './rpc-method.ts';

export interface FeatureModule<Kernel> {
  /** All that it brings once it is open: they are registered, and `nightdesk doctor` looks whether they are. */
  readonly commands?: readonly CommandDeclaration[];
  /** Those of its methods that a home answers where no desk runs: it is opened once one of them is called. */
  readonly alone?: RpcMethods;
  open(kernel: Kernel): Feature;
}

/**
 * What the commands, or the methods, of a factory are called and take, with nothing behind them. The factory keeps what it
 * is given for when they are used, and asks nothing of it while it builds.
 */
export function declared<Deps, Built>(build: (deps: Deps) => Built): Built {
  return build({} as Deps);
}

/** @throws Undeclared where the feature brings a command that its module doesn't declare, or leaves out what it does. */
export function openFeature<Kernel>(module: FeatureModule<Kernel>, kernel: Kernel): Feature {
  const feature = module.open(kernel);
  const said = (module.commands ?? []).map(({ name }) => name);
  const brought = (feature.commands ?? []).map(({ name }) => name);
  const undeclared = brought.find((name) => !said.includes(name));
  if (undeclared !== undefined) throw new Undeclared(feature.name, `brings /${undeclared} undeclared`);
  const missing = said.find((name) => !brought.includes(name));
  if (missing !== undefined) throw new Undeclared(feature.name, `declares /${missing} and doesn't bring it`);
  const methods = Object.keys(feature.methods ?? {});
  const absent = Object.keys(module.alone ?? {}).find((name) => !methods.includes(name));
  if (absent !== undefined)
    throw new Undeclared(feature.name, `declares ${absent} alone and doesn't bring it`);
  return feature;
}

/** A feature that brings something else than it declares: a fault of whoever wrote it. */
class Undeclared extends Error {
  override readonly name = 'Undeclared';

  constructor(feature: string, what: string) {
    super(`the feature ${feature} ${what}: what stands beside \`open\` is what it brings`);
  }
}
