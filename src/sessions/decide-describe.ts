import type { Origin } from './entry.ts';

/** A session's place and title. */
export interface Described {
  readonly origin: Origin;
  readonly title?: string;
}

/** What changes when a platform describes a known session. Fields that it leaves out stay the same. */
export function decideDescribe(known: Described, said: Described): Partial<Described> {
  const origin = { ...known.origin, ...said.origin };
  return {
    ...(JSON.stringify(origin) !== JSON.stringify(known.origin) && { origin }),
    ...(said.title !== undefined && said.title !== known.title && { title: said.title }),
  };
}
