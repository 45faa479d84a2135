import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '../../src/config/logging.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { tempHome } from '../support/temp-home.ts';

// A device of Linux on which every write fails as on a full disk.
it.skipIf(!existsSync('/dev/full'))('a full disk of the log stops nothing', () => {
  const home = tempHome();
  const { config } = readConfig({ NIGHTDESK_HOME: home }, home);
  mkdirSync(config.paths.data);
  symlinkSync('/dev/full', join(config.paths.data, 'nightdesk.log'));
  const { log } = openLog(config, true);
  for (let n = 0; n < 3; n++) expect(() => log.info('a line')).not.toThrow();
});
