/**
 * Desks with a database in common, each with connections of its own: what two people press at once, one at each of them, is
 * done once, and the other desk knows.
 */
import { expect, it } from 'vitest';
import { AskedBack } from '../../src/feature/asked-back.ts';
import { UndoLog } from '../../src/feature/undo-log.ts';
import { decideSend } from '../../src/newsletter/decide-workflow.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import type { NewsletterRecord } from '../../src/newsletter/model/newsletter-record.ts';
import type { Actor } from '../../src/sessions/actor.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import type { SqlDeskState } from '../../src/store/sql/desk-state.ts';
import { writtenJob } from '../support/inbound.ts';
import type { Ports } from './engine.ts';
import { DESK } from './given.ts';

type Desk = Pick<Ports, 'sessionState' | 'jobs' | 'actions' | 'newsletters'> & {
  readonly state: Pick<SqlDeskState, 'get' | 'settle'>;
};

/** How often each race is run. */
const ROUNDS = 15;
const ANN: Actor = { kind: 'person', id: '1', name: 'Ann', rights: ['talk', 'jobs'] };

/** @param open two desks over an empty database. */
export function describePressedAtTwoDesks(open: () => Promise<readonly [Desk, Desk]>): void {
  const rounds = Array.from({ length: ROUNDS }, (_, at) => at);

  it('has one key for buttons, whichever of them makes it', async () => {
    const desks = await open();
    for (const round of rounds) {
      const keys = await Promise.all(desks.map(({ state }, at) => state.settle(`key ${round}`, String(at))));
      expect(new Set([...keys, await desks[0].state.get(`key ${round}`)]).size).toBe(1);
    }
  });

  it('takes a confirmation at one of them, and the other knows whose it was', async () => {
    const desks = await open();
    const asked = desks.map(({ sessionState }) => new AskedBack<string>(sessionState, 'asked back'));
    for (const round of rounds) {
      const turn = { id: `t${round}`, kind: 'person', text: 'remove it', actor: ANN };
      const said = { session: DESK, actor: ANN, turn, nowMs: 0 } as unknown as ToolContext;
      const id = await asked[round % 2]!.ask(said, `action ${round}`);
      const presses = asked.map((desk, at) => desk.take(DESK, id, { by: ['Ann', 'Ben'][at]!, nowMs: 0 }));
      const taken = await Promise.all(presses);
      const first = taken.findIndex(({ kind }) => kind === 'taken');
      expect(taken[first]).toEqual({ kind: 'taken', action: `action ${round}` });
      expect(taken[1 - first]).toEqual({ kind: 'answered', by: ['Ann', 'Ben'][first] });
    }
  });

  it('undoes a change once, and keeps what two people did at once', async () => {
    const desks = await open();
    const logs = desks.map(({ sessionState }) => new UndoLog(sessionState, () => 0));
    const change = { command: 'cron pause', undo: { command: 'cron resume', options: { job: 'j' } } };
    for (const _ of rounds) {
      const doers = ['1', '2'].map((id) => ({ session: DESK, actor: { ...ANN, id } }));
      await Promise.all(logs.map((log, at) => log.record(doers[at]!, change)));
      for (const doer of doers) {
        const undone = await Promise.all(logs.map((log) => log.take(doer)));
        expect(undone.filter((one) => one !== undefined)).toHaveLength(1);
      }
    }
  });

  it('adds one job of which a session has one, and removes a job once', async () => {
    const desks = await open();
    for (const round of rounds) {
      const isSame = ({ name }: { name: string }) => name.startsWith('follow');
      const added = await Promise.all(
        desks.map(({ jobs }, at) => jobs.add(writtenJob(`follow-${round}-${at}`, 100), undefined, isSame)),
      );
      expect(new Set(added.map(({ id }) => id)).size).toBe(1);
      const [{ id } = { id: '' }] = added;
      const terms = { because: 'the job was removed', nowMs: 1 };
      const removed = await Promise.all(desks.map(({ jobs }) => jobs.remove(id, terms)));
      expect(removed.toSorted()).toEqual([false, true]);
      expect(await desks[0].jobs.list({ includeDisabled: true })).toEqual([]);
    }
  });

  it('kills a story once, and sends a newsletter as the first has approved it', async () => {
    const desks = await open();
    for (const round of rounds) {
      const story = `run-1/story_${round}`;
      const killed = await Promise.all(
        desks.map(({ actions }, at) =>
          actions.act({ story, kind: 'kill', by: ['Ann', 'Ben'][at]!, atMs: 1 }, (seen) =>
            seen.actions.some(({ kind }) => kind === 'kill') ? undefined : {},
          ),
        ),
      );
      expect(killed.filter((one) => one !== undefined)).toHaveLength(1);

      const session = `newsletter_${20_261_100 + round}`;
      const done = { status: 'complete', message: '', counts: {} } as const;
      const record = {
        ...{ session, edition: 'e', language: 'en', zone: 'UTC', place: DESK, needsApproval: true },
        ...{ driver: 'workflow', by: 'Ann', state: 'waiting', createdAtMs: 1, updatedAtMs: 1 },
        checkpoints: Object.fromEntries(STEPS.map((step) => [step, done])),
      } as unknown as NewsletterRecord;
      await desks[0].newsletters.change(session, () => ({ record, result: undefined }));
      const sent = await Promise.all(
        desks.map(({ newsletters }, at) =>
          newsletters.change(session, (found) =>
            decideSend(found, { session, by: ['Ann', 'Ben'][at]!, nowMs: 2 }),
          ),
        ),
      );
      const first = sent.findIndex(({ already }) => already === undefined);
      const by = ['Ann', 'Ben'][first];
      expect(sent[1 - first]).toEqual({ outcome: 'sending', already: { by } });
      expect(await desks[1].newsletters.find(session)).toMatchObject({ state: 'sending', approvedBy: by });
    }
  });
}
