import { expect, it } from 'vitest';
import { mayMean, profilesCalled } from '../../src/cron/job-profile.ts';
import { JOB_PROFILES } from '../support/job-profiles.ts';

const called = (words: string) => profilesCalled(words, JOB_PROFILES).map(({ name }) => name);

it.each([
  ['a planner', 'planner_daily'],
  ['hourly planning run', 'planner_hourly'],
  ['選題', 'planner_daily'],
  ['每小時選題', 'planner_hourly'],
  ['Make a newsletter', 'newsletter'],
  ["send out this week's newsletter.", 'newsletter'],
  ['製作通訊', 'newsletter'],
  ['整份通訊', 'newsletter'],
])('"%s" is the work of the profile %s', (message, profile) => {
  expect(called(message)[0]).toBe(profile);
});

it('finds all planners by what they are, whatever their pace', () => {
  expect(called('the planner')).toEqual(['planner_daily', 'planner_hourly']);
  expect(called('the hourly planner')).toEqual(['planner_hourly', 'planner_daily']);
});

it.each(['check the newsletter', 'make the newsletter shorter', 'plan the party', '打電話畀通訊社', ''])(
  '"%s" is a reminder',
  (message) => expect(called(message)).toEqual([]),
);

it.each([
  ['every friday at 9 make a digest of the week', ['reminder', 'newsletter', 'brief']],
  ['plan the stories at 9', ['reminder', 'planner_daily', 'planner_hourly']],
  ['tell us every Monday how the desk is doing', ['reminder', 'desk_report']],
  ['send me my horoscope each day', ['reminder', 'horoscope_daily']],
  ['每日九點寫份簡報', ['reminder', 'brief']],
  ['remind us to check the diary', ['reminder']],
])('"%s" may mean %j', (said, names) => {
  expect(JOB_PROFILES.map(({ name }) => name).filter((name) => mayMean(said, name, JOB_PROFILES))).toEqual(
    names,
  );
});
