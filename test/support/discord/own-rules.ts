/** What Discord refuses and its published contract lets pass: lengths in sum, emptiness, spelling of command names. */
import { MessageFlags, type APIEmbed } from 'discord-api-types/v10';
import type { Fields } from './call.ts';
import { countCharacters, embedCharacters } from './check-message.ts';
import type { RequestRecord } from './records.ts';

export function ownViolations(request: RequestRecord): string[] {
  if (/\/commands(\/:command)?$/.test(request.route)) return commandViolations(request);
  const message = messageIn(request);
  if (!message) return [];
  const { content, embeds, components, flags } = message as MessageFields;
  const length = typeof content === 'string' ? countCharacters(content.trim()) : 0;
  const embedded = embedCharacters(embeds ?? []);
  const isEmpty = !length && !embeds?.length && !components?.length && !request.files.length;
  const isWhole = request.method === 'POST' && !('poll' in message) && !('sticker_ids' in message);
  const isV2 = Boolean((flags ?? 0) & MessageFlags.IsComponentsV2);
  return [
    ...(length > 2_000 ? [`the content has ${length} characters; Discord takes 2,000`] : []),
    ...(embedded > 6_000 ? [`the embeds have ${embedded} characters together; Discord takes 6,000`] : []),
    ...(isEmpty && isWhole ? ['the message is empty'] : []),
    ...(isV2 && (length || embeds?.length) ? ['components v2 stand beside content or embeds'] : []),
  ];
}

interface MessageFields {
  content?: unknown;
  embeds?: APIEmbed[] | null;
  components?: unknown[] | null;
  flags?: number | null;
}

/** The part of a request that becomes a message, where it has one. */
function messageIn({ method, route, body }: RequestRecord): Fields | undefined {
  if (method !== 'POST' && method !== 'PATCH') return undefined;
  if (/^\/channels\/:channel\/messages(\/:message)?$/.test(route)) return body;
  if (/^\/webhooks\/:application\/:token(\/messages\/.+)?$/.test(route)) return body;
  if (route === '/channels/:channel/threads') return body['message'] as Fields | undefined;
  // Types 4 and 7 carry a message; a 7 may leave out what stays.
  if (route.startsWith('/interactions/'))
    return body['type'] === 4 ? ((body['data'] ?? {}) as Fields) : undefined;
  return undefined;
}

function commandViolations({ method, body }: RequestRecord): string[] {
  if (method === 'GET' || method === 'DELETE') return [];
  const named = (it: Fields): string[] => {
    const inner = (it['options'] ?? []) as Fields[];
    const isChatInput = it['type'] === undefined || it['type'] === 1;
    const name = it['name'];
    const isWrong = isChatInput && typeof name === 'string' && name !== name.toLowerCase();
    return [
      ...(isWrong ? [`“${name}” is not lower case`] : []),
      ...inner.flatMap((option) => optionNames(option)),
    ];
  };
  return (Array.isArray(body) ? (body as Fields[]) : [body]).flatMap((it) => named(it));
}

function optionNames(option: Fields): string[] {
  const name = String(option['name']);
  const inner = (option['options'] ?? []) as Fields[];
  const wrong = name !== name.toLowerCase() ? [`“${name}” is not lower case`] : [];
  return [...wrong, ...inner.flatMap((it) => optionNames(it))];
}
