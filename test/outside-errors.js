import { relative } from 'node:path';

/**
 * A reporter of vitest: errors outside the tests, a line each as `test/run.js` and `.ci/run` repeat what failed at their end.
 * The report in JSON leaves them out.
 */
export default class OutsideErrors {
  onTestRunEnd(_modules, errors) {
    for (const { type, name, message, stack, VITEST_TEST_PATH: file } of errors) {
      const where = file === undefined ? '' : `, while ${relative('.', file)} ran`;
      const what = (stack || `${name}: ${message}`).replace(/\s*\n\s*/g, ' ').slice(0, 2_000);
      console.log(`Failed: outside the tests (${type}${where}): ${what}`);
    }
  }
}
