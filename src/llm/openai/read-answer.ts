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
/** More than a stream's last event takes. */
const END_BYTES = 40;

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
  onDelta: (delta: string) => void,
): Promise<ReplyPieces> {
  const pieces = new ReplyPieces();
  const take = (piece: unknown) => {
    const delta = pieces.add(readChunk(piece, asked));
    if (pieces.atWork) watch.word();
    if (delta !== '') onDelta(delta);
  };
  const type = response.headers.get('content-type') ?? '';
  if (/\bhtml\b/i.test(type)) throw speaksNoOpenAi(asked);
  const { body, saidDone } = watched(response, watch, asked);
  const isJson = /\bjson\b/i.test(type);
  if (isJson) take(readWhole(await body.text(), asked));
  else await readStream(connection, body, pieces, take, asked);
  if (!pieces.begun)
    throw modelError('bad_reply', `There was no reply in what ${asked.host} answered.`, asked);
  // Some servers give no reason at the end of a whole answer.
  const isWhole = pieces.finished || (pieces.hasContent && (isJson || saidDone()));
  if (pieces.reason === 'error' || !isWhole) throw brokenOff(pieces, asked);
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

/** A response whose every byte is reported to the watch. `saidDone`: its last event was [DONE]. */
function watched(response: Response, watch: Watch, asked: Asked) {
  let bytes = 0;
  let end = '';
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, onward) {
      watch.life();
      bytes += piece.byteLength;
      end = (end + Buffer.from(piece.subarray(-END_BYTES)).toString('latin1')).slice(-END_BYTES);
      if (bytes > MOST_BYTES)
        onward.error(modelError('bad_reply', `The server ${asked.host} never stops talking.`, asked));
      else onward.enqueue(piece);
    },
  });
  const { status, headers } = response;
  const body = new Response(response.body?.pipeThrough(counter) ?? null, { status, headers });
  return { body, saidDone: () => /\ndata: ?\[DONE\]\s*$/.test(end) };
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
