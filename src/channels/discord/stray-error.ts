const SDK = /node_modules[\\/](?:discord\.js|@discordjs)[\\/]/;

/**
 * An error that nobody waited for and that came out of Discord's SDK: an event that was not as the SDK expects, or a
 * reconnection that failed. The desk goes on without that event; a connection that stays down is replaced.
 */
export function isOfDiscord(error: unknown): boolean {
  return error instanceof Error && SDK.test(error.stack ?? '');
}
