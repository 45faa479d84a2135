/** Ears over real stores, with a conductor whose performer the test writes. Opening the same home again is a restart. */
import { Desk } from '../../src/desk/desk.ts';
import { Intake } from '../../src/desk/intake.ts';
import type { ObservedMessage } from '../../src/desk/intake.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { SqlSessionRemoval } from '../../src/store/sql/session-removal.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

export const room = parseSessionKey('discord:77');
export const origin = { channel: 'discord', chatId: '77', kind: 'channel' as const, guildId: '5' };
export const ann = { id: '31', name: 'Ann' };

/** What Ann wrote to others. */
export const talk = (
  id: string,
  text = `talk ${id}`,
  more: Partial<ObservedMessage> = {},
): ObservedMessage => ({
  id,
  session: room,
  origin,
  title: 'newsroom',
  text,
  author: ann,
  atMs: Number(id),
  ...more,
});

export interface World {
  readonly home?: string;
  readonly clock?: FakeClock;
  readonly unified?: boolean;
  readonly perform?: PerformTurn;
}

const answers: PerformTurn = async (pass) => {
  while ((await pass.settle({ status: 'ok', summary: 'Noted.' })) === 'joined') await pass.joined();
};

export function listening({
  home = tempHome(),
  clock = new FakeClock(),
  unified = false,
  perform,
}: World = {}) {
  const stores = openStores(home);
  const stage = conduct(stores, clock, perform ?? answers, { unified });
  const { conductor, transcriptWriter, failures } = stage;
  const intake = new Intake({
    transcriptWriter,
    transcripts: stores.transcripts,
    book: stores.intake,
    conductor,
    clock,
    unified,
    failed: (what, error) => failures.push([what, error]),
  });
  let ids = 0;
  const desk = new Desk({
    conductor,
    sessions: stores.sessions,
    transcripts: stores.transcripts,
    notes: stores.notes,
    interpret: () => ({}),
    clock,
    newId: () => `id${++ids}`,
    unified,
  });
  const removal = new SqlSessionRemoval(stores.sql);
  const entries = (key: SessionKey = room): Promise<Entry[]> => stores.transcripts.tail(key, 10_000);
  const contents = async (key: SessionKey = room) => (await entries(key)).map(({ content }) => content);
  /** A process that dies: nothing more is noted. */
  const die = () => stores.close();
  return { ...stage, stores, home, clock, intake, desk, removal, entries, contents, die };
}
