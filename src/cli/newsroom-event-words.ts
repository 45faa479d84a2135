/** What the desk answers about events, as far as the command line reads it, and how an event is told. */
import { z } from 'zod';
import { dayAndTime } from '../time/zone.ts';
import { oneLine } from './table.ts';

const listedSchema = z.looseObject({
  id: z.number(),
  title: z.string(),
  category: z.string(),
  status: z.string(),
  parentId: z.number().nullable(),
  links: z.number(),
  domains: z.number(),
  updatedAtMs: z.number(),
});

export const eventsSchema = z.looseObject({ events: z.array(listedSchema) });
export const mergedSchema = z.looseObject({ event: listedSchema });
export const splitSchema = z.looseObject({ event: listedSchema, from: listedSchema });

const decisionSchema = z.looseObject({
  linkId: z.number(),
  action: z.string(),
  eventId: z.number().nullable(),
  score: z.number(),
  ambiguous: z.boolean(),
  candidates: z.array(z.looseObject({ event: z.number().nullable(), score: z.number() })),
  atMs: z.number(),
  decidedBy: z.string().exactOptional(),
  model: z.string().exactOptional(),
  because: z.string().exactOptional(),
  confidence: z.number().exactOptional(),
  basis: z.string().exactOptional(),
});

export const shownEventSchema = z.looseObject({
  askedFor: z.number().exactOptional(),
  event: z.looseObject({
    id: z.number(),
    parentId: z.number().nullable(),
    status: z.string(),
    category: z.string(),
    title: z.string(),
    summaryEn: z.string().exactOptional(),
    links: z.array(z.looseObject({ id: z.number(), title: z.string(), domain: z.string(), url: z.string() })),
  }),
  decisions: z.array(decisionSchema),
  changes: z.array(
    z.looseObject({
      kind: z.string(),
      into: z.number(),
      from: z.number(),
      linkIds: z.array(z.number()),
      by: z.string(),
      why: z.string(),
      atMs: z.number(),
    }),
  ),
});
type ShownAnswer = z.infer<typeof shownEventSchema>;
type Decision = z.infer<typeof decisionSchema>;

export function sayEvent({ askedFor, event, decisions, changes }: ShownAnswer, zone: string): string {
  const { id, title, status, category, parentId, summaryEn, links } = event;
  const about = [status, category, ...(parentId === null ? [] : [`a development of event ${parentId}`])];
  return [
    ...(askedFor === undefined ? [] : [`Event ${askedFor} was merged into event ${id}.`]),
    `${id}  ${title}`,
    about.join(', '),
    `times in ${zone}`,
    ...(summaryEn === undefined ? [] : [summaryEn]),
    '',
    ...links.flatMap((link) => [
      `link ${link.id}  ${link.domain}  ${oneLine(link.title, 90)}`,
      ...decisions.filter(({ linkId }) => linkId === link.id).map((one) => `  ${sayDecision(one, zone)}`),
    ]),
    ...(changes.length === 0 ? [] : ['', 'changes']),
    ...changes.map(
      ({ kind, into, from, linkIds, by, why, atMs }) =>
        `  ${dayAndTime(atMs, zone)}  ${kind} of ${linkIds.length} links from ${from} into ${into}, by ${by}${why === '' ? '' : `: ${why}`}`,
    ),
  ].join('\n');
}

function sayDecision(decision: Decision, zone: string): string {
  const { action, eventId, score, ambiguous, candidates, atMs, decidedBy = 'rule', model } = decision;
  const { confidence, basis, because } = decision;
  const others = candidates.map((it) => `${it.event ?? 'gone'} ${it.score.toFixed(2)}`).join(', ');
  return [
    `${dayAndTime(atMs, zone)}  ${action.replace('_', ' ')}${eventId === null ? '' : ` ${eventId}`} by ${decidedBy}`,
    ...(model === undefined ? [] : [model]),
    ...(confidence === undefined ? [] : [`confidence ${confidence}`]),
    `score ${score.toFixed(2)}${ambiguous ? ', ambiguous' : ''}`,
    ...(others === '' ? [] : [`candidates ${others}`]),
    ...(basis === undefined || basis === '' ? [] : [basis]),
    ...(because === undefined ? [] : [`(${because})`]),
  ].join('; ');
}
