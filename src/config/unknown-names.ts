import { SETTINGS } from './settings.ts';

/** A warning for each variable that resembles one of ours, with the name that was probably meant. */
export function unknownNames(names: readonly string[]): string[] {
  return names
    .filter((name) => name.startsWith('NIGHTDESK_') && !Object.hasOwn(SETTINGS, name))
    .sort()
    .map((name) => `${name} is no setting of the desk and is ignored; the nearest is ${nearest(name)}`);
}

function nearest(name: string): string {
  const known = Object.keys(SETTINGS);
  return known.reduce((best, next) => (distance(name, next) < distance(name, best) ? next : best));
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let row = 1; row <= a.length; row++) {
    const here = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      here.push(Math.min(changed, above[column]! + 1, here[column - 1]! + 1));
    }
    above = here;
  }
  return above[b.length]!;
}
