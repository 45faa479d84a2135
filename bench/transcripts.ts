/** Appending to a transcript and reading its window: what a long memory costs over a short one. */
import { createWriteStream, mkdirSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { sessionKey, transcriptName } from '../src/sessions/key.ts';
import type { SessionKey } from '../src/sessions/key.ts';
import type { Entry, Header } from '../src/sessions/entry.ts';
import type { Turn } from '../src/sessions/turn.ts';
import { readWindow } from '../src/sessions/window.ts';
import { FileTranscripts } from '../src/store/files/file-transcripts.ts';
import { median, withHome } from './figures.ts';
import type { Row } from './row.ts';

const MB = 1_000_000;
const ROUNDS = 200;
const WINDOW_TOKENS = 12_000;

export function benchTranscripts(): Promise<Row[]> {
  return withHome(async (folder) => {
    const short = await written(folder, 'short', 1 * MB);
    const long = await written(folder, 'long', 200 * MB);
    const [shortTimes, longTimes] = await measured(folder, [short, long]);
    const row = (what: string, pick: (times: Times) => number[]): Row[] => {
      const [few, many] = [median(pick(shortTimes)), median(pick(longTimes))];
      return [
        { what: `${what}, 1 MB`, value: few, unit: 'ms', goal: '' },
        { what: `${what}, 200 MB`, value: many, unit: 'ms', goal: '' },
        { what: `${what}, 200 MB over 1 MB`, value: many / few, unit: 'times', goal: '< 2' },
      ];
    };
    return [
      ...row(`append an entry, median of ${ROUNDS}`, ({ append }) => append),
      ...row(`read a window, median of ${ROUNDS}`, ({ window }) => window),
      ...row('first touch after a start, median of 20', ({ open }) => open),
    ];
  });
}

interface Times {
  readonly append: number[];
  readonly window: number[];
  readonly open: number[];
}

/** Both in turn, so that what else the machine does falls on both alike. */
async function measured(
  folder: string,
  sessions: readonly [SessionKey, SessionKey],
): Promise<[Times, Times]> {
  const transcripts = new FileTranscripts(folder, ({ what }) => {
    throw new Error(what);
  });
  const times = sessions.map((): Times => ({ append: [], window: [], open: [] })) as [Times, Times];
  const lengths = sessions.map((session) => statSync(join(folder, transcriptName(session))).size);
  for (let n = 0; n < ROUNDS; n++)
    for (const [at, session] of sessions.entries()) {
      const { append, window, open } = times[at]!;
      if (n < 20) open.push(await took(() => new FileTranscripts(folder, () => {}).open(headerOf(session))));
      append.push(
        await took(async () => {
          const { length } = await transcripts.append(session, [entryOf(`new:${n}`)], lengths[at]!);
          lengths[at] = length;
        }),
      );
      const terms = {
        turn: { id: 'now' } as Turn,
        waiting: [],
        tokens: WINDOW_TOKENS,
        history: 'full',
        zone: 'UTC',
      } as const;
      window.push(
        await took(async () => {
          const entries = await readWindow(transcripts, session, terms);
          if (entries.length < 20) throw new Error(`the window has ${entries.length} entries only`);
        }),
      );
    }
  return times;
}

async function took(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** A transcript as long conversations leave it. */
async function written(folder: string, chat: string, bytes: number): Promise<SessionKey> {
  const session = sessionKey('console', chat);
  mkdirSync(folder, { recursive: true });
  const out = createWriteStream(join(folder, transcriptName(session)));
  let length = 0;
  const write = async (line: object) => {
    const text = `${JSON.stringify(line)}\n`;
    length += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, 'drain');
  };
  await write(headerOf(session));
  for (let n = 0; length < bytes; n++) await write(entryOf(`turn${n >> 1}:${n % 2}`, n % 2 === 0));
  out.end();
  await once(out, 'close');
  return session;
}

function headerOf(key: SessionKey): Header {
  return { v: 1, header: true, key, createdAtMs: 0, origin: { channel: 'console', chatId: 'bench' } };
}

const TALK =
  'The council meets at ten; the vote on the harbour is expected before noon, and the mayor speaks after it. ';

function entryOf(id: string, asked = true): Entry {
  return {
    v: 1,
    id,
    ts: 0,
    role: asked ? 'user' : 'assistant',
    content: TALK.repeat(asked ? 1 : 5),
    ...(asked && { author: { name: 'Ann' } }),
    meta: { turn: id.split(':')[0]! },
  };
}
