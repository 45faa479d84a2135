/** The last hour that means the afternoon where no part of the day is named: "tomorrow at five", 聽日三點. */
const LAST_AFTERNOON = 5;

/**
 * The hour of the day that people mean by an hour alone: three is 15. With minutes in figures, "3:00", or a zero in front,
 * a time is written by the clock of 24 hours, and is not for this function.
 */
export function spokenHour(hour: number): number {
  return hour >= 1 && hour <= LAST_AFTERNOON ? hour + 12 : hour;
}
