import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strictSchema } from '../../../src/llm/openai/strict-schema.ts';
import { ToolCallPieces } from '../../../src/llm/openai/tool-call-pieces.ts';
import { retryAt } from '../../../src/llm/openai/retry-at.ts';

/** A text, cut anywhere. */
const cut = (text: string, cuts: readonly number[]) => {
  const places = [...new Set(cuts.map((at) => at % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((at, n) => text.slice(at, places[n] ?? text.length));
};
const cuts = fc.array(fc.nat(200), { maxLength: 12 });

describe('calls in pieces', () => {
  const args = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant({ a: ['{}'] })));
  const call = fc.record({ name: fc.constantFrom('search', 'now'), args, cuts });

  it('are put together, with an index or none, with ids or none', () =>
    fc.assert(
      fc.property(
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.boolean(),
        (calls, indexed, named) => {
          const pieces = new ToolCallPieces();
          calls.forEach(({ name, args, cuts: places }, n) => {
            const index = indexed ? { index: n } : {};
            const id = named ? { id: `id-${String(n)}` } : {};
            pieces.add({ ...index, ...id, function: { name, arguments: '' } });
            for (const piece of cut(JSON.stringify(args), places))
              pieces.add({ ...index, function: { arguments: piece } });
          });
          const whole = pieces.whole(new Set());
          expect(whole.map(({ name, args }) => ({ name, args }))).toEqual(
            calls.map(({ name, args }) => ({ name, args: JSON.parse(JSON.stringify(args)) as unknown })),
          );
          expect(new Set(whole.map(({ id }) => id)).size).toBe(calls.length);
        },
      ),
    ));

  it('may repeat their name and id with each piece', () => {
    const pieces = new ToolCallPieces();
    for (const piece of ['{"query":', ' "fer', 'ry"}', ''])
      pieces.add({ index: 0, id: 'one', function: { name: 'search', arguments: piece } });
    expect(pieces.whole(new Set())).toEqual([{ id: 'one', name: 'search', args: { query: 'ferry' } }]);
  });
});

describe('a strict schema', () => {
  const object = (properties: object, more: object = {}) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...more,
  });

  it('has its objects closed, all the way down', () => {
    const inner = object({ n: { type: 'integer', minimum: 1 } });
    expect(
      strictSchema(object({ list: { type: 'array', items: { anyOf: [inner, { type: 'null' }] } } })),
    ).toEqual(
      object(
        {
          list: {
            type: 'array',
            items: { anyOf: [{ ...inner, additionalProperties: false }, { type: 'null' }] },
          },
        },
        { additionalProperties: false },
      ),
    );
  });

  it.each([
    ['something may be left out', object({ a: { type: 'string' } }, { required: [] })],
    ['anything may be added', object({}, { additionalProperties: {} })],
    ['something inside is open', object({ a: { type: 'object', additionalProperties: { type: 'string' } } })],
    ['a keyword isn’t known to be kept', object({ a: { type: 'string', minLength: 3 } })],
    ['it isn’t of an object', { type: 'array', items: { type: 'string' } }],
  ])('can’t be where %s', (_, schema) => {
    expect(strictSchema(schema)).toBeUndefined();
  });
});

describe('when to ask again', () => {
  it('is always later, and never forever, whatever a server says', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('retry-after', 'retry-after-ms', 'x-ratelimit-reset', 'x-ratelimit-reset-requests'),
        fc.oneof(
          fc.integer().map(String),
          fc.double().map(String),
          fc.constantFrom('soon', '1s', '6m0s', '', '-5'),
        ),
        (header, value) => {
          const at = retryAt(new Headers({ [header]: value }), '', 1_000_000);
          if (at === undefined) return;
          expect(at).toBeGreaterThan(1_000_000);
          expect(at).toBeLessThanOrEqual(1_000_000 + 31 * 24 * 60 * 60_000);
        },
      ),
    ));
});
