/** What the desk did with its tools, in words. Pure. */

const DEEDS = new Map([
  ['look_up', 'looked up the sources'],
  ['inputs', 'read the prepared inputs'],
  ['write_run', 'ordered stories'],
  ['recent_posts', 'looked at the recent posts'],
  ['remember', 'remembered a note'],
  ['forget', 'forgot a note'],
  ['notes', 'read the notes'],
  ['jobs', 'looked at the jobs'],
  ['stories', 'looked at the stories'],
  ['cron', 'looked after the jobs'],
  ['wake', 'left word for the desk'],
]);

/**
 * "looked up the sources × 2, ordered stories"; a tool that is not known here goes by its name.
 * @param {string[]} names
 */
export function toolWords(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (
    [...counts]
      .map(([name, count]) => `${DEEDS.get(name) ?? name}${count > 1 ? ` × ${count}` : ''}`)
      .join(', ') || 'used a tool'
  );
}
