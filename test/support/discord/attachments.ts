import type { APIAttachment } from 'discord-api-types/v10';
import type { SentFile } from './call.ts';
import type { Realm } from './realm.ts';
import type { Channel } from './world.ts';

export interface AttachmentRequest {
  readonly id: string | number;
  readonly filename?: string;
  readonly description?: string | null;
}

/** Store sent files below the CDN and describe them as Discord does; `options` come from the body, by `files[n]`. */
export function storeFiles(
  { world, cdn }: Realm,
  channel: Channel,
  files: readonly SentFile[],
  options: readonly AttachmentRequest[] = [],
): APIAttachment[] {
  return files.map((file) => {
    const request = requestFor(file, options);
    const id = world.nextId();
    const asked = request?.filename ?? file.name;
    const filename = nameOf(file, options);
    const path = `/attachments/${channel.id}/${id}/${filename}`;
    world.files.set(path, { type: file.type, bytes: file.bytes });
    return {
      id,
      filename,
      ...(filename !== asked && { title: asked.replace(/\.[^.]*$/, '') }),
      ...(request?.description && { description: request.description }),
      size: file.size,
      url: `${cdn}${path}`,
      proxy_url: `${cdn}${path}`,
      content_type: file.type,
    };
  });
}

/** What a sent file is called from then on. */
export function nameOf(file: SentFile, options: readonly AttachmentRequest[]): string {
  return plainName(requestFor(file, options)?.filename ?? file.name);
}

function requestFor(file: SentFile, options: readonly AttachmentRequest[]): AttachmentRequest | undefined {
  const index = /^files\[(\d+)\]$/.exec(file.field)?.[1];
  return options.find((it) => String(it.id) === index);
}

/** Discord keeps plain characters of a file's name only; the rest survives in the attachment's title. */
function plainName(name: string): string {
  const plain = name.replace(/\s+/g, '_').replace(/[^\w.()-]/g, '');
  return /^\.?\w*$/.test(plain) && plain.startsWith('.') ? `unknown${plain}` : plain || 'unknown';
}
