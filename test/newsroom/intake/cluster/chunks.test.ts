import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksOf, type Chunk } from '../../../../src/newsroom/intake/cluster/chunks.ts';

/** A word between quotation marks that are not English is read by the general rules, an English word by itself by quicker ones. */
const word = fc.oneof(
  fc.constantFrom('The', 'storms', 'NATO', 'M25', 'I', 'of', 'Ferries', 'a', 'Not', 'X', 'iPhone', 'ABCDEFG'),
  fc.stringMatching(/^[A-Za-z]{1,12}$/),
);

it('reads an English word as the general rules do', () => {
  fc.assert(
    fc.property(word, (written) => {
      expect(chunksOf(written).map(read)).toEqual(chunksOf(`«${written}»`).map(read));
    }),
  );
});

function read({ tokens, spelled, grams, aligned }: Chunk) {
  return { tokens, spelled: spelled.map(named), grams, aligned };
}

/** Of a word in lower case nobody asks for its tokens. */
function named({ tokens, ...word }: Chunk['spelled'][number]) {
  return word.isCapitalised ? { ...word, tokens } : word;
}
