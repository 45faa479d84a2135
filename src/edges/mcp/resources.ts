/**
 * Resources: stories, their sources, and conversations.
 *
 * `nightdesk://stories/<id>`, `nightdesk://stories/<id>/sources`, `nightdesk://sessions/<key>`; ids and keys are
 * percent-encoded. All are read by the table's own methods, so a resource never shows more than a tool does.
 */
import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { MethodHost } from './method-host.ts';
import { badParams, noResource, ProtocolRefusal } from './protocol-refusal.ts';
import { sayHistory, saySources, sayStory } from './resource-texts.ts';
import type { HistoryAnswer, SourcesAnswer, StoryAnswer } from './resource-texts.ts';

const PAGE = 50;
/** Entries of a conversation in one read: the newest. */
const MOST_ENTRIES = 500;
const MIME = 'text/markdown';
const STORIES = 'nightdesk://stories/';
const SESSIONS = 'nightdesk://sessions/';
const SOURCES = '/sources';
const INTERNAL = -32603;

export const TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: `${STORIES}{id}`,
    name: 'story',
    title: 'A story',
    description:
      'Its text, posted or waiting, how it stands, and what editors did. The id is percent-encoded.',
    mimeType: MIME,
  },
  {
    uriTemplate: `${STORIES}{id}${SOURCES}`,
    name: 'sources',
    title: 'The sources of a story',
    description: 'The texts that a story stands on, numbered as it cites them, and its claims.',
    mimeType: MIME,
  },
  {
    uriTemplate: `${SESSIONS}{key}`,
    name: 'session',
    title: 'A conversation',
    description: `The newest entries of a session's transcript, oldest first. The key is percent-encoded.`,
    mimeType: MIME,
  },
];

/** @param cursor the end of an earlier page. @throws ProtocolRefusal for an unknown one. */
export async function listResources(host: MethodHost, cursor?: string): Promise<ListResourcesResult> {
  const from = cursor === undefined ? 0 : placeOf(cursor);
  const all = [...(await storyResources(host)), ...(await sessionResources(host))];
  const next = from + PAGE;
  return {
    resources: all.slice(from, next),
    ...(next < all.length && { nextCursor: Buffer.from(`at:${next}`).toString('base64url') }),
  };
}

function placeOf(cursor: string): number {
  const [, place] = /^at:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (place === undefined) throw badParams(`there is no page ${JSON.stringify(cursor.slice(0, 60))}`);
  return Number(place);
}

interface BoardAnswer {
  readonly stories: readonly { id: string; title: string; publishedAtMs: number }[];
  readonly runs: readonly { createdAtMs: number; stories: readonly { id: string; title: string }[] }[];
}

async function storyResources(host: MethodHost): Promise<Resource[]> {
  const board = await asked<BoardAnswer>(host, 'newsroom.status', { limit: 500, runs: 200, leftOut: 1 });
  if (!board) return [];
  const posted = board.stories.map(({ id, title, publishedAtMs: atMs }) => ({ id, title, atMs }));
  const ordered = board.runs.flatMap(({ createdAtMs: atMs, stories }) =>
    stories.map(({ id, title }) => ({ id, title, atMs })),
  );
  const stories = new Map([...ordered, ...posted].map((story) => [story.id, story]));
  return [...stories.values()]
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? -1 : 1))
    .flatMap(({ id, title, atMs }) => {
      const uri = `${STORIES}${encodeURIComponent(id)}`;
      const about = { mimeType: MIME, annotations: { lastModified: new Date(atMs).toISOString() } };
      return [
        { uri, name: id, title, ...about },
        { uri: `${uri}${SOURCES}`, name: `${id}${SOURCES}`, title: `Sources: ${title}`, ...about },
      ];
    });
}

interface SessionsAnswer {
  readonly sessions: readonly { key: string; title: string; updatedAtMs: number }[];
}

async function sessionResources(host: MethodHost): Promise<Resource[]> {
  const told = await asked<SessionsAnswer>(host, 'sessions.list', {});
  return (told?.sessions ?? []).map(({ key, title, updatedAtMs }) => ({
    uri: `${SESSIONS}${encodeURIComponent(key)}`,
    name: key,
    title: title || key,
    mimeType: MIME,
    annotations: { lastModified: new Date(updatedAtMs).toISOString() },
  }));
}

/** @throws ProtocolRefusal where there is no such resource. */
export async function readResource(host: MethodHost, uri: string): Promise<ReadResourceResult> {
  const text = await textOf(host, uri);
  if (text === undefined) throw noResource(uri);
  return { contents: [{ uri, mimeType: MIME, text }] };
}

async function textOf(host: MethodHost, uri: string): Promise<string | undefined> {
  if (uri.startsWith(SESSIONS)) {
    const params = { key: decoded(uri.slice(SESSIONS.length)), limit: MOST_ENTRIES };
    const told = await asked<HistoryAnswer>(host, 'sessions.history', params);
    return told && sayHistory(params.key, told);
  }
  if (!uri.startsWith(STORIES)) return undefined;
  const path = uri.slice(STORIES.length);
  if (path.endsWith(SOURCES)) {
    const id = decoded(path.slice(0, -SOURCES.length));
    const told = await asked<SourcesAnswer>(host, 'newsroom.story.sources', { id });
    return told && saySources(told);
  }
  const told = await asked<{ story: StoryAnswer }>(host, 'newsroom.story', { id: decoded(path) });
  return told && sayStory(told.story);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A literal percent sign.
  }
}

/** Undefined if it doesn't exist, or there is no method for it. */
async function asked<T>(host: MethodHost, method: string, params: object): Promise<T | undefined> {
  const outcome = await host.call(method, params);
  if ('result' in outcome) return JSON.parse(JSON.stringify(outcome.result)) as T;
  const { code, message } = outcome.error;
  if (['not_found', 'unknown_method', 'bad_params'].includes(code)) return undefined;
  throw new ProtocolRefusal(INTERNAL, `${code}: ${message}`);
}
