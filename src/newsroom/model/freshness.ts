/** How new news has to be for the hourly planner, and what its newness makes of it. Minutes since the newest link. */

/** What is newer breaks. */
const BREAKING_MINUTES = 120;
/** What is older is no news of the hour. */
export const DEVELOPING_MINUTES = 360;

export type Flag = 'breaking' | 'developing';

/** Whether a happening of this age may be called breaking; one without a date may not. */
export function isBreaking(ageMinutes: number | null): boolean {
  return ageMinutes !== null && ageMinutes <= BREAKING_MINUTES;
}

/** The only flags that a story can have: whoever chooses it may leave them off, and adds none. */
export function flagsOf(parentId: number | null, ageMinutes: number | null): Flag[] {
  const isRecent = ageMinutes !== null && ageMinutes <= DEVELOPING_MINUTES;
  const develops = parentId !== null || (isRecent && !isBreaking(ageMinutes));
  return [
    ...(isBreaking(ageMinutes) ? (['breaking'] as const) : []),
    ...(develops ? (['developing'] as const) : []),
  ];
}
