/** Times as job files write them: ISO 8601 in UTC, and the run's own time as people in Britain read it. */
const UK = 'Europe/London';

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** "2026-11-20 07:00", in Europe/London: the seed's `run_time_uk`. */
export function ukTime(ms: number): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: UK,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(ms);
}

/** A date with or without a time, which names no other zone than Britain's. */
const UK_MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?(?: ?(?:BST|UK|Europe\/London))?$/i;
const OFFSET = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/i;

/**
 * A moment of a job file, ms since the epoch: in the zone that it names, and in Britain's where it names none, wherever
 * this machine is. An hour that the clocks skip is the one after it; of one that comes twice it is the first.
 * @returns undefined for what is no moment.
 */
export function readJobTime(text: string): number | undefined {
  const [, date, time = '00:00'] = UK_MOMENT.exec(text.trim()) ?? [];
  if (date === undefined) return OFFSET.test(text.trim()) ? finite(Date.parse(text)) : undefined;
  const wall = finite(Date.parse(`${date}T${time}Z`));
  if (wall === undefined) return undefined;
  // The earlier reading decides: in summer it is the moment itself, and in winter both have the same offset.
  return wall - ukOffset(wall - HOUR_MS);
}

const HOUR_MS = 3_600_000;

/** How far Britain's clocks are ahead of UTC at a moment, ms. */
function ukOffset(ms: number): number {
  return Date.parse(`${ukTime(ms).replace(' ', 'T')}Z`) - Math.floor(ms / 60_000) * 60_000;
}

function finite(ms: number): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}
