import { expect, it } from 'vitest';
import { readyToCompare } from '../../../src/newsroom/coverage/ready-to-compare.ts';
import { GLOSSARY_PARTS } from '../../../src/text/glossary/glossary.ts';

it('builds the glossary in several parts, and gives others a turn after each', async () => {
  let turns = 0;
  let isOver = false;
  const other = () => {
    turns += 1;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await readyToCompare();
  isOver = true;
  expect(GLOSSARY_PARTS.length).toBeGreaterThan(1);
  expect(turns).toBeGreaterThanOrEqual(GLOSSARY_PARTS.length);
});
