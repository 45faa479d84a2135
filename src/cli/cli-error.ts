/** The command failed; the message is one line. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
  readonly exitCode: 1 | 2 = 1;
}

/** The command was used wrongly. */
export class WrongUse extends Failure {
  override readonly name = 'WrongUse';
  override readonly exitCode = 2;
}
