/** Reads an answer to its end, as a stream of events or whole. */
import { ModelError } from '../chat-model.ts';
import { chunkSchema } from './chunk.ts';
import type { Chunk } from './chunk.ts';
import { serverComplaint } from './complaint.ts';
import type { Connection } from './connection.ts';
import { ReplyPieces } from './reply-pieces.ts';
import { failureOf, modelError, speaksNoOpenAi } from './say-failure.ts';
import type { Asked } from './say-failure.ts';
import type { Watch } from './watch.ts';

/** Larger than any reply; limits memory if a server never ends. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Read an answer and call back with each piece of text.
 *
 * @throws ModelError when the stream breaks off, is not an answer, or stays silent too long; also whatever the
 * network or the SDK throws.
 */
export async function readAnswer(
  connection: Connection,
  response: Response,
  watch: Watch,
  asked: Asked,
  heard: (delta: string) => void,
): Promise<ReplyPieces> {
  const pieces = new ReplyPieces();
  const take = (piece: unknown) => {
    const delta = pieces.add(readChunk(piece, asked));
    if (pieces.atWork) watch.word();
    if (delta !== '') heard(delta);
  };
  const type = response.headers.get('content-type') ?? '';
  if (/\bhtml\b/i.test(type)) throw speaksNoOpenAi(asked);
  const body = watched(response, watch, asked);
  if (/\bjson\b/i.test(type)) take(readWhole(await body.text(), asked));
  else await readStream(connection, body, pieces, take, asked);
  if (!pieces.begun)
    throw modelError('bad_reply', `There was no reply in what ${asked.host} answered.`, asked);
  if (pieces.reason === 'error' || !pieces.finished) throw brokenOff(pieces, asked);
  return pieces;
}

async function readStream(
  { Stream, client }: Connection,
  response: Response,
  pieces: ReplyPieces,
  take: (piece: unknown) => void,
  asked: Asked,
): Promise<void> {
  try {
    for await (const piece of Stream.fromSSEResponse<unknown>(response, new AbortController(), client))
      take(piece);
  } catch (error) {
    // The reply was complete; how the connection ended doesn't matter.
    if (pieces.finished && !(error instanceof ModelError)) return;
    if (error instanceof SyntaxError)
      throw modelError('bad_reply', `What ${asked.host} streams is no JSON.`, asked);
    throw error;
  }
}

/** A response whose every byte is reported to the watch. */
function watched(response: Response, watch: Watch, asked: Asked): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, onward) {
      watch.life();
      bytes += piece.byteLength;
      if (bytes > MOST_BYTES)
        onward.error(modelError('bad_reply', `The server ${asked.host} never stops talking.`, asked));
      else onward.enqueue(piece);
    },
  });
  const { status, headers } = response;
  return new Response(response.body?.pipeThrough(counter) ?? null, { status, headers });
}

function readWhole(text: string, asked: Asked): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw modelError('bad_reply', `What ${asked.host} answers is no JSON.`, asked);
  }
  const known = typeof value === 'object' && value !== null && ('choices' in value || 'error' in value);
  if (!known) throw speaksNoOpenAi(asked);
  return value;
}

function readChunk(piece: unknown, asked: Asked): Chunk {
  const read = chunkSchema.safeParse(piece);
  if (!read.success) throw modelError('bad_reply', `What ${asked.host} answers is no reply.`, asked);
  const { error } = read.data;
  if (error !== undefined && error !== null) throw failureOf(serverComplaint(error, ''), asked);
  return read.data;
}

function brokenOff(pieces: ReplyPieces, asked: Asked): ModelError {
  return modelError('unavailable', `The server ${asked.host} broke off its answer.`, asked, {
    usage: pieces.usage,
  });
}
