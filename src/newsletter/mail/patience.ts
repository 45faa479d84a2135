/** For a message, from connecting to the server's last word. */
export const PATIENCE_MS = 90_000;

/** Our own word for a server that has none. */
export const HANGS = `The server didn't answer within ${PATIENCE_MS / 1_000} seconds.`;
