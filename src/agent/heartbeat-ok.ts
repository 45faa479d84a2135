/** What a model answers to a heartbeat that needs nobody's attention. It never reaches a channel. */
const TOKEN = 'HEARTBEAT_OK';
/** A remark this short beside the token is politeness; what is longer is something to say. */
const POLITENESS = 40;

/** @returns whether an answer to a heartbeat says that there is nothing to say. */
export function isHeartbeatOk(text: string): boolean {
  const plain = text.replace(/[*`>#]/g, '').trim();
  if (!plain.startsWith(TOKEN) && !plain.endsWith(TOKEN) && !plain.endsWith(`${TOKEN}.`)) return false;
  return plain.replace(TOKEN, '').trim().length <= POLITENESS;
}
