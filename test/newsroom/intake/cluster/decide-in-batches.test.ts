import { describe, expect, it } from 'vitest';
import { Clusterer } from '../../../../src/newsroom/intake/cluster/clusterer.ts';
import {
  decideInBatches,
  type AskBatch,
  type BandAnswer,
  type Outcome,
} from '../../../../src/newsroom/intake/cluster/decide-in-batches.ts';
import type { ClusterItem } from '../../../../src/newsroom/intake/cluster/features.ts';

const HOUR = 3_600_000;

/** Every candidate is worth a question: what is asked doesn't hang on the weights. */
const ASKING = { threshold: 0.5, band: 0.5 };

const TITLES = [
  'Northquay Exchange halts withdrawals after hole is found',
  'Storm closes ferry port of Castleford for two days',
  'Northquay customers locked out as exchange stops payments',
  'Castleford ferries stay in port as storm nears',
  'Northquay exchange says withdrawals are halted',
  'Museum of clocks opens in Belten',
];
const items = (): ClusterItem[] => TITLES.map((title, n) => ({ title, lede: '', atMs: n * HOUR }));

async function decided(
  ask: AskBatch | undefined,
  perPrompt = 2,
  links = items(),
): Promise<{ outcomes: Outcome[]; clusterer: Clusterer }> {
  const clusterer = new Clusterer(ASKING);
  let made = 0;
  const outcomes: Outcome[] = [];
  const work = { clusterer, links, perPrompt, newEventId: () => ++made, ask };
  for await (const outcome of decideInBatches(work)) outcomes.push(outcome);
  return { outcomes, clusterer };
}

describe('decideInBatches', () => {
  it('asks about what is ambiguous, a prompt at a time, and does what is answered', async () => {
    const prompts: string[][] = [];
    const { outcomes, clusterer } = await decided(async (questions) => {
      prompts.push(questions.map(({ item }) => item.title));
      return questions.map(({ item, decision }): BandAnswer => {
        const same = decision.candidates.find(({ eventId }) =>
          clustererTitles(eventId).some((title) => title.includes(item.title.slice(0, 4))),
        );
        return same ? { action: 'join', eventId: same.eventId } : { action: 'new_event' };
      });
      // Events are numbered by who began them: 1 is Northquay, 2 is Castleford.
      function clustererTitles(eventId: number): string[] {
        return eventId === 1 ? ['Northquay'] : eventId === 2 ? ['Storm', 'Castleford'] : [];
      }
    });
    expect(outcomes.map(({ item }) => item.title)).toEqual(TITLES);
    const events = outcomes.map(({ eventId }) => eventId);
    expect([events[2], events[4]]).toEqual([events[0], events[0]]);
    expect(events[3]).toBe(events[1]);
    expect(new Set(events).size).toBe(3);
    for (const { item, eventId } of outcomes) expect(clusterer.eventOf(item)).toBe(eventId);
    expect(prompts.length).toBeGreaterThan(0);
    for (const asked of prompts) expect(asked.length).toBeLessThanOrEqual(2);
    expect(prompts.flat()).toEqual([...new Set(prompts.flat())]);
  });

  it('moves a link from its provisional event, and those that only followed it', async () => {
    const { outcomes } = await decided(
      async (questions) => questions.map(() => ({ action: 'new_event' })),
      30,
    );
    const asked = outcomes.filter((it) => it.asked === 'answered');
    expect(asked.length).toBeGreaterThan(0);
    for (const { action } of asked) expect(action).toEqual({ action: 'new_event' });
    const alone = outcomes.map(({ eventId }) => eventId);
    expect(new Set(asked.map(({ eventId }) => eventId)).size).toBe(asked.length);
    expect(alone).not.toContain(null);
  });

  it('asks once more about a link that the others of its prompt see elsewhere, and takes that answer', async () => {
    const told = (title: string, n: number): ClusterItem => ({ title, lede: '', atMs: n * HOUR });
    const links = [
      ...TITLES.slice(3),
      'Northquay exchange says withdrawals halted after hole',
      'Northquay exchange says withdrawals are halted after hole is found',
    ].map(told);
    const slip = links[3]!;
    for (const insists of [false, true]) {
      let times = 0;
      const { outcomes } = await decided(
        async (questions) =>
          questions.map(({ item, decision }): BandAnswer => {
            const isFirst = item === slip && ++times === 1;
            const first = decision.candidates[0]!;
            return isFirst || (item === slip && insists)
              ? { action: 'new_event' }
              : { action: 'join', eventId: first.eventId };
          }),
        30,
        links,
      );
      expect(times).toBe(2);
      const [, , , slipped, last] = outcomes.map(({ eventId }) => eventId);
      expect(slipped === last).toBe(!insists);
    }
  });

  it('leaves the rule its decision where an answer names no candidate, or none comes', async () => {
    const { outcomes: byRule } = await decided(undefined);
    for (const answer of [{ action: 'join', eventId: 999 } as const, undefined]) {
      const { outcomes } = await decided(async (questions) => questions.map(() => answer));
      expect(outcomes.map(({ eventId }) => eventId)).toEqual(byRule.map(({ eventId }) => eventId));
      expect(outcomes.map(({ asked }) => asked)).not.toContain('answered');
    }
  });

  it('stops asking after three failures in a row', async () => {
    let prompts = 0;
    const { outcomes } = await decided(async () => {
      prompts += 1;
      throw new Error('no answer');
    }, 1);
    expect(prompts).toBe(3);
    expect(outcomes).toHaveLength(TITLES.length);
  });

  it('goes on asking when failures are not in a row', async () => {
    let prompts = 0;
    await decided(
      async (questions) => {
        prompts += 1;
        if (prompts % 3 !== 0) throw new Error('no answer');
        return questions.map(() => undefined);
      },
      1,
      [...items(), ...items(), ...items()],
    );
    expect(prompts).toBeGreaterThan(3);
  });

  it('ends with the reason it is told to stop for', async () => {
    const clusterer = new Clusterer();
    const signal = AbortSignal.abort(new Error('stop'));
    const run = async () => {
      for await (const _ of decideInBatches({ clusterer, links: items(), newEventId: () => 1, signal }));
    };
    await expect(run()).rejects.toThrow('stop');
  });
});
