import type { Stores } from './stores.ts';

/** What tools noted that they have changed, in the order of time; no port tells it of turns that are over. */
export async function effectsOf(sql: Stores['sql']): Promise<string[]> {
  return (await sql.all('SELECT what FROM effects ORDER BY at, turn')).map((row) => String(row['what']));
}
