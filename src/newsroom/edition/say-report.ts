/** A story in words, for its editors. */
import { dayAndTime } from '../../time/zone.ts';
import { editorsZone } from './edition.ts';
import type { Edition } from './edition.ts';
import type { Assignment } from '../model/assignment.ts';
import type { Waits } from './wording.ts';
import { localeOf } from '../../time/locale.ts';

type Spoken = Pick<Edition, 'language' | 'zone' | 'editorsZone'>;

/** What a story waits for, with times as people read them. */
export function waitsOf({ state }: Pick<Assignment, 'state'>, edition: Spoken): Waits {
  const { kind = 'hold', by, until } = state.hold ?? {};
  const ms = Date.parse(until ?? '');
  const locale = localeOf(edition.language);
  const moment = Number.isNaN(ms) ? undefined : dayAndTime(ms, editorsZone(edition), locale);
  return {
    ...{ kind, by, until: moment },
    needsApproval: state.hold?.['needs_approval'] === true,
    inDoubt: state.hold?.['in_doubt'] === true,
  };
}

/** As it was written, else as it was planned. */
export function titleOf({ story, result }: Pick<Assignment, 'story' | 'result'>): string {
  return result.worker?.title || story.title;
}
