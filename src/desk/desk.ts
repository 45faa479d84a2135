/**
 * The desk: the use-cases that all edges share. The actor's rights are checked here.
 *
 * Edges (gateway, commands, channels) parse input and word the results; this class decides what may happen.
 */
import { may } from '../sessions/actor.ts';
import type { Actor } from '../sessions/actor.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { Entry, Origin } from '../sessions/entry.ts';
import { allChannels } from '../sessions/channel-traits.ts';
import { channelOf, chatIdOf, memoryKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { messageTurn } from '../sessions/message-id.ts';
import type { NoteBook } from '../sessions/note-book.ts';
import type { Note } from '../sessions/note.ts';
import { mustHaveRoom } from './note-room.ts';
import type { SessionIndex, SessionInfo } from '../sessions/session-index.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import { prefixes, traitsOf } from '../sessions/traits-of.ts';
import { quoted } from '../sessions/turn-entries.ts';
import type { Said } from '../sessions/said.ts';
import { isBlank } from '../sessions/visible.ts';
import type { Clock } from '../time/clock.ts';
import { DeskError } from '../sessions/desk-error.ts';
import type { Interpret } from './note-tools.ts';

export interface DeskDeps {
  readonly conductor: Conductor;
  readonly sessions: SessionIndex;
  readonly transcripts: Transcripts;
  readonly notes: NoteBook;
  readonly interpret: Interpret;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly unified: boolean;
}

/** The longest message of a person, in characters. */
const LONGEST_MESSAGE = 16_000;

/** How far a clock may have been set back between a turn's acceptance and its entries. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

export class Desk {
  readonly #deps: DeskDeps;

  constructor(deps: DeskDeps) {
    this.#deps = deps;
  }

  /** A person says something. It is stored when this resolves; the answer comes as a message. */
  async say(said: Said, actor: Actor): Promise<{ turnId: string }> {
    const text = said.text.trim();
    if (isBlank(text) && !said.attachments?.length)
      throw new DeskError('bad_request', 'the message is blank', { problem: { kind: 'blank_message' } });
    if (text.length > LONGEST_MESSAGE)
      throw new DeskError(
        'bad_request',
        `the message has ${text.length} characters; allowed: ${LONGEST_MESSAGE}`,
      );
    const { session } = said;
    const channel = channelOf(session);
    const known = await this.#mustBeOpenable(session, said.origin);
    const accepted = await this.#deps.conductor.submit({
      id: messageTurn(session, said.id ?? said.clientId ?? this.#deps.newId()),
      kind: 'person',
      session,
      origin: said.origin ?? known?.origin ?? { channel, chatId: chatIdOf(session) },
      ...(said.title !== undefined && { title: said.title }),
      text,
      author: said.author ?? { name: actor.name },
      ...(said.clientId !== undefined && { clientId: said.clientId }),
      ...quoted(said),
      actor,
      profile: 'chat',
    });
    if (accepted.kind === 'refused')
      throw new DeskError('refused', accepted.because, { problem: { kind: 'closed_session' } });
    return { turnId: accepted.kind === 'known' ? accepted.id : accepted.turn.id };
  }

  sessions(): Promise<SessionInfo[]> {
    return this.#deps.sessions.list();
  }

  /**
   * Entries of the transcript, oldest first: the last `limit` before the entry `before`.
   * @throws DeskError `not_found` where there is no such session.
   */
  async history(key: SessionKey, limit: number, before?: string): Promise<Entry[]> {
    const entries = await this.#deps.transcripts.tail(key, limit, before);
    if (entries.length === 0) await this.#mustHave(key);
    return entries;
  }

  /**
   * The entries of a turn, oldest first. Entries of other turns may stand between them.
   * @param sinceMs when the turn was accepted
   */
  async entriesOfTurn(key: SessionKey, turn: string, sinceMs: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const entry of this.#deps.transcripts.backwards(key)) {
      if (entry.meta?.turn === turn) entries.push(entry);
      if (entry.ts < sinceMs - CLOCKS_DIFFER_MS) break;
    }
    return entries.reverse();
  }

  /** Begin anew: earlier entries are kept, but no longer read. Notes stay. */
  async reset(key: SessionKey, actor: Actor): Promise<{ generation: number }> {
    this.#mustBeAllowed(actor, 'reset a session');
    await this.#mustHave(key);
    return this.#deps.conductor.reset(memoryKey(key, this.#deps.unified), actor.name);
  }

  notes(key: SessionKey): Promise<Note[]> {
    return this.#deps.notes.list(key, this.#deps.clock.now());
  }

  /** Add a note. A plain rule ("no more crypto today") also binds the next selections. */
  async addNote(key: SessionKey, text: string, by: string): Promise<Note> {
    if (isBlank(text))
      throw new DeskError('bad_request', 'the note is blank', { problem: { kind: 'blank_note' } });
    await this.#mustBeOpenable(key);
    const nowMs = this.#deps.clock.now();
    mustHaveRoom(await this.#deps.notes.list(key, nowMs), text);
    const note: Note = {
      id: this.#deps.newId(),
      text: text.trim(),
      by,
      atMs: nowMs,
      ...this.#deps.interpret(text, nowMs),
    };
    await this.#deps.sessions.open(
      { key, origin: { channel: channelOf(key), chatId: chatIdOf(key) }, title: chatIdOf(key) || key },
      nowMs,
    );
    await this.#deps.notes.add(key, note);
    return note;
  }

  async removeNote(key: SessionKey, id: string): Promise<Note> {
    const removed = await this.#deps.notes.remove(key, id);
    if (!removed)
      throw new DeskError('not_found', `there is no note ${id} in ${key}`, {
        problem: { kind: 'unknown_note' },
      });
    return removed;
  }

  /** An existing session, or one that may be opened by talking in it; others are opened by their platform. */
  async #mustBeOpenable(key: SessionKey, origin?: Origin): Promise<SessionInfo | undefined> {
    const known = await this.#deps.sessions.get(key);
    const traits = traitsOf(key);
    if (known || traits?.beginsByTalking || (traits && origin?.channel === traits.name)) return known;
    const open = prefixes(allChannels().filter(({ beginsByTalking }) => beginsByTalking));
    throw new DeskError('not_found', `there is no session ${key}; ${open} keys open one`, {
      problem: { kind: 'unknown_session' },
    });
  }

  #mustBeAllowed(actor: Actor, what: string): void {
    if (!may(actor, 'jobs') && !may(actor, 'desk'))
      throw new DeskError(
        'forbidden',
        `${actor.name} may not ${what}: it needs the right to manage this channel`,
        { problem: { kind: 'may_not_manage', name: actor.name } },
      );
  }

  async #mustHave(key: SessionKey): Promise<SessionInfo> {
    const found = await this.#deps.sessions.get(key);
    if (!found)
      throw new DeskError('not_found', `there is no session ${key}`, {
        problem: { kind: 'unknown_session' },
      });
    return found;
  }
}
