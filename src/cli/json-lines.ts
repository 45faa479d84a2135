/**
 * `--jsonl`: one JSON object per line in, one out, in order, while the input is still coming.
 *
 * - Every line gets an answer, also a bad or blank one: `{"id": null, "error": "line 3: …"}`; the next line
 *   continues.
 * - An answer is written as soon as those before it are; a program may wait for it before it sends the next line.
 * - At most `atOnce` lines are in progress, and nothing is read ahead while the reader of the answers is slow.
 */
import { z } from 'zod';
import { exactId, lineOf } from './exact-id.ts';
import { linesOf } from './input-lines.ts';
import type { InputLine } from './input-lines.ts';
import type { World } from './world.ts';

/** 100 MB as base64, with the fields around them. */
const LINE_BYTES = 150_000_000;
/** The most bytes of lines in progress together; a single line may be larger. */
const BYTES_AT_ONCE = 20_000_000;

const asked = z.record(z.string(), z.unknown());

/** Turns one object into its answer; `id` is added in front. An error becomes the answer's `error`. */
export type AnswerLine = (asked: Readonly<Record<string, unknown>>) => Promise<object>;

interface Pace {
  /** 1 where an answer depends on the lines before. */
  readonly atOnce: number;
  readonly lineBytes?: number;
}

/** Answer every line of the world's input. Rejects only when the input itself fails. */
export async function answerLines(
  world: World,
  answer: AnswerLine,
  { atOnce, lineBytes = LINE_BYTES }: Pace,
): Promise<void> {
  const inWork: { readonly bytes: number; readonly said: Promise<void> }[] = [];
  const bytesInWork = () => inWork.reduce((sum, { bytes }) => sum + bytes, 0);
  let said = Promise.resolve();
  for await (const line of linesOf(world.input, lineBytes)) {
    const told = answerTo(line, answer, lineBytes);
    said = said.then(async () => {
      world.out(lineOf(await told));
      await world.drained();
    });
    inWork.push({ bytes: line.bytes, said });
    while (inWork.length >= atOnce || (inWork.length > 0 && bytesInWork() > BYTES_AT_ONCE))
      await inWork.shift()?.said;
  }
  await said;
}

/** Never rejects: a line's own failure becomes its answer. */
async function answerTo(line: InputLine, answer: AnswerLine, lineBytes: number): Promise<object> {
  const bad = (why: string) => ({ id: null, error: `line ${line.number}: ${why}` });
  if (line.text === undefined) return bad(`too_large: longer than ${lineBytes} bytes`);
  const given = parsed(line.text);
  if (given === undefined) return bad('bad_json: not a JSON object');
  const id = exactId(line.text, given);
  try {
    return { id, ...(await answer(given)) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return asked.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
