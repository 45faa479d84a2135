/**
 * What a model answers about numbered things, read item by item: an item that is missing, malformed, repeated or of a
 * number that nobody asked about costs only itself. Of several items with one number the first that can be read counts.
 */
import { z } from 'zod';
import { bareMarkdown } from '../../text/bare-markdown.ts';
import { isObject } from '../../text/is-object.ts';
import { plainCitations } from '../../text/plain-citations.ts';
import { withoutLinks } from '../../text/without-links.ts';
import { writtenMarkdown } from '../../text/written-markdown.ts';
import { writtenNumber } from '../../text/written-number.ts';

/** A share or a score; models also write "0.7" and "8/10". */
export const writtenScore = z.preprocess(
  (said) => (typeof said === 'string' ? writtenNumber(said, { rest: 'any' }) : said),
  z.number(),
);

/** The number of an item, which has it as `i` or is it; models also write "3", "[3]", "Story 3" and "3. Ferries". */
export const itemNumber = z
  .preprocess((item) => (isObject(item) ? item['i'] : item), writtenScore)
  .pipe(z.int());

/** By number, from 1; only what `schema` can read. Every item has its number as `i`. */
export function readItems<T>(value: unknown, count: number, schema: z.ZodType<T>): Map<number, T> {
  const found = new Map<number, T>();
  for (const item of listIn(value)) {
    const i = itemNumber.safeParse(item).data;
    if (i === undefined || i < 1 || i > count || found.has(i)) continue;
    const read = schema.safeParse(item);
    if (read.success) found.set(i, read.data);
  }
  return found;
}

/** The items of an answer: itself where it is a list, or the first list of objects in it. */
export function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return Object.values(value).find((one): one is unknown[] => Array.isArray(one) && one.some(isObject)) ?? [];
}

/** Text of a reply on one line, without Markdown's marks; a text without words is none. */
export const textOf = z
  .string()
  .transform((text) =>
    bareMarkdown(writtenMarkdown(plainCitations(text, () => true)))
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
  .refine((text) => /[\p{L}\p{N}]/u.test(text));

/** The same without links: no source gave one here. */
export const lineOf = textOf.transform(withoutLinks);
