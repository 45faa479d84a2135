/**
 * Search by `LIKE` with the `pg_trgm` index, which finds pieces of three or more characters. Shorter pieces are
 * searched in the texts themselves, Latin ones as whole words, and don't affect the ranking. Rows with more pieces in their title come first.
 */
import { isShortWord } from '../../search/terms.ts';
import { likeAnywhere } from '../sql/search-index.ts';
import type { Matching } from '../sql/search-index.ts';

/** The shortest piece that the index finds, in characters. */
const SHORTEST = 3;

const IN_TITLE = `search_rows.folded_title LIKE ? ESCAPE '\\'`;
const IN_WORDS = `search_rows.folded_words LIKE ? ESCAPE '\\'`;
const WORD_IN_TITLE = 'search_rows.folded_title ~ ?';
const WORD_IN_WORDS = 'search_rows.folded_words ~ ?';

export const pgTrgmMatching: Matching = {
  select(terms, filter) {
    const long = terms.filter((term) => [...term].length >= SHORTEST);
    const score = ['0', ...long.map(() => `CASE WHEN ${IN_TITLE} THEN 1 ELSE 0 END`)].join(' - ');
    const either = (term: string) =>
      isShortWord(term) ? `(${WORD_IN_TITLE} OR ${WORD_IN_WORDS})` : `(${IN_TITLE} OR ${IN_WORDS})`;
    const valueOf = (term: string) =>
      isShortWord(term) ? `(^|[^a-z0-9])${term}([^a-z0-9]|$)` : likeAnywhere(term);
    const containing = ['1 = 1', ...terms.map(either)].join(' AND ');
    return {
      sql: `SELECT search_rows.seq AS seq, search_rows.at AS at, ${score} AS score FROM search_rows
        WHERE ${filter.sql} AND ${containing}`,
      values: [
        ...long.map(likeAnywhere),
        ...filter.values,
        ...terms.flatMap((term) => [valueOf(term), valueOf(term)]),
      ],
    };
  },
};
