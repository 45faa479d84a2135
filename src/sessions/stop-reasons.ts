/** Why a running turn is stopped. */

/** The desk is going down: what runs stops, and runs again after the restart. */
export class DeskClosing extends Error {
  override readonly name = 'DeskClosing';
}

export class SessionReset extends Error {
  override readonly name = 'SessionReset';
}

export class SessionClosed extends Error {
  override readonly name = 'SessionClosed';
}

export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}
