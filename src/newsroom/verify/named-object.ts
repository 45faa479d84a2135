import { hasHan } from '../../text/chinese/has-han.ts';
import { chinesePersonsIn } from '../../text/chinese/persons.ts';
import type { Direction } from '../../text/directions.ts';
import type { Glossary } from '../../text/glossary/glossary.ts';
import { latinNamesIn } from '../../text/names.ts';

export interface NameTerms {
  readonly glossary: Glossary;
  /** Original names of the story's teams and people: 拜仁 is Bayern Munich. */
  readonly originals: ReadonlyMap<string, string>;
}

interface Named {
  readonly names: readonly string[];
  /** The end of the words after the verb; UTF-16 offset in the sentence. */
  readonly end: number;
}

/** The name after a result: "beat Bayern", "lost to Liverpool", 「不敵利物浦」. */
export function objectOf(
  { end, text }: Direction,
  sentence: string,
  { glossary, originals }: NameTerms,
): Named | undefined {
  const rest = sentence.slice(end, end + 60);
  const lead = hasHan(text)
    ? /^(?:了|於|給)?/u.exec(rest)
    : /^(?:\s(?:the|their|a|in|of|at|home|away|on|\d+[-–]\d+|to|by|against|over|final|\p{Ll}+)){0,7}\s/u.exec(
        rest,
      );
  const from = end + (lead?.[0].length ?? 0);
  const known = glossary.mentionsIn(sentence.slice(from, from + 40))[0];
  if (known?.start === 0) return { names: known.known.forms, end: from + known.end };
  const [name] = latinNamesIn(sentence.slice(from, from + 60));
  if (name?.start === 0) return { names: [name.name], end: from + name.name.length };
  const translated = [...originals].find(([one]) => sentence.startsWith(one, from));
  if (translated) return { names: translated, end: from + translated[0].length };
  const [office] = /^[^，。；：、]{1,24}/u.exec(sentence.slice(from)) ?? [''];
  const [person] = chinesePersonsIn(office);
  return person === undefined
    ? undefined
    : { names: [person], end: from + office.indexOf(person) + person.length };
}

/** Whether one has a name that is part of a name of the other. */
export function sameObject(a: Named | undefined, b: Named): boolean {
  return (
    a !== undefined &&
    a.names.some((name) => b.names.some((other) => other.includes(name) || name.includes(other)))
  );
}
