/**
 * What a model answers about numbered things, read item by item: an item that is missing, malformed, repeated or of a
 * number that nobody asked about costs only itself. Of several items with one number the first that can be read counts.
 */
import { z } from 'zod';
import { withoutLinks } from '../../text/without-links.ts';

/** Models write numbers as strings, and items without the object around them. */
const NUMBER = z.coerce.number().int();

/** By number, from 1; only what `schema` can read. Every item has its number as `i`. */
export function readItems<T>(value: unknown, count: number, schema: z.ZodType<T>): Map<number, T> {
  const found = new Map<number, T>();
  for (const item of listIn(value)) {
    const { success, data: i = 0 } = NUMBER.safeParse(numberOf(item));
    if (!success || i < 1 || i > count || found.has(i)) continue;
    const read = schema.safeParse(item);
    if (read.success) found.set(i, read.data);
  }
  return found;
}

/** The list of an answer: itself, or the first list in it. */
export function listIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).find((one): one is unknown[] => Array.isArray(one)) ?? [];
}

function numberOf(item: unknown): unknown {
  return item === null || typeof item !== 'object' || !('i' in item) ? undefined : item.i;
}

/** Text of a reply on one line; a text without words is none. */
export const textOf = z
  .string()
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  .refine((text) => /[\p{L}\p{N}]/u.test(text));

/** The same without links: no source gave one here. */
export const lineOf = textOf.transform(withoutLinks);
