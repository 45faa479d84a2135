/** Resources as Markdown, with all text from others fenced. */
import { fenced, IS_MATERIAL } from './material.ts';

/** Characters; longer text is cut, and says so. */
const MOST_CHARACTERS = 200_000;
const ROOM_TO_SAY = 50;

export interface StoryAnswer {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly status: string;
  readonly reason?: string;
  readonly hold?: { readonly kind: string; readonly by?: string; readonly untilMs?: number };
  readonly posted?: { readonly atMs: number; readonly thread?: string; readonly withdrawn: boolean };
  readonly body?: string;
  readonly sources: readonly { n: number; outlet: string; title: string; url: string; usable: boolean }[];
  readonly removed: readonly string[];
  readonly actions: readonly { kind: string; by: string; atMs: number; why?: string; text?: string }[];
}

/** A story as Markdown, cut to the length limit of resources. */
export function sayStory(story: StoryAnswer): string {
  const { posted, hold, body, sources, removed, actions } = story;
  const facts = [
    `id: ${story.id}`,
    `title: ${line(story.title)}`,
    `category: ${line(story.category)}`,
    `status: ${story.status}${story.reason === undefined ? '' : ` (${line(story.reason)})`}`,
    ...(hold
      ? [`waits: ${hold.kind}${hold.untilMs === undefined ? '' : ` until ${time(hold.untilMs)}`}`]
      : []),
    ...(posted ? [`${posted.withdrawn ? 'withdrawn' : 'posted'}: ${time(posted.atMs)}`] : []),
    ...(posted?.thread === undefined ? [] : [`thread: ${posted.thread}`]),
  ];
  return cut(
    [
      IS_MATERIAL,
      ...facts.map((fact) => `- ${fact}`),
      '## Text',
      body === undefined ? 'It is not written yet.' : fenced(body),
      '## Sources',
      listed(sources.map((source) => `[${source.n}] ${aboutSource(source)}`)),
      '## Taken out',
      listed(removed.map(line)),
      '## What editors did',
      listed(actions.map(sayAction)),
    ].join('\n'),
  );
}

export interface SourcesAnswer {
  readonly id: string;
  readonly title: string;
  readonly sources: readonly (Source & { text: string; publishedAtMs?: number; error?: string })[];
  readonly claims?: readonly { sentence: number; kind: string; text: string; verdict: string }[];
}

/** The claims and the sources of a story as Markdown, marked as material and cut to the length limit. */
export function saySources({ id, title, sources, claims = [] }: SourcesAnswer): string {
  return cut(
    [
      IS_MATERIAL,
      `- story: ${id}`,
      `- title: ${line(title)}`,
      '## Claims',
      listed(
        claims.map(({ sentence, kind, text, verdict }) => `${sentence}: ${kind} "${line(text)}": ${verdict}`),
      ),
      ...(sources.length === 0 ? ['## Sources', 'None were read yet.'] : []),
      ...sources.flatMap((source) => [
        `## [${source.n}] ${aboutSource(source)}`,
        ...(source.publishedAtMs === undefined ? [] : [`published: ${time(source.publishedAtMs)}`]),
        source.text === ''
          ? `It can't be used${source.error === undefined ? '' : `: ${source.error}`}.`
          : fenced(source.text),
      ]),
    ].join('\n'),
  );
}

export interface HistoryAnswer {
  readonly entries: readonly {
    ts: number;
    role: string;
    content: string;
    author?: { readonly name: string };
    cron_job_name?: string;
  }[];
}

/** The newest entries that fit, oldest first. */
export function sayHistory(key: string, { entries }: HistoryAnswer): string {
  const said: string[] = [];
  let room = MOST_CHARACTERS;
  for (const { ts, role, author, content, cron_job_name: job } of entries.toReversed()) {
    const who = author
      ? `${line(author.name)} (${role})`
      : job === undefined
        ? role
        : `${role}, job "${line(job)}"`;
    const text = `### ${time(ts)} ${who}\n${fenced(content)}`;
    if (text.length > room) {
      said.push('(Earlier entries are left out.)');
      break;
    }
    room -= text.length + 1;
    said.push(text);
  }
  return [IS_MATERIAL, `- session: ${key}`, ...said.toReversed()].join('\n');
}

type Source = StoryAnswer['sources'][number];

function aboutSource({ outlet, title, url, usable }: Source): string {
  return `${line(title)} (${line(outlet)}) <${line(url)}>${usable ? '' : ', not used'}`;
}

function sayAction({ kind, by, atMs, why, text }: StoryAnswer['actions'][number]): string {
  const words = [text, why].filter((word) => word !== undefined).map(line);
  return `${time(atMs)} ${kind} by ${line(by)}${words.length > 0 ? `: ${words.join('; ')}` : ''}`;
}

function listed(lines: readonly string[]): string {
  return lines.length === 0 ? 'None.' : lines.map((one) => `- ${one}`).join('\n');
}

function line(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const kept = text.slice(0, MOST_CHARACTERS - ROOM_TO_SAY).replace(/[\uD800-\uDBFF]$/u, '');
  return `${kept}\n(Cut here: ${text.length - kept.length} characters more.)`;
}
