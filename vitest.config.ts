import { defineConfig } from 'vitest/config';

/**
 * Rooms whose tests start nothing that outlives them and change nothing that a process shares: they run one after
 * another in the same processes, as most of their files take less time than their imports. All others, with whole desks,
 * browsers and HTTP clients of several kinds, have a process for each file.
 */
const ROOMS = [
  'test/{agent,commands,config,cron,desk,llm,prompts,sessions,text}/**/*.test.ts',
  'test/newsroom/{ask,editing,follow,jobs,plan,pool,publish,select,verify,write}/**/*.test.ts',
];

const shared = { testTimeout: 60_000, pool: 'forks' } as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    maxConcurrency: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'desks',
          include: ['test/**/*.test.ts'],
          exclude: ['test/long/**', ...ROOMS],
        },
      },
      { test: { ...shared, name: 'rooms', include: ROOMS, isolate: false } },
    ],
  },
});
