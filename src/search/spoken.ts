/**
 * The changes that a part of a transcript makes to the index: what people and the desk said. Steps of turns,
 * triggers of automations, summaries and the desk's own records are left out. A reset starts anew; edits, deletions
 * and reports change their targets.
 */
import type { Entry } from '../sessions/entry.ts';
import { UNIFIED, parseSessionKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { isBlank } from '../sessions/visible.ts';
import type { PartChange, SearchRow } from './search-index.ts';

export type Spoken = Required<Omit<PartChange, 'part' | 'mark'>>;

/** The desk's name as an author. */
export const DESK_NAME = 'Nightdesk';

/** @param entries oldest first. */
export function spokenIn(file: SessionKey, entries: readonly Entry[]): Spoken {
  let anew = false;
  const rows = new Map<string, SearchRow>();
  const edits = new Map<string, string>();
  const gone = new Set<string>();
  const drop = (id: string) => {
    if (!rows.delete(id)) gone.add(id);
    edits.delete(id);
  };
  const edit = (id: string, words: string) => {
    const row = rows.get(id);
    if (row) rows.set(id, { ...row, words });
    else if (!gone.has(id)) edits.set(id, words);
  };
  for (const entry of entries) {
    const { kind, target = '' } = entry.meta ?? {};
    if (kind === 'generation') {
      anew = true;
      for (const kept of [rows, edits, gone]) kept.clear();
    } else if (kind === 'delete') drop(target);
    else if (kind === 'edit') edit(target, entry.meta?.erased ? '' : entry.content);
    else {
      if (kind === 'report' && target !== '') drop(target);
      if (isSaid(entry)) rows.set(entry.id, rowOf(file, entry));
    }
  }
  const changed = [...edits].map(([id, words]) => ({ id, words }));
  return { anew, rows: [...rows.values()], edits: changed, gone: [...gone] };
}

function isSaid({ role, content, meta, cron_run_id: run }: Entry): boolean {
  if (meta?.erased || isBlank(content)) return false;
  switch (role) {
    case 'tool':
      return false;
    case 'system':
      return meta?.kind === 'batch' || meta?.kind === 'report';
    case 'user':
      return run === undefined && (meta?.kind === undefined || meta.kind === 'observed');
    case 'assistant':
      return meta?.kind !== 'step' && meta?.kind !== 'summary' && meta?.kind !== 'compaction';
  }
}

function rowOf(file: SessionKey, entry: Entry): SearchRow {
  const session = conversationOf(file, entry.id);
  const author = entry.role === 'user' ? entry.author?.name : DESK_NAME;
  return {
    id: entry.id,
    kind: 'chat',
    session,
    place: session,
    atMs: entry.ts,
    ...(author !== undefined && { author }),
    title: '',
    words: entry.content,
  };
}

/**
 * In a shared memory, an entry's id says where it was said; entries that no chat began belong to the memory itself.
 */
function conversationOf(file: SessionKey, id: string): SessionKey {
  if (file !== UNIFIED) return file;
  try {
    return parseSessionKey(id.slice(0, id.lastIndexOf('/')));
  } catch {
    return file;
  }
}
