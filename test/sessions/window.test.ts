import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/sessions/entry.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Turn } from '../../src/sessions/turn.ts';
import { readWindow } from '../../src/sessions/window.ts';
import { FileTranscripts } from '../../src/store/files/file-transcripts.ts';
import { message } from '../support/inbound.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = parseSessionKey('console:desk');
const turn: Turn = { ...message('now'), lane: desk, seq: 9, acceptedAtMs: 0, attempts: 1 };

const said = (id: string, content = id, more: Partial<Entry> = {}): Entry => ({
  v: 1,
  id,
  ts: 1,
  role: 'user',
  content,
  ...more,
});
const call = (id: string): Entry =>
  said(`call ${id}`, '', { role: 'assistant', meta: { toolCalls: [{ id, name: 'look_up', args: {} }] } });
const result = (id: string, content = 'found'): Entry =>
  said(`result ${id}`, content, { role: 'tool', meta: { toolCallId: id, toolName: 'look_up' } });

async function seen(entries: Entry[], terms: Partial<Parameters<typeof readWindow>[2]> = {}) {
  const transcripts = new FileTranscripts(tempHome(), () => {});
  await transcripts.open({
    v: 1,
    header: true,
    key: desk as SessionKey,
    createdAtMs: 0,
    origin: { channel: 'console', chatId: 'desk' },
  });
  await transcripts.append(desk, entries, 0);
  const window = await readWindow(transcripts, desk, { turn, waiting: [], tokens: 1_000, history: 'full', ...terms });
  return window.map(({ id }) => id);
}

describe('the window of a turn', () => {
  it('has the newest entries, oldest first, inside its token budget', async () => {
    const entries = ['a', 'b', 'c'].map((id) => said(id, 'x'.repeat(400)));
    expect(await seen(entries, { tokens: 250 })).toEqual(['b', 'c']);
  });

  it("leaves out the turn's own words and what other turns still wait to say", async () => {
    const entries = [said('a'), said('own', 'own', { meta: { turn: 'now' } }), said('b', 'b', { meta: { turn: 'later' } })];
    expect(await seen(entries, { waiting: ['later'] })).toEqual(['a']);
  });

  it('goes no further back than the last reset', async () => {
    const reset = said('reset:1', 'reset', { role: 'system', meta: { kind: 'generation', generation: 1 } });
    expect(await seen([said('a'), reset, said('b')])).toEqual(['b']);
  });

  it('leaves out calls without a result, and results without their call', async () => {
    expect(await seen([result('0'), call('1'), result('1'), call('2'), said('b')])).toEqual([
      'call 1',
      'result 1',
      'b',
    ]);
  });

  it('can be narrowed by a job', async () => {
    const entries = ['a', 'b', 'c'].map((id) => said(id));
    expect(await seen(entries, { history: 'none' })).toEqual([]);
    expect(await seen(entries, { history: { recent: 2 } })).toEqual(['b', 'c']);
  });
});
