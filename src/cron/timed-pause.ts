/** Why a job is paused that runs again by itself: "paused by Ann until 2026-12-07 09:00". */
export function timedPause(by: string, until: string): string {
  return `paused by ${by} until ${until}`;
}

export function isTimedPause(because: string | undefined): boolean {
  return because !== undefined && /^paused by .+ until \d{4}-\d\d-\d\d \d\d:\d\d$/s.test(because);
}
