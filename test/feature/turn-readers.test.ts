import { expect, it } from 'vitest';
import { turnReaders } from '../../src/feature/turn-readers.ts';

it.each([
  [{ kind: 'person', text: 'what is new?' }, 'zh-Hant-HK', { locale: 'en' }],
  [{ kind: 'person', text: '有咩新聞？' }, 'en', { locale: 'zh' }],
  [{ kind: 'worker', text: '/brief AI 監管' }, 'en', { locale: 'zh', named: '/brief AI 監管' }],
  [
    { kind: 'worker', text: '/brief *gold*' },
    'zh-Hant-HK',
    { locale: 'zh', named: String.raw`/brief \*gold\*` },
  ],
  [{ kind: 'worker', text: 'write the story' }, 'en', { locale: 'en' }],
  [
    { kind: 'scheduled', text: 'Scheduled cron job triggered: gold', material: { message: '金價簡報' } },
    'en',
    { locale: 'zh' },
  ],
  [{ kind: 'scheduled', text: 'Scheduled cron job triggered: gold' }, 'zh-Hant-HK', { locale: 'zh' }],
] as const)('%j in a desk of %s', (turn, language, readers) =>
  expect(turnReaders({ material: undefined, ...turn }, language)).toEqual(readers),
);
