import { SETTINGS } from './settings.ts';

/** A variable that differs in so few letters is taken for one of ours. */
const MISSPELT = 2;
const KNOWN = Object.keys(SETTINGS);

/** A warning for each variable that resembles one of ours, with the name that was probably meant. */
export function unknownNames(names: readonly string[]): string[] {
  return [...new Set(names)]
    .filter((name) => /^\w+$/.test(name) && !KNOWN.includes(name))
    .filter((name) => name.startsWith('NIGHTDESK_') || isMisspelt(name.toUpperCase(), names))
    .sort()
    .map(
      (name) =>
        `${name} is no setting of the desk and is ignored; the nearest is ${nearest(name.toUpperCase())}`,
    );
}

/** A warning. The line may have a secret in it, so that only names of settings are said of it. */
export function sayOddLine(line: string): string {
  const near = KNOWN.find((name) => line.split(/\W+/).includes(name));
  const which = near === undefined ? 'a line of .env' : `the line of .env with ${near}`;
  return `${which} is no NAME=value and is ignored, perhaps with the line after it`;
}

/** Beside a variable of ours, other programs may have one of the same name in the singular or plural. */
function isMisspelt(name: string, others: readonly string[]): boolean {
  const isNear = (one: string) => Math.abs(one.length - name.length) <= MISSPELT;
  const like = KNOWN.find((one) => isNear(one) && distance(name, one) <= MISSPELT);
  return like !== undefined && !(others.includes(like) && singular(like) === singular(name));
}

const singular = (name: string) => name.replace(/S$/, '');

function nearest(name: string): string {
  return KNOWN.reduce((best, next) => (distance(name, next) < distance(name, best) ? next : best));
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
