/** Why a running turn is aborted. */

/** The desk is closing: running turns stop, and run again after the restart. */
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
