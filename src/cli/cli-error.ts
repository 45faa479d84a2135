/** The command was not done: one line says why. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
  readonly exitCode: 1 | 2 = 1;
}

/** The command was used in a way that it does not have. */
export class WrongUse extends Failure {
  override readonly name = 'WrongUse';
  override readonly exitCode = 2;
}
