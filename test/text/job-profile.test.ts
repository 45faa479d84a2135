import { expect, it } from 'vitest';
import { profileFor } from '../../src/text/job-profile.ts';

const PROFILES = ['reminder', 'planner_daily', 'planner_hourly', 'newsletter'];

it.each([
  ['a planner', 'planner_daily'],
  ['hourly planning run', 'planner_hourly'],
  ['選題', 'planner_daily'],
  ['Make a newsletter', 'newsletter'],
  ["send out this week's newsletter.", 'newsletter'],
  ['製作通訊', 'newsletter'],
  ['整份通訊', 'newsletter'],
])('"%s" is the work of the profile %s', (message, profile) => {
  expect(profileFor(message, PROFILES)).toBe(profile);
  expect(profileFor(message, ['reminder'])).toBeUndefined();
});

it.each([
  'check the newsletter',
  'make the newsletter shorter',
  'plan the party',
  '打電話畀通訊社',
  undefined,
])('"%s" is a reminder', (message) => expect(profileFor(message, PROFILES)).toBeUndefined());
