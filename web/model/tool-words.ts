import type { Words } from '../words/en.ts';

/**
 * What the desk did with its tools: "looked up the sources × 2, ordered stories"; a tool that is not known here goes by
 * its name.
 */
export function toolWords(names: string[], { deeds, used, separator }: Words['tools']): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const said = [...counts].map(([name, count]) => {
    const deed = Object.hasOwn(deeds, name) ? deeds[name] : name;
    return `${deed}${count > 1 ? ` × ${count}` : ''}`;
  });
  return said.join(separator) || used;
}
