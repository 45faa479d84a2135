import type { EntryAnswer } from './answers.ts';

/** Tool calls in words; a tool's arguments and results are meant for the model. */
const STEPS: Readonly<Record<string, string>> = {
  look_up: 'looked in the sources',
  stories: 'looked at the posted stories',
  notes: 'looked at its notes',
  remember: 'wrote a note',
  forget: 'went through its notes',
  jobs: 'looked at the automations',
  cron: 'worked on the automations',
  story: 'worked on a story',
  desk: 'asked the desk',
  wake: 'left word for the main session',
  brief: 'ordered a brief',
  brief_sources: 'looked in the articles of the brief',
  newsletter: 'worked on the newsletter',
};

/** Undefined for an entry that isn't a step. */
export function stepOf({ role, meta }: EntryAnswer): string | undefined {
  if (role !== 'tool') return undefined;
  const name = meta?.toolName ?? '';
  return STEPS[name] ?? (name === '' ? 'used a tool' : `used ${name.replaceAll('_', ' ')}`);
}
