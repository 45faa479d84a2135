import { defineConfig } from 'vitest/config';

/** What takes minutes and runs with `npm run crash`: kills and storms over real sockets. */
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    testTimeout: 240_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
