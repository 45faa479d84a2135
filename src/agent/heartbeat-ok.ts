/** A model's answer to a heartbeat when nothing needs attention. It is never posted. */
const TOKEN = 'HEARTBEAT_OK';
/** Characters: a remark this short beside the token is only polite; a longer one says something. */
const POLITENESS = 40;

/** @returns whether an answer to a heartbeat says that there is nothing to report. */
export function isHeartbeatOk(text: string): boolean {
  const plain = text.replace(/[*`>#]/g, '').trim();
  if (!plain.startsWith(TOKEN) && !plain.endsWith(TOKEN) && !plain.endsWith(`${TOKEN}.`)) return false;
  return plain.replace(TOKEN, '').trim().length <= POLITENESS;
}
