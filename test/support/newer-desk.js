// A desk of the next version: the built program, which knows one step more of each schema. The steps are those of
// NEXT_STEPS, a JSON object: the schema's name and the SQL. With NEXT_OLDEST=none desks of this version can't work with them.
import { SCHEMAS } from '../../dist/modules/store/postgres/shared-home.js';

const steps = JSON.parse(process.env.NEXT_STEPS);
for (const part of SCHEMAS) {
  const step = steps[part.schema];
  if (step === undefined) continue;
  part.migrations.push(step);
  part.oldest = process.env.NEXT_OLDEST === 'none' ? part.migrations.length : part.migrations.length - 1;
}

const { startDesk } = await import('../../dist/modules/main/index.js');
const { readConfig } = await import('../../dist/modules/config/read-config.js');
// Others see that it is ready before startDesk resolves, and may stop it then.
const stopped = new Promise((resolve) => process.on('SIGTERM', resolve));
const { config } = readConfig(process.env, process.cwd());
const desk = await startDesk({ config });
void stopped.then(() => desk.stop());
await desk.closed;
