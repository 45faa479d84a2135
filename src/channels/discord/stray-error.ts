const SDK = /node_modules[\\/](?:discord\.js|@discordjs)[\\/]/;
/**
 * The SDK takes its listener of errors from a connection that it gives up while that is being made. What fails then has
 * nobody's frames but Node's, or those of a handshake in `ws`.
 */
const HANDSHAKE =
  /(?:abortHandshake|handshake has timed out|Unexpected server response|before the connection)[^]*node_modules[\\/]ws[\\/]/;
const OF_NETWORK = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/;
const FRAME_OF_NO_NODE = /\n\s+at (?![^\n]*\bnode:)/;

/**
 * Whether an unhandled error comes from Discord's SDK: an unexpected event, or a failed reconnection. The desk
 * continues without that event; a connection that stays down is replaced.
 */
export function isOfDiscord(error: unknown): boolean {
  return error instanceof Error && (SDK.test(error.stack ?? '') || isOfAbandoned(error));
}

/**
 * Whether it is the failure of a connection that was given up. A failure of the network with nobody's frames counts as
 * one, whoever gave the connection up.
 */
export function isOfAbandoned({
  stack = '',
  code = '',
}: {
  readonly stack?: string;
  readonly code?: string;
}): boolean {
  return (OF_NETWORK.test(code) && !FRAME_OF_NO_NODE.test(stack)) || HANDSHAKE.test(stack);
}
