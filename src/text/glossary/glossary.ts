/**
 * The names of countries, places, bodies and persons in English and Chinese: one table for everything that compares
 * names across languages. Bundled names come from CLDR and the tables beside this file; an edition adds its own.
 *
 * Matching takes the longest name at a place, in linear time. Latin names stand between word boundaries and start
 * with a capital; Chinese is compared in either script.
 */
import { scriptless } from '../chinese/scripts.ts';
import { BODIES, CLUBS, FIRMS, PERSONS } from './bodies.ts';
import { countries } from './countries.ts';
import { ELSEWHERE, PLACES } from './places.ts';

export type KnownKind = 'country' | 'place' | 'body';

/** Somebody or something with its names. */
export interface KnownName {
  readonly kind: KnownKind;
  /** For a body: the sort of bodies that it could be confused with. */
  readonly sort?: 'firm' | 'club' | 'person';
  /** At least one; the first is the usual one in English. */
  readonly forms: readonly string[];
  /** Signs of it other than a name: its government, its money. */
  readonly signs?: readonly string[];
  /** The ISO 3166 code of a place's country; a country has its own. */
  readonly country?: string;
}

export interface Mention {
  readonly known: KnownName;
  /** As the text has it. */
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** An edition's own names: each row is one person, place or body in all its forms. */
export type GlossaryRows = readonly (readonly string[])[];

interface Entry {
  /** In either script, lower case. */
  readonly key: string;
  readonly latin: boolean;
  readonly known: KnownName;
}

export class Glossary {
  /** By the first two characters, see `startAt`. */
  readonly #byStart = new Map<number, Entry[]>();
  readonly #byForm = new Map<string, KnownName[]>();
  readonly countries: readonly KnownName[];

  constructor(rows: GlossaryRows = []) {
    // The edition's names come first: they are what its stories mean.
    for (const forms of rows) this.#learn({ kind: 'body', forms });
    for (const known of bundled()) this.#learn(known);
    this.countries = bundled().filter(({ kind }) => kind === 'country');
    for (const entries of this.#byStart.values()) entries.sort((a, b) => b.key.length - a.key.length);
  }

  /** The known names in a text, in order; none lies within another. */
  mentionsIn(text: string): Mention[] {
    const plain = plainForm(text);
    const found: Mention[] = [];
    for (let at = 0; at < plain.length; at++) {
      const entry = this.#at(plain, text, at);
      if (entry === undefined) continue;
      const end = at + entry.key.length;
      found.push({ known: entry.known, text: text.slice(at, end), start: at, end });
      at = end - 1;
    }
    return found;
  }

  /** Everything with that name: Georgia is a country and a state. */
  named(name: string): readonly KnownName[] {
    return this.#byForm.get(plainForm(name.trim())) ?? [];
  }

  /** The name's forms in either language, the given one first. */
  formsOf(name: string): string[] {
    return [...new Set([name, ...this.named(name).flatMap(({ forms }) => forms)])];
  }

  #at(plain: string, text: string, at: number): Entry | undefined {
    const candidates = this.#byStart.get(startAt(plain, at));
    return candidates?.find((entry) => plain.startsWith(entry.key, at) && isSeparateWord(entry, text, at));
  }

  #learn(known: KnownName): void {
    for (const form of known.forms) {
      const key = plainForm(form);
      if (key.length < 2) continue;
      const named = this.#byForm.get(key);
      if (named) named.push(known);
      else this.#byForm.set(key, [known]);
      if (named) continue;
      const start = startAt(key, 0);
      const entries = this.#byStart.get(start) ?? [];
      entries.push({ key, latin: /^\p{Script=Latin}/u.test(form), known });
      this.#byStart.set(start, entries);
    }
  }
}

/** Two characters as a number: a text is looked through without making a string at each of its places. */
function startAt(text: string, at: number): number {
  return text.charCodeAt(at) * 0x10000 + (text.charCodeAt(at + 1) || 0);
}

/** The bundled names, without any edition's. */
export function bundledGlossary(): Glossary {
  return (shared ??= new Glossary());
}

/** What the bundled names are built of, each on the one before: who shares a thread builds them one at a time. */
export const GLOSSARY_PARTS: readonly (() => unknown)[] = [
  () => scriptless('國'),
  countries,
  bundled,
  bundledGlossary,
];

let shared: Glossary | undefined;
let rows: readonly KnownName[] | undefined;

function bundled(): readonly KnownName[] {
  return (rows ??= [
    ...countries().map(({ code, ...names }): KnownName => ({ kind: 'country', ...names, country: code })),
    ...bodiesOf(FIRMS, 'firm'),
    ...bodiesOf(BODIES),
    ...bodiesOf(CLUBS, 'club'),
    ...bodiesOf(PERSONS, 'person'),
    ...Object.entries(PLACES).flatMap(([country, list]) =>
      placesOf(list).map((one) => ({ ...one, country })),
    ),
    ...placesOf(ELSEWHERE),
  ]);
}

function bodiesOf(lines: readonly string[], sort?: KnownName['sort']): KnownName[] {
  return lines.map((line) => ({ kind: 'body', forms: line.split('|'), ...(sort && { sort }) }));
}

/** "Kyiv 基輔 (Kiev); Odesa 敖德薩": an English name, then Chinese ones and bracketed others. */
function placesOf(list: string): KnownName[] {
  return list
    .split(';')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const [, english = '', others = ''] =
        /^([^\p{Script=Han}(]+?)(?=\s*(?:\p{Script=Han}|\(|$))(.*)$/u.exec(row) ?? [];
      const more = [...others.matchAll(/\(([^)]*)\)|([^\s()]+)/gu)].map(
        ([, bracketed, plain]) => bracketed ?? plain ?? '',
      );
      return { kind: 'place', forms: [english.trim(), ...more].filter((form) => form !== '') };
    });
}

/** The same length as the text, so that offsets stay valid. */
function plainForm(text: string): string {
  const lower = scriptless(text).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower.replaceAll('’', "'");
}

function isSeparateWord({ key, latin }: Entry, text: string, at: number): boolean {
  if (!latin) return true;
  const [before, after] = [text.charAt(at - 1), text.charAt(at + key.length)];
  if (/[\p{Script=Latin}\p{N}]/u.test(before) || /[\p{Script=Latin}\p{N}$]/u.test(after)) return false;
  const told = text.slice(at, at + key.length);
  // "us" and "turkey" are not countries; initials must be all capitals.
  const initials = key.replaceAll('.', '');
  if (initials.length <= 3 && /^[a-z]+$/.test(initials))
    return told === told.toUpperCase() || /^(?:Fed|Dow|Rep\.|Lao)$/.test(told);
  return /^\p{Lu}/u.test(told) || LOWER_CASE.has(key);
}

const LOWER_CASE = new Set(['bitcoin', 'ether', 'the moon']);
