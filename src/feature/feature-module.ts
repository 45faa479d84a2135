/**
 * A feature before there is a desk: what it lets people do can be listed, and it is opened with a kernel.
 */
import type { Command, CommandDeclaration } from './command.ts';
import type { Feature } from './feature.ts';

export interface FeatureModule<Kernel> {
  /** All that it brings once it is open: they are registered, and `nightdesk doctor` looks whether they are. */
  readonly commands?: readonly CommandDeclaration[];
  open(kernel: Kernel): Feature;
}

/**
 * What the commands of a factory are called and take, with nothing behind them. The factory keeps what it is given for
 * `run` and `autocomplete`, and asks nothing of it while it builds.
 */
export function declared<Deps>(build: (deps: Deps) => readonly Command[]): readonly CommandDeclaration[] {
  return build({} as Deps);
}

/** @throws UndeclaredCommand where the feature brings a command that its module doesn't declare, or leaves one out. */
export function openFeature<Kernel>(module: FeatureModule<Kernel>, kernel: Kernel): Feature {
  const feature = module.open(kernel);
  const said = (module.commands ?? []).map(({ name }) => name);
  const brought = (feature.commands ?? []).map(({ name }) => name);
  const undeclared = brought.find((name) => !said.includes(name));
  if (undeclared !== undefined) throw new UndeclaredCommand(feature.name, `brings /${undeclared} undeclared`);
  const missing = said.find((name) => !brought.includes(name));
  if (missing !== undefined)
    throw new UndeclaredCommand(feature.name, `declares /${missing} and doesn't bring it`);
  return feature;
}

/** A feature that brings other commands than it declares: a fault of whoever wrote it. */
class UndeclaredCommand extends Error {
  override readonly name = 'UndeclaredCommand';

  constructor(feature: string, what: string) {
    super(`the feature ${feature} ${what}: name its commands beside \`open\``);
  }
}
