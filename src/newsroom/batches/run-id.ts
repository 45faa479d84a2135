/** A batch id: `20261120-0700-x1y2`, the minute in UTC and the end of a fresh id. */
export function runIdAt(nowMs: number, id: string): string {
  const minute = new Date(nowMs).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  return `${minute}-${id.slice(-4)}`;
}
