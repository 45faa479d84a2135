import { describe, expect, it } from 'vitest';
import { isPassing } from '../../../src/newsroom/pipeline/passing-trouble.ts';
import { asTrouble } from '../../../src/store/postgres/server-trouble.ts';

const error = (message: string, code?: string) => Object.assign(new Error(message), code && { code });

describe('what a story waits out instead of failing', () => {
  it.each([
    ['a full disk', error('no space left on device', 'ENOSPC')],
    ['a database that is locked', new Error('not written', { cause: error('locked', 'SQLITE_BUSY') })],
    ['a connection that is reset', asTrouble(error('read ECONNRESET', 'ECONNRESET'))],
    ['one that ends', asTrouble(error('Connection terminated unexpectedly'))],
    ['a server that restarts', asTrouble(error('terminating connection', '57P01'))],
    ['one with no connection to spare', asTrouble(error('sorry, too many clients already', '53300'))],
  ])('%s', (_, trouble) => expect(isPassing(trouble)).toBe(true));

  it.each([
    ['a mistake of ours', new TypeError('x is undefined')],
    ['a row that breaks a rule', asTrouble(error('duplicate key', '23505'))],
    ['no error at all', 'words'],
  ])('not %s', (_, trouble) => expect(isPassing(trouble)).toBe(false));
});
