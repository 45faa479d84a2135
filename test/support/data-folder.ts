import { join } from 'node:path';

/**
 * Real pages, feeds, headlines and contracts for measuring. They stand beside the repository, where they stand at all, and
 * are never part of it: tests of `test/data/` use them (`npm run test:data`), no other test does.
 */
export const dataFolder =
  process.env['NIGHTDESK_TEST_DATA'] ?? join(import.meta.dirname, '../../../shared/data');
