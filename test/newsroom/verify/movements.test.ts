import { expect, it } from 'vitest';
import { gainsaid } from '../../../src/newsroom/verify/movements.ts';
import { directionsIn } from '../../../src/text/directions.ts';
import { figuresIn } from '../../../src/text/figures/figures-in.ts';

it('reads the figures of a sentence once, however many directions it has', () => {
  const sentence = 'It rose 3.4% to $12 million in 2024, '.repeat(40);
  let reads = 0;
  const figures = figuresIn(sentence).map(
    (figure) =>
      new Proxy(figure, {
        get: (target, key) => {
          reads += 1;
          return Reflect.get(target, key) as unknown;
        },
      }),
  );
  const [first, ...others] = directionsIn(sentence);
  gainsaid(first!, figures, sentence);
  const once = reads;
  expect(once).toBeGreaterThan(0);
  for (const direction of others) gainsaid(direction, figures, sentence);
  expect(others.length).toBeGreaterThan(30);
  expect(reads).toBe(once);
});
