// A desk for benchmarks: the built program with the flags of `src/cli/index.ts`, but with a model that answers at once
// (unless BENCH_MODEL is `desk`) and a Discord that takes more than fifty requests a second.
import { setFlagsFromString } from 'node:v8';

const { readConfig } = await import('../dist/modules/config/read-config.js');
const { startDesk } = await import('../dist/modules/main/index.js');

const instantModel = {
  reply: async () => ({
    text: 'The diary has nothing for this morning.',
    toolCalls: [],
    finish: 'stop',
    usage: { input: 400, output: 10 },
    servedBy: { provider: 'bench', model: 'instant', languageModel: false },
  }),
};

const { BENCH_MODEL, BENCH_PER_SECOND, BENCH_SETTLE_MS, ...env } = process.env;
const { config } = readConfig(env, process.cwd());
const desk = await startDesk({
  config,
  ...(BENCH_MODEL !== 'desk' && { model: instantModel }),
  pace: {
    ...(BENCH_PER_SECOND && { perSecond: Number(BENCH_PER_SECOND) }),
    ...(BENCH_SETTLE_MS && { settleMs: Number(BENCH_SETTLE_MS) }),
  },
});
setFlagsFromString('--optimize-for-size');
setFlagsFromString('--max-semi-space-size=1');
process.once('SIGTERM', () => void desk.stop());
await desk.closed;
