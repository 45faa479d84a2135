import { expect, it } from 'vitest';
import { Shown, amended } from '../../src/cli/amended.ts';
import type { EntryAnswer } from '../../src/cli/answers.ts';

const entry = (id: string, content: string, meta?: EntryAnswer['meta']): EntryAnswer => ({
  ...{ v: 1, id, content, ts: 1, role: 'assistant' },
  ...(meta && { meta }),
});
const edit = entry('e', 'Grid\nWithdrawn 07:00', { kind: 'edit', target: 'title' });
const gone = entry('d', '', { kind: 'delete', target: 'chunk' });

it('reads back what was edited and taken back as it stands now', () => {
  const read = amended([entry('title', 'Grid'), entry('chunk', 'Four operators'), edit, gone]);
  expect(read.map(({ content }) => content)).toEqual(['Grid\nWithdrawn 07:00']);
});

it('says what becomes of a message that stands on the screen already', () => {
  const shown = new Shown();
  shown.said(entry('title', 'Grid'));
  shown.note(entry('chunk', 'Four operators agree.\nMore.'));
  expect(shown.said(edit).content).toBe('(changed “Grid”)\nGrid\nWithdrawn 07:00');
  expect(shown.said(gone).content).toBe('(took back “Four operators agree.”)');
  expect(shown.said(gone).content).toBe('(took back a message)');
});
