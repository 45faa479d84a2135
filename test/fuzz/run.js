// Random input for longer: npm run fuzz -- [--runs N] [--seed S]. N are the runs of a parser; of a whole desk's edges, too.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5000' }, seed: { type: 'string' } },
});
for (const [name, value] of Object.entries(values))
  if (!/^-?\d+$/.test(value)) {
    console.error(`--${name}: "${value}" is no whole number`);
    process.exit(2);
  }

const suite = fileURLToPath(new URL('../run.js', import.meta.url));
const { status } = spawnSync(process.execPath, [suite, 'suite', 'test/fuzz'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NIGHTDESK_FUZZ_RUNS: values.runs,
    ...(values.seed !== undefined && { NIGHTDESK_FUZZ_SEED: values.seed }),
  },
});
process.exit(status ?? 1);
