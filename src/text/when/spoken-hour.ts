/** The last hour that means the afternoon where no part of the day is named: "tomorrow at five", 聽日三點. */
const LAST_AFTERNOON = 5;

/**
 * The hour of the day that people mean by an hour alone: three is 15, and so is six behind it 18. With minutes in figures,
 * "3:00", or a zero in front, a time is written by the clock of 24 hours, and is not for this function.
 * @param before the hour of the day that was named before it in a list: "at 3 and 6"
 */
export function spokenHour(hour: number, before = 0): number {
  const goesOn = before >= 12 && hour < 12 && hour + 12 > before;
  return (hour >= 1 && hour <= LAST_AFTERNOON) || goesOn ? hour + 12 : hour;
}
