import type { RpcMethods } from '../../feature/rpc-method.ts';
import { newsroomEventMethods } from './newsroom-event-methods.ts';
import { newsroomFeedbackMethods } from './newsroom-feedback-methods.ts';
import { newsroomFeedMethods } from './newsroom-feed-methods.ts';
import { newsroomChartMethods, newsroomMethods } from './newsroom-methods.ts';
import { newsroomPoolMethods } from './newsroom-pool-methods.ts';
import { newsroomRunMethods } from './newsroom-run-methods.ts';
import { newsroomStoryMethods } from './newsroom-story-methods.ts';

type MethodDeps = Parameters<typeof newsroomMethods>[0] &
  Parameters<typeof newsroomStoryMethods>[0] &
  Parameters<typeof newsroomEventMethods>[0] &
  Parameters<typeof newsroomPoolMethods>[0] &
  Parameters<typeof newsroomFeedMethods>[0] &
  Parameters<typeof newsroomFeedbackMethods>[0] &
  Parameters<typeof newsroomChartMethods>[0] &
  Parameters<typeof newsroomRunMethods>[0];

/** `newsroom.*`, by name. */
export function newsroomMethodTable(deps: MethodDeps) {
  return {
    ...newsroomMethods(deps),
    ...newsroomStoryMethods(deps),
    ...newsroomEventMethods(deps),
    ...newsroomPoolMethods(deps),
    ...newsroomFeedMethods(deps),
    ...newsroomFeedbackMethods(deps),
    ...newsroomChartMethods(deps),
    ...newsroomRunMethods(deps),
  };
}

/**
 * The methods that a home answers without a running desk. Carrying out a batch needs a desk; orders wait for one.
 */
export function newsroomHomeMethods(deps: MethodDeps): RpcMethods {
  const { 'newsroom.runs.take': _take, 'newsroom.runs.scan': _scan, ...others } = newsroomMethodTable(deps);
  return others;
}
