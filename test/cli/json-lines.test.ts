import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../src/cli/input-lines.ts';
import { answerLines, type AnswerLine } from '../../src/cli/json-lines.ts';
import type { World } from '../../src/cli/world.ts';

/** A world that only reads and writes lines. */
function lineWorld(input: Readable, drained: () => Promise<void> = async () => {}) {
  const out: unknown[] = [];
  const said: (() => void)[] = [];
  const world: World = {
    env: {},
    cwd: '/',
    input,
    output: process.stdout,
    atTerminal: false,
    out: (text) => {
      out.push(JSON.parse(text));
      for (const heard of said.splice(0)) heard();
    },
    drained,
    warn: () => {},
    onSignal: () => () => {},
    onStrayError: () => () => {},
    exit: () => {},
    launch: () => 0,
  };
  /** Resolves at the next answer. */
  const next = () => new Promise<void>((resolve) => said.push(resolve));
  return { world, out, next };
}

const echo: AnswerLine = ({ n }) => Promise.resolve({ n });
const lines = (...given: unknown[]) => given.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('lines of JSON', () => {
  it('are answered in order, a bad one by its number, and the rest goes on', async () => {
    const input = Readable.from([`${lines({ id: 1, n: 1 })}no\n[]\n\n`, lines({ n: 5 }), '{"id":"x","n":6}']);
    const { world, out } = lineWorld(input);
    await answerLines(world, echo, { atOnce: 3 });
    expect(out).toEqual([
      { id: 1, n: 1 },
      { id: null, error: 'line 2: bad_json: not a JSON object' },
      { id: null, error: 'line 3: bad_json: not a JSON object' },
      { id: null, error: 'line 4: bad_json: not a JSON object' },
      { id: null, n: 5 },
      { id: 'x', n: 6 },
    ]);
  });

  it('may begin with a byte order mark, as some systems put before what is piped', async () => {
    const { world, out } = lineWorld(Readable.from([`\ufeff${lines({ id: 1, n: 1 }, { id: 2, n: 2 })}`]));
    await answerLines(world, echo, { atOnce: 1 });
    expect(out).toEqual([
      { id: 1, n: 1 },
      { id: 2, n: 2 },
    ]);
  });

  it('give back an id as it was written, though no number holds it', async () => {
    const said: string[] = [];
    const given = [
      '{"id":12345678901234567890,"n":1}',
      '{"t":"\\"id\\":1","deep":{"id":2},"id" : -9007199254740993 }',
      '{"id":1,"n":"x\\\\","\\u0069d":98765432109876543210.5}',
      '{"id":1e999}',
      '{"id":7}',
    ];
    const { world } = lineWorld(Readable.from([given.join('\n')]));
    world.out = (text) => void said.push(text);
    await answerLines(world, async ({ n }) => (n === undefined ? {} : { n }), { atOnce: 2 });
    expect(said).toEqual([
      '{"id":12345678901234567890,"n":1}',
      '{"id":-9007199254740993}',
      '{"id":98765432109876543210.5,"n":"x\\\\"}',
      '{"id":1e999}',
      '{"id":7}',
    ]);
  });

  it('that are too long are told, and thrown away while they come', async () => {
    const input = Readable.from([
      lines({ id: 1 }),
      'x'.repeat(300),
      'x'.repeat(300),
      `\n${lines({ id: 3 })}`,
    ]);
    const { world, out } = lineWorld(input);
    await answerLines(world, echo, { atOnce: 2, lineBytes: 100 });
    expect(out).toEqual([
      { id: 1 },
      { id: null, error: 'line 2: too_large: longer than 100 bytes' },
      { id: 3 },
    ]);
  });

  it('are answered one by one to a program that waits for each answer', async () => {
    const input = new PassThrough();
    const { world, out, next } = lineWorld(input);
    const done = answerLines(world, echo, { atOnce: 8 });
    for (const n of [1, 2, 3]) {
      const heard = next();
      input.write(lines({ id: n }));
      await heard;
      expect(out).toHaveLength(n);
    }
    input.end();
    await done;
  });

  it('keep their order though later ones are ready first, and no more than allowed are in work', async () => {
    let inWork = 0;
    let most = 0;
    const ready = new Map<number, () => void>();
    const slow: AnswerLine = async ({ n }) => {
      most = Math.max(most, (inWork += 1));
      await new Promise<void>((resolve) => {
        ready.set(Number(n), resolve);
        // The second of each pair is ready before the first.
        if (Number(n) % 2 === 1) for (const each of [n, Number(n) - 1]) ready.get(Number(each))?.();
      });
      inWork -= 1;
      return { n };
    };
    const { world, out } = lineWorld(
      Readable.from([lines(...Array.from({ length: 10 }, (_, n) => ({ id: n, n })))]),
    );
    await answerLines(world, slow, { atOnce: 2 });
    expect(out).toEqual(Array.from({ length: 10 }, (_, n) => ({ id: n, n })));
    expect(most).toBe(2);
  });

  it('are not read ahead while nobody takes the answers', async () => {
    let pulled = 0;
    const endless = Readable.from(
      (function* () {
        for (; pulled < 1_000; pulled += 1) yield lines({ id: pulled });
      })(),
      { highWaterMark: 1 },
    );
    let release = () => {};
    let stuck = () => {};
    const isStuck = new Promise<void>((resolve) => (stuck = resolve));
    const { world, out } = lineWorld(endless, () => {
      stuck();
      return new Promise((resolve) => (release = resolve));
    });
    const done = answerLines(world, echo, { atOnce: 2 });
    await isStuck;
    await new Promise(setImmediate);
    expect(out).toHaveLength(1);
    expect(pulled).toBeLessThan(10);
    world.drained = async () => {};
    release();
    await done;
    expect(out).toHaveLength(1_000);
  });

  it('end where they end, whatever their bytes and chunks', async () => {
    const text = Buffer.from('é\r\n\n香港');
    for (let size = 1; size <= text.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.subarray(n * size, (n + 1) * size),
      );
      const read: (string | undefined)[] = [];
      for await (const line of linesOf(Readable.from(chunks), 100)) read.push(line.text);
      expect(read).toEqual(['é', '', '香港']);
    }
  });
});
