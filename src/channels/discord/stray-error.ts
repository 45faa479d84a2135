const SDK = /node_modules[\\/](?:discord\.js|@discordjs)[\\/]/;

/**
 * Whether an unhandled error comes from Discord's SDK: an unexpected event, or a failed reconnection. The desk
 * continues without that event; a connection that stays down is replaced.
 */
export function isOfDiscord(error: unknown): boolean {
  return error instanceof Error && SDK.test(error.stack ?? '');
}
