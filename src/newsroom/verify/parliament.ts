/** The rule for Parliament: it must be quoted, and briefly. */
import { wordCount } from '../../text/cjk.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { QUOTED } from '../edition/lengths.ts';
import { finding } from './finding.ts';
import type { Finding, Submission } from './finding.ts';

const { most: MOST_QUOTATIONS, words: MOST_WORDS } = QUOTED;
/** Shorter ones are marked words: the name of a bill, a nickname. */
const LEAST_WORDS = 3;

/** Applies to language models only: the desk model can't quote less. */
export function parliamentFindings({ result, languageModel }: Submission): Finding[] {
  if (!languageModel || result.status !== 'SUCCESS') return [];
  const said = result.draft.body
    .split('\n')
    .flatMap((line) => quotationsIn(line))
    .filter(({ text }) => wordCount(text) >= LEAST_WORDS);
  const long = said.filter(({ text }) => wordCount(text) > MOST_WORDS);
  const tooMany = finding(
    `draft.body has ${said.length} quotations; at most ${MOST_QUOTATIONS} are allowed`,
    `it has ${said.length} quotations, more than ${MOST_QUOTATIONS}`,
    `引用了${said.length}段原話，最多${MOST_QUOTATIONS}段`,
  );
  return [
    ...(said.length > MOST_QUOTATIONS ? [tooMany] : []),
    ...long.map(({ text }) => {
      const [words, start] = [wordCount(text), text.slice(0, 60)];
      return finding(
        `draft.body has a quotation of ${words} words, at most ${MOST_WORDS} are allowed: "${start}…"`,
        `a quotation has ${words} words, more than ${MOST_WORDS}: “${start}…”`,
        `一段原話有${words}個字，最多${MOST_WORDS}個：「${start}…」`,
      );
    }),
  ];
}
