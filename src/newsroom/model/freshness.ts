/** How new events must be for the hourly planner, and the flags that follow. In minutes since the newest link. */

/** Newer events are breaking. */
const BREAKING_MINUTES = 120;
/** Older events are not offered to the hourly planner. */
export const DEVELOPING_MINUTES = 360;

export type Flag = 'breaking' | 'developing';

/** Whether an event of this age may be called breaking; one without a date may not. */
export function isBreaking(ageMinutes: number | null): boolean {
  return ageMinutes !== null && ageMinutes <= BREAKING_MINUTES;
}

/** The only flags that a story may have; a planner can remove them but not add any. */
export function flagsOf(parentId: number | null, ageMinutes: number | null): Flag[] {
  const isRecent = ageMinutes !== null && ageMinutes <= DEVELOPING_MINUTES;
  const develops = parentId !== null || (isRecent && !isBreaking(ageMinutes));
  return [
    ...(isBreaking(ageMinutes) ? (['breaking'] as const) : []),
    ...(develops ? (['developing'] as const) : []),
  ];
}
