import type { RpcMethods } from '../../feature/rpc-method.ts';
import { newsroomEventMethods } from './newsroom-event-methods.ts';
import { newsroomMethods } from './newsroom-methods.ts';
import { newsroomPoolMethods } from './newsroom-pool-methods.ts';
import { newsroomRunMethods } from './newsroom-run-methods.ts';
import { newsroomStoryMethods } from './newsroom-story-methods.ts';

type MethodDeps = Parameters<typeof newsroomMethods>[0] &
  Parameters<typeof newsroomStoryMethods>[0] &
  Parameters<typeof newsroomEventMethods>[0] &
  Parameters<typeof newsroomPoolMethods>[0] &
  Parameters<typeof newsroomRunMethods>[0];

/** `newsroom.*`, by their names. */
export function newsroomMethodTable(deps: MethodDeps) {
  return {
    ...newsroomMethods(deps),
    ...newsroomStoryMethods(deps),
    ...newsroomEventMethods(deps),
    ...newsroomPoolMethods(deps),
    ...newsroomRunMethods(deps),
  };
}

/** Those that a home answers where no desk runs. What takes up a run needs a desk; what is ordered waits for one. */
export function newsroomHomeMethods(deps: MethodDeps): RpcMethods {
  const { 'newsroom.runs.take': _take, 'newsroom.runs.scan': _scan, ...others } = newsroomMethodTable(deps);
  return others;
}
