import type { Stores } from './stores.ts';

/** What tools noted that they have changed, in the order of time; no port tells it of turns that are over. */
export function effectsOf({ db }: Pick<Stores['commits'], 'db'>): string[] {
  return db.prepare<[], string>('SELECT what FROM effects ORDER BY at, turn').pluck().all() as string[];
}
