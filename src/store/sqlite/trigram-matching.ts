/**
 * Search with FTS5 over trigrams, which finds any text of three or more characters in any script. Shorter terms are
 * looked for in the texts themselves, Latin ones as whole words; a search that has only short terms reads just the newest rows.
 */
import { isShortWord } from '../../search/terms.ts';
import { likeAnywhere } from '../sql/search-index.ts';
import type { Matching, Piece } from '../sql/search-index.ts';

/** In characters. */
const SHORTEST = 3;
/** How many of the newest matching rows are read when all terms are short. */
const MOST_READ = 50_000;
/** Titles count more than words. */
const SCORE = 'bm25(search_words, 4.0, 1.0)';

export const trigramMatching: Matching = {
  select(terms, filter) {
    const long = terms.filter((term) => [...term].length >= SHORTEST);
    const containing = allOf(terms.filter((term) => !long.includes(term)));
    if (long.length === 0)
      return {
        sql: `SELECT seq, at, 0 AS score FROM (
            SELECT search_rows.seq, search_rows.at, search_rows.folded_title, search_rows.folded_words FROM search_rows
            WHERE ${filter.sql} ORDER BY search_rows.at DESC, search_rows.seq DESC LIMIT ${MOST_READ}
          ) AS search_rows WHERE ${containing.sql}`,
        values: [...filter.values, ...containing.values],
      };
    return {
      sql: `SELECT search_rows.seq AS seq, search_rows.at AS at, ${SCORE} AS score
        FROM search_words JOIN search_rows ON search_rows.seq = search_words.rowid
        WHERE search_words MATCH ? AND ${filter.sql} AND ${containing.sql}`,
      values: [long.map(phrase).join(' AND '), ...filter.values, ...containing.values],
    };
  },
};

/** A quoted string for FTS5, in which nothing is an operator. */
function phrase(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

function allOf(terms: readonly string[]): Piece {
  const inEither = (condition: (column: string) => string) =>
    `(${['folded_title', 'folded_words'].map((column) => condition(`search_rows.${column}`)).join(' OR ')})`;
  const containing = (term: string) =>
    inEither((column) =>
      isShortWord(term) ? `' ' || ${column} || ' ' GLOB ?` : `${column} LIKE ? ESCAPE '\\'`,
    );
  const valueOf = (term: string) => (isShortWord(term) ? `*[^a-z0-9]${term}[^a-z0-9]*` : likeAnywhere(term));
  return {
    sql: ['1 = 1', ...terms.map(containing)].join(' AND '),
    values: terms.flatMap((term) => [valueOf(term), valueOf(term)]),
  };
}
