/**
 * A model's answer about numbered sentences: `{"sentences": […]}`. Models also write the list alone, one entry alone,
 * or entries by their numbers. An entry that can't be read costs only its sentence.
 */
import { z } from 'zod';
import { isObject } from '../../text/is-object.ts';
import { parseAsWritten } from '../../text/parse-as-written.ts';

/** @param main the field that an entry is where it is no object */
export function numberedAnswers<T>(entry: z.ZodType<T>, main: string) {
  return z.preprocess(
    (given) => {
      const read = entriesOf(given, main).flatMap((one) => parseAsWritten(entry, one).data ?? []);
      // With none, the answer is refused with what is wrong.
      return read.length > 0 ? { sentences: read } : given;
    },
    z.object({ sentences: z.array(entry) }),
  );
}

function entriesOf(given: unknown, main: string): readonly unknown[] {
  const all = isObject(given) && 'sentences' in given ? given['sentences'] : given;
  if (Array.isArray(all)) return all;
  if (!isObject(all)) return [];
  if ('i' in all) return [all];
  return Object.entries(all).map(([i, one]) => ({ i, ...(isObject(one) ? one : { [main]: one }) }));
}
