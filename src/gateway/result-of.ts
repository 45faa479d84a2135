/** What methods answer, as types: for the console, whose pages have no other part of the program. */
import type { deskMethodTable } from './methods.ts';
import type { newsroomEventMethods } from '../newsroom/methods/newsroom-event-methods.ts';
import type { newsroomMethods } from '../newsroom/methods/newsroom-methods.ts';
import type { newsroomPoolMethods } from '../newsroom/methods/newsroom-pool-methods.ts';
import type { newsroomRunMethods } from '../newsroom/methods/newsroom-run-methods.ts';
import type { newsroomStoryMethods } from '../newsroom/methods/newsroom-story-methods.ts';

type Table = ReturnType<typeof deskMethodTable> &
  ReturnType<typeof newsroomEventMethods> &
  ReturnType<typeof newsroomMethods> &
  ReturnType<typeof newsroomPoolMethods> &
  ReturnType<typeof newsroomRunMethods> &
  ReturnType<typeof newsroomStoryMethods>;

export type MethodName = keyof Table;
export type ResultOf<Name extends MethodName> = Awaited<ReturnType<Table[Name]>>;
