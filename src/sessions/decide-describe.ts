import type { Origin } from './entry.ts';

/** Where a session is, and what it is called there. */
export interface Described {
  readonly origin: Origin;
  readonly title?: string;
}

/** What changes where a platform describes a session that is known: what it leaves out stays as it is known. */
export function decideDescribe(known: Described, said: Described): Partial<Described> {
  const origin = { ...known.origin, ...said.origin };
  return {
    ...(JSON.stringify(origin) !== JSON.stringify(known.origin) && { origin }),
    ...(said.title !== undefined && said.title !== known.title && { title: said.title }),
  };
}
