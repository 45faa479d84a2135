/** An event in words. */
import type { ResultOf } from '../main/features.ts';
import { dayAndTime } from '../time/zone.ts';
import { oneLine } from './table.ts';

type ShownAnswer = ResultOf<'newsroom.events.show'>;
type Decision = ShownAnswer['decisions'][number];

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
