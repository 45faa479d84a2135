import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeMethods, mustHaveToolNames } from '../../src/feature/describe-methods.ts';
import { method, noParams, NOBODY } from '../../src/feature/rpc-method.ts';
import type { MethodCall } from '../../src/feature/rpc-method.ts';

const about = {
  description: 'When the water is high.',
  scope: 'read',
  params: z.strictObject({ place: z.string().max(20), atMost: z.number().default(3) }),
  result: z.strictObject({ place: z.string().max(20), tides: z.array(z.strictObject({ atMs: z.int() })) }),
} as const;

describe('a method', () => {
  it('is given its parameters as they are declared, in camel or in snake case, and who follows the call', async () => {
    const given: unknown[] = [];
    const now = method(about, async (params, call) => {
      given.push(params, call);
      return { place: params.place, tides: [] };
    });
    expect(await now({ place: 'Tai O', at_most: 2 })).toEqual({ place: 'Tai O', tides: [] });
    const call: MethodCall = { ...NOBODY, progress: () => {} };
    await now({ place: 'Tai O' }, call);
    expect(given).toEqual([{ place: 'Tai O', atMost: 2 }, NOBODY, { place: 'Tai O', atMost: 3 }, call]);
    await expect(async () => now({ place: 1 })).rejects.toThrow("place can't be 1");
    await expect(async () => now({ place: 'x', town: 'y' })).rejects.toThrow('there is no field "town"');
  });

  it('whose result is not what it declares breaks in tests', async () => {
    const more = { place: 'Tai O', tides: [], moon: 'full' };
    await expect(method(about, async () => more)({ place: 'x' })).rejects.toThrow(
      'the result is not what its method declares: there is no field "moon"',
    );
    const wrong = { place: 'Tai O', tides: [{ atMs: 1.5 }] };
    await expect(method(about, async () => wrong)({ place: 'x' })).rejects.toThrow('tides.0.atMs');
  });
});

describe('a table of methods', () => {
  const now = method(about, async ({ place }) => ({ place, tides: [] }));

  it('is told as data: names, scopes, hints and schemas of what goes in and what comes out', () => {
    const [told, ...others] = describeMethods({ 'tides.now': now });
    expect(others).toEqual([]);
    expect(told).toEqual({
      name: 'tides.now',
      tool: 'tides_now',
      description: 'When the water is high.',
      scope: 'read',
      hints: {},
      params: {
        type: 'object',
        properties: {
          place: { type: 'string', maxLength: 20 },
          atMost: { type: 'number', default: 3 },
        },
        required: ['place'],
        additionalProperties: false,
      },
      // A client may meet a result that is newer, or kept from before a rule.
      result: {
        type: 'object',
        properties: {
          place: { type: 'string' },
          tides: {
            type: 'array',
            items: { type: 'object', properties: { atMs: { type: 'integer' } }, required: ['atMs'] },
          },
        },
        required: ['place', 'tides'],
      },
    });
  });

  it('refuses two tools of one name, and a name that is none', () => {
    const named = method({ ...about, params: noParams, tool: 'tides_now' }, async () => ({
      place: '',
      tides: [],
    }));
    expect(() => mustHaveToolNames({ 'tides.now': now, 'tides.then': named })).toThrow(
      'the methods tides.now and tides.then are both the tool tides_now',
    );
    expect(() => mustHaveToolNames({ 'tides.now 潮': now })).toThrow('is no name for a tool');
  });
});
