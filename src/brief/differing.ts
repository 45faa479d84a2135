import { wordingOf } from '../newsroom/edition/wording.ts';
import type { SourcePack } from '../newsroom/model/source-pack.ts';
import { conflictsOf } from '../newsroom/verify/source-conflicts.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { withoutLinks } from '../text/without-links.ts';
import { givesValue } from '../text/source-conflicts.ts';
import type { Locale } from '../time/locale.ts';
import { writtenIn } from '../time/locale.ts';

/** The newsroom's remark for each value of a brief on which its sources differ, whether it gives one side or both. */
export function differingLines(post: string, pack: SourcePack, locale: Locale): string[] {
  const { sourcesDiffer } = wordingOf(writtenIn(locale));
  const outletOf = (n: number) => pack.sources.find((source) => source.n === n)?.outlet ?? '';
  const plain = (words: string) => markdownWords(withoutLinks(words).trim());
  return conflictsOf(pack)
    .filter(({ sides }) => sides.some(({ value, passage }) => givesValue(post, value, passage.quote)))
    .map(({ sides }) =>
      sourcesDiffer(
        sides.map(({ value, passage: { n } }) => ({ outlet: plain(outletOf(n)), n, value: plain(value) })),
      ),
    );
}
