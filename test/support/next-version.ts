/** The next version of the tables, for `newer-desk.js`: a column more in every one. */
import pg from 'pg';
import { SCHEMAS } from '../../src/store/postgres/shared-home.ts';

const addTo = (schema: string) => `DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' AND tablename <> 'schema_version'
  LOOP EXECUTE format('ALTER TABLE %I ADD COLUMN next TEXT', one.name); END LOOP; END $$;`;
export const NEXT_STEPS = JSON.stringify(
  Object.fromEntries(SCHEMAS.map(({ schema }) => [schema, addTo(schema)])),
);

/** Of each schema: the steps taken, and the fewest that a program must know. */
export async function versionsIn(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const versions: number[][] = [];
  for (const { schema } of SCHEMAS) {
    const { rows } = await client.query<Record<string, string>>(`SELECT * FROM ${schema}.schema_version`);
    versions.push([Number(rows[0]!['version']), Number(rows[0]!['oldest'])]);
  }
  await client.end();
  return versions;
}
