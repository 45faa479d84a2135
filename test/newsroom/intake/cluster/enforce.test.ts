import { describe, expect, it } from 'vitest';
import type { ModelDecision } from '../../../../src/llm/cluster-shapes.ts';
import { enforce, type KnownCandidate } from '../../../../src/newsroom/intake/cluster/enforce.ts';
import { sharedEvidence, type Evidence } from '../../../../src/newsroom/intake/cluster/evidence.ts';

const HOUR = 3_600_000;
const open: KnownCandidate = { eventId: 3, score: 0.5, isPosted: false, evidence: () => new Set() };
const posted = (more: { score?: number; evidence?: Evidence[] } = {}): KnownCandidate => ({
  eventId: 9,
  score: more.score ?? 0.5,
  isPosted: true,
  evidence: () => new Set(more.evidence ?? ['entity', 'number']),
});
const says = (more: Partial<ModelDecision>): ModelDecision => ({
  link_id: 1,
  action: 'assign',
  confidence: 0.95,
  ...more,
});

describe('what the house makes of a model’s decision', () => {
  it('does what is said where nothing is against it', () => {
    expect(enforce(says({ event_id: 3 }), [open])).toEqual({ answer: { action: 'join', eventId: 3 } });
    expect(enforce(says({ action: 'new_event' }), [open])).toEqual({ answer: { action: 'new_event' } });
    expect(enforce(says({ action: 'development', parent_event_id: 9 }), [posted()])).toEqual({
      answer: { action: 'development', parentId: 9 },
    });
  });

  it('understands an id in the other field', () => {
    expect(enforce(says({ parent_event_id: 3 }), [open]).answer).toEqual({ action: 'join', eventId: 3 });
    expect(enforce(says({ action: 'development', event_id: 9 }), [posted()]).answer).toEqual({
      action: 'development',
      parentId: 9,
    });
  });

  it.each<[string, Partial<ModelDecision>, string]>([
    ['is unsure', { event_id: 3, confidence: 0.69 }, 'confidence 0.69 is below 0.7'],
    ['has no confidence', { event_id: 3, confidence: null }, 'it has no confidence'],
    ['names no event', {}, 'it names no event'],
    ['names what was no candidate', { event_id: 77 }, 'event 77 was no candidate'],
    ['is of a round-up', { event_id: 3, flags: ['roundup'] }, 'it is flagged roundup'],
    ['is of several topics', { event_id: 3, flags: ['live', 'multi_topic'] }, 'it is flagged multi_topic'],
  ])('begins a new event where the decision %s', (_, more, because) => {
    expect(enforce(says(more), [open])).toEqual({ answer: { action: 'new_event' }, because });
  });

  it('joins a posted event only where confidence, score and two kinds of evidence agree', () => {
    const join = says({ event_id: 9, confidence: 0.92 });
    expect(enforce(join, [posted({ score: 0.4 })]).answer).toEqual({ action: 'join', eventId: 9 });
    const instead = (decision: ModelDecision, candidate: KnownCandidate) => {
      const { answer, because } = enforce(decision, [candidate]);
      expect(answer).toEqual({ action: 'development', parentId: 9 });
      return because;
    };
    expect(instead({ ...join, confidence: 0.91 }, posted())).toContain('confidence 0.91 is below 0.92');
    expect(instead(join, posted({ score: 0.39 }))).toContain('score 0.39 is below 0.4');
    expect(instead(join, posted({ evidence: ['time'] }))).toContain('they share time only');
  });
});

describe('evidence that link and event share', () => {
  const item = (title: string, lede = '', atMs = 0) => ({ title, lede, atMs });

  it('is a name, a number, a place, the hour', () => {
    const event = [
      item('Fire destroys Holroyd warehouse in Wakefield, injuring 14', 'The Holroyd fire began at dawn.'),
    ];
    const shared = (title: string, lede = '', atMs = 0) =>
      [...sharedEvidence(item(title, lede, atMs), event)].sort();
    expect(shared('Blaze guts the Holroyd depot in Wakefield, 14 hurt', '', HOUR)).toEqual([
      'entity',
      'location',
      'number',
      'time',
    ]);
    expect(shared('Council meets in Leeds over parking', '', 20 * HOUR)).toEqual([]);
    // What both name as a place is not also a name that they share.
    expect(shared('Chess club wins in Wakefield', '', 20 * HOUR)).toEqual(['location']);
  });

  it('is found in Chinese as well', () => {
    const event = [item('觀塘區貨倉大火 釀14人傷')];
    const found = sharedEvidence(item('觀塘區火警 貨倉燒足三句鐘', '消防處指14人送院', 20 * HOUR), event);
    expect(found).toContain('location');
    expect(found).toContain('number');
    expect(found).not.toContain('time');
  });
});
