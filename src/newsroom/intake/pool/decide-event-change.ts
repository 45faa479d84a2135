/** Whether events can be merged or split: what can't is refused in words for people. */
import { EventRefusal } from './event-book.ts';

/** An event by its number; `mergedInto` once another stands for it. */
export interface SeenEvent {
  readonly id: number;
  readonly status: string;
  readonly mergedInto: number | null;
}

/** @throws EventRefusal unless the event is there, and stands for itself. */
export function mustStand<T extends SeenEvent>(id: number, seen: T | undefined): T {
  if (seen === undefined) throw new EventRefusal('not_found', `there is no event ${id}`);
  if (seen.mergedInto !== null)
    throw new EventRefusal('refused', `event ${id} was merged into event ${seen.mergedInto}`);
  return seen;
}

/** @throws EventRefusal for an event that must stay what it is. */
export function mustBeMergeable({ id, status }: Pick<SeenEvent, 'id' | 'status'>): void {
  if (status === 'posted')
    throw new EventRefusal('refused', `event ${id} was posted: what was published stands by itself`);
}

/** An event with its parent and its hold. */
export interface HeldEvent extends SeenEvent {
  readonly parentId: number | null;
  readonly reservedUntilMs: number | null;
  readonly reservedBy: string | null;
}

/**
 * The parent and the hold of `into` once `from` was merged into it. No event is its own parent, its own hold comes
 * first, and a posted event takes over no hold.
 */
export function decideInheritance(
  from: HeldEvent,
  into: HeldEvent,
): Pick<HeldEvent, 'parentId' | 'reservedUntilMs' | 'reservedBy'> {
  const above = into.parentId === from.id ? from.parentId : into.parentId;
  const takesHold = from.reservedBy !== null && into.reservedBy === null && into.status !== 'posted';
  const { reservedUntilMs, reservedBy } = takesHold ? from : into;
  return { parentId: above === into.id ? null : above, reservedUntilMs, reservedBy };
}

/**
 * The links that leave an event, in its order.
 * @param its all links of the event. @param asked those that are to leave. @throws EventRefusal
 */
export function leavingLinks(
  id: number,
  its: readonly number[],
  asked: readonly number[],
): readonly number[] {
  const strangers = asked.filter((link) => !its.includes(link));
  if (strangers.length > 0)
    throw new EventRefusal('bad_params', `no such links in event ${id}: ${strangers.join(', ')}`);
  const leaving = its.filter((link) => asked.includes(link));
  if (leaving.length === 0) throw new EventRefusal('bad_params', 'name the links that are to leave');
  if (leaving.length === its.length)
    throw new EventRefusal('refused', `event ${id} would be left without a link: nothing to split`);
  return leaving;
}

/** Who decided, as it is counted: an editor, the desk's own rules, or a model. */
export function decidedBy(by: string): 'editor' | 'desk' | 'model' {
  if (by.startsWith('editor')) return 'editor';
  return by === 'desk' ? 'desk' : 'model';
}
