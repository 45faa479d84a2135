import { Conductor } from '../../src/sessions/conductor.ts';
import type { ConductorDeps } from '../../src/sessions/conductor.ts';
import type { TurnNews } from '../../src/sessions/turn-news.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { chatIdOf } from '../../src/sessions/key.ts';
import { TranscriptWriter } from '../../src/sessions/transcript-writer.ts';
import type { FakeClock } from './fake-clock.ts';
import type { Stores } from './stores.ts';

/** A conductor over real stores, with a performer that the test writes. */
export function conduct(
  stores: Stores,
  clock: FakeClock,
  perform: ConductorDeps['perform'],
  more: Partial<ConductorDeps> = {},
) {
  const news: string[] = [];
  const written: { session: SessionKey; entry: Entry }[] = [];
  const failures: unknown[] = [];
  const transcriptWriter = new TranscriptWriter({
    book: stores.book,
    transcripts: stores.transcripts,
    written: (session, entries) => written.push(...entries.map((entry) => ({ session, entry }))),
  });
  const conductor = new Conductor({
    book: stores.book,
    transcriptWriter,
    clock,
    perform,
    messages: (turn, { summary: text }) => [
      {
        key: `${turn.id}/1`,
        lane: turn.session,
        spec: { kind: 'post', channel: { id: chatIdOf(turn.session) }, text },
      },
    ],
    posted: () => {},
    report: (told: TurnNews) =>
      news.push(`${told.turn.id} ${told.state === 'finished' ? told.end.status : told.state}`),
    failed: (_what, error) => failures.push(error),
    unified: false,
    slots: 4,
    defaultTimeoutMs: 60_000,
    ...more,
  });
  return { conductor, transcriptWriter, news, written, failures };
}

/** What a transcript says, a line an entry: "user: hello". */
export async function transcript(stores: Stores, key: SessionKey): Promise<string[]> {
  const entries = await stores.transcripts.tail(key, 1_000);
  return entries.map(({ role, content }) => `${role}: ${content.split('\n')[0]}`);
}
