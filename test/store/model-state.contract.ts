import { expect, it } from 'vitest';
import type { ModelState } from '../../src/llm/receipt.ts';

interface OpenState {
  readonly state: ModelState;
  /** What is at rest there, opened anew; absent where nothing rests. */
  restart?(): Promise<OpenState>;
}

/** What every memory of small facts keeps to. */
export function describeModelState(open: () => Promise<OpenState>): void {
  it('gives back what was set last, by name', async () => {
    const engine = await open();
    const { state } = engine;
    expect(await state.get('gemini.rest.1')).toBeUndefined();
    await state.set('gemini.rest.1', '5');
    await state.set('gemini.rest.2', '');
    await state.set('gemini.rest.1', '字 "quoted"');
    const again = (await engine.restart?.()) ?? engine;
    expect(await again.state.get('gemini.rest.1')).toBe('字 "quoted"');
    expect(await again.state.get('gemini.rest.2')).toBe('');
  });
}
