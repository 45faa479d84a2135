/** Times as job files write them: ISO 8601 in UTC, and the run's own time as people in Britain read it. */

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** "2026-11-20 07:00", in Europe/London: the seed's `run_time_uk`. */
export function ukTime(ms: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/London',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms);
}
