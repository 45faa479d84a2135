import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sayIssues } from '../../src/text/say-issues.ts';

const choice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at'), atMs: z.int() }),
  z.strictObject({ kind: z.literal('every'), everyMs: z.int().positive() }),
]);
const schema = z.strictObject({
  id: z.string().min(1).max(5).optional(),
  limit: z.int().max(10).optional(),
  mode: z.enum(['now', 'soon']).optional(),
  list: z.array(z.string()).max(1).optional(),
  when: choice.optional(),
  who: z.union([z.string(), z.strictObject({ name: z.string().min(1) })]).optional(),
  url: z.url().optional(),
  blank: z
    .string()
    .refine((text) => text.trim() !== '', 'it is blank')
    .optional(),
});
const said = (given: unknown, of: z.ZodType = schema) => {
  const { error } = of.safeParse(given, { reportInput: true });
  return error && sayIssues(error, of);
};

describe('a refusal', () => {
  it.each<[unknown, string]>([
    [5, "this can't be 5; allowed: an object"],
    [{ id: 5 }, "id can't be 5; allowed: text"],
    [{ id: '' }, 'id can\'t be ""; allowed: at least 1 character'],
    [{ id: 'abcdef' }, "id can't have 6 characters; allowed: at most 5 characters"],
    [{ limit: 1.5 }, "limit can't be 1.5; allowed: a whole number"],
    [{ limit: 11 }, "limit can't be 11; allowed: at most 10"],
    [{ limit: 1e300 }, "limit can't be 1e+300; allowed: at most 10"],
    [{ limit: null }, "limit can't be null; allowed: a number"],
    [{ mode: 'later' }, 'mode can\'t be "later"; allowed: now, soon'],
    [{ list: ['a', 'b'] }, "list can't have 2 items; allowed: at most 1 item"],
    [{ list: [1] }, "list.0 can't be 1; allowed: text"],
    [{ when: { kind: 'moon' } }, 'when.kind can\'t be "moon"; allowed: at, every'],
    [{ when: {} }, 'when.kind is missing; allowed: at, every'],
    [{ when: { kind: 'every', everyMs: 0 } }, "when.everyMs can't be 0; allowed: over 0"],
    [{ who: 5 }, "who can't be 5; allowed: text, or an object"],
    [{ who: { name: '' } }, 'who.name can\'t be ""; allowed: at least 1 character'],
    [{ url: 'x' }, 'url can\'t be "x"; allowed: a web address'],
    [{ blank: ' ' }, 'blank can\'t be " ": it is blank'],
    [{ colour: 1 }, 'there is no field "colour"; allowed: id, limit, mode, list, when, who, url, blank'],
    [
      { when: { kind: 'at', atMs: 1, tz: 'x' } },
      'there is no field "tz" in when (when.tz); allowed: kind, atMs',
    ],
  ])('of %j names the path, what was given and what is allowed', (given, sentence) => {
    expect(said(given)).toBe(sentence);
  });

  it('is short, however long what was given', () => {
    expect(said({ mode: 'x'.repeat(1_000) })!.length).toBeLessThan(120);
    const wide = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`f${n}`, z.string()]));
    expect(said({}, z.object(wide))).toMatch(/^f0 is missing; allowed: text; .*; and 3 more$/);
  });

  it('names what is missing where anything may stand', () => {
    expect(said({}, z.strictObject({ content: z.unknown() }))).toBe('content is missing');
  });
});
