/** Discord's limit in characters, counted percent-encoded. */
const MOST = 512;
const MORE = '…';

/** A reason for the server's audit log, cut to Discord's limit. The sender encodes it. */
export function auditReason(reason: string): string {
  const line = reason.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (encodeURIComponent(line).length <= MOST) return line;
  let left = MOST - encodeURIComponent(MORE).length;
  const kept = [...line].filter((letter) => (left -= encodeURIComponent(letter).length) >= 0);
  return `${kept.join('')}${MORE}`;
}
