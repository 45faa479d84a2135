import type { IncomingMessage } from 'node:http';
import { DiscordError } from './discord-error.ts';
import type { Fields, SentFile } from './call.ts';

/** The body of a request: JSON, or a multipart one as its `payload_json` and files. */
export async function readRequest(
  request: IncomingMessage,
): Promise<{ body: Fields; files: SentFile[]; hasBody: boolean }> {
  const bytes = await bytesOf(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/form-data')) return { ...(await readForm(bytes, type)), hasBody: true };
  if (bytes.length === 0) return { body: {}, files: [], hasBody: false };
  return { body: parse(bytes.toString()), files: [], hasBody: true };
}

function bytesOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

async function readForm(bytes: Buffer, type: string): Promise<{ body: Fields; files: SentFile[] }> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const files: SentFile[] = [];
  let body: Fields = {};
  for (const [field, value] of form) {
    if (typeof value === 'string')
      body = field === 'payload_json' ? parse(value) : { ...body, [field]: value };
    else {
      const content = new Uint8Array(await value.arrayBuffer());
      files.push({ field, name: value.name, type: value.type, size: value.size, bytes: content });
    }
  }
  return { body, files };
}

function parse(text: string): Fields {
  try {
    return JSON.parse(text) as Fields;
  } catch {
    throw new DiscordError(400, 50109, 'The request body contains invalid JSON.');
  }
}
