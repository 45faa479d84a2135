import { expect, it } from 'vitest';
import type { ModelState } from '../../src/llm/receipt.ts';

/** What every memory of small facts keeps to. */
export function describeModelState(open: () => Promise<{ readonly state: ModelState }>): void {
  it('gives back what was set last, by name', async () => {
    const { state } = await open();
    expect(await state.get('gemini.rest.1')).toBeUndefined();
    await state.set('gemini.rest.1', '5');
    await state.set('gemini.rest.2', '');
    await state.set('gemini.rest.1', '字 "quoted"');
    expect(await state.get('gemini.rest.1')).toBe('字 "quoted"');
    expect(await state.get('gemini.rest.2')).toBe('');
  });
}
