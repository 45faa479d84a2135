import { describe, expect, it } from 'vitest';
import { parseScheduleWords } from '../../../src/cron/schedule-words.ts';
import type { ChatMessage } from '../../../src/llm/chat-model.ts';
import { newsletterQuestion } from '../../../src/newsletter/newsletter-question.ts';
import { deskModel } from '../../../src/llm/rules/desk-model.ts';
import { CHAT_TOOLS, deskRequest, offering, toolResult, user } from './desk-requests.ts';

/** A Friday. */
const NOW = '2026-11-20T10:00:00.000Z';
const NOW_MS = Date.parse(NOW);
const ZONE = 'Europe/London';
const TOOLS = [...CHAT_TOOLS, ...offering('cron')];

const ask = (text: string, ...more: ChatMessage[]) =>
  deskModel.reply(
    deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages: [user(text), ...more] }),
  );

const cron = (expr: string) => ({ kind: 'cron', expr, tz: ZONE });
const every = (minutes: number) => ({ kind: 'every', everyMs: minutes * 60_000 });
const inMinutes = (minutes: number) => ({ kind: 'at', atMs: NOW_MS + minutes * 60_000 });
const at = (moment: string) => ({ kind: 'at', atMs: Date.parse(`${moment}:00Z`) });

it('asks when, where an interval is given a time of the day, which it has none of', async () => {
  const reply = await ask('remind us every 2 days at 9:00 to check the diary');
  expect(reply.toolCalls).toEqual([]);
  expect(reply.text).toMatch(/when|time/i);
});

it('asks when in a sentence that can be said, whatever it is to remind of', async () => {
  expect((await ask('alert me about earthquakes')).text).toContain('remind me about earthquakes');
  expect((await ask('remind me to stretch')).text).toContain('remind me to stretch');
});

it.each([
  'remind us every hour between 9 and 5 to check the wires',
  'remind us every two weeks on friday at 10 to file',
  'remind us at 9am London time to call the embassy',
  'remind us at 9am GMT to call the embassy',
  'remind us not to post the harbour story before 6pm',
  'remind us every day at 9 to check the diary except sundays',
  'remind me at 9 in New York to call the embassy',
  'remind me every day at 9am in Amsterdam to call the desk',
  'remind us at 9 (HK time) to call the embassy',
  'remind us every hour on the hour to check the wires',
  'remind us every hour at half past to check the wires',
  'remind us every 2 hours starting at 9 to check the wires',
  'remind me at 10 to 5 to go',
  'remind me on the last day of the month at 9 to pay rent',
  '提醒我哋每隔兩日九點淋花',
  '提醒我哋六點之前交稿',
  '提醒我哋九點至十點開會',
  '每日九點提醒我哋睇日程，星期日除外',
])('asks when, where the time has more to it than a schedule holds: "%s"', async (said) => {
  const reply = await ask(said);
  expect(reply.toolCalls).toEqual([]);
  expect(reply.text).toMatch(/^When\?|^什麼時候？/);
});

it.each([
  ['remind us every day at 9 for a week to check the wires', 'for a week', 'Remind us to check the wires'],
  ['remind me every day at 9 to feed the cat until friday', 'until friday', 'Remind me to feed the cat'],
  [
    'remind me every day at 9 to feed the cat, until the end of the month',
    'until the end of the month',
    'Remind me to feed the cat',
  ],
  ['every weekday at 7:30 check the diary until 24 december', 'until 24 december', 'Check the diary'],
  ['post the diary every day at 8 until Friday', 'until Friday', 'Post the diary'],
  ['every hour until 5 December check the wires', 'until 5 December', 'Check the wires'],
  [
    'remind us every hour to check the wires until friday 6pm',
    'until friday 6pm',
    'Remind us to check the wires',
  ],
  [
    'until friday, remind us every day at 9 to check the diary',
    'until friday',
    'Remind us to check the diary',
  ],
  [
    'remind us every day at 9 to check the diary, ending on friday',
    'ending on friday',
    'Remind us to check the diary',
  ],
  ['post the diary every day at 8 until further notice', 'until further notice', 'Post the diary'],
  ['每日九點提醒我哋交稿直到星期五', '直到星期五', '提醒我哋交稿'],
  ['每日九點提醒我哋交稿，連續三日', '連續三日', '提醒我哋交稿'],
  ['每日八點睇日程，直到星期五', '直到星期五', '睇日程'],
  ['每日八點提醒我哋睇日程，到十二月五號為止', '到十二月五號為止', '提醒我哋睇日程'],
  ['每小時提醒我哋睇電訊直到12月5日', '直到12月5日', '提醒我哋睇電訊'],
  ['直到星期五，每日八點提醒我哋睇日程', '直到星期五', '提醒我哋睇日程'],
  ['每日八點至星期五下午三點提醒我哋睇日程', '至星期五下午三點', '提醒我哋睇日程'],
])('takes the end for the end of what repeats: "%s"', async (said, until, message) => {
  expect((await ask(said)).toolCalls[0]?.args).toMatchObject({ action: 'add', until, message });
});

it('takes 「逢星期一至星期五」 for no end', async () => {
  const { args } = (await ask('逢星期一至星期五九點提醒我哋睇日程')).toolCalls[0]!;
  expect(args).not.toHaveProperty('until');
  expect(args).toMatchObject({ message: '提醒我哋睇日程' });
});

it.each([
  'remind us every day at 9 to check the wires for the next two weeks',
  'remind us every day at 9 to check the wires for seven days',
  'remind us every hour to check the wires until 6pm',
  'remind us every day at 9 to check the wires until the 5th',
  'remind us every day at 9 to check the wires until yesterday',
  'remind us every day at 9 to check the wires until 5/12',
  'remind us every day at 9 to check the wires this week only',
  '每小時提醒我哋睇電訊，直到六點',
  '每日八點提醒我哋睇電訊，到復活節為止',
])('asks until when, and makes nothing that runs for ever, where the end is not read: "%s"', async (said) => {
  const reply = await ask(said);
  expect(reply.toolCalls).toEqual([]);
  expect(reply.text).toMatch(/^Until when\?|^到什麼時候為止？/);
});

it.each([
  ['move the diary reminder to 9 until friday', { action: 'show', job: 'diary' }],
  [
    'change the diary reminder to every day at 9 until friday',
    { action: 'edit', job: 'diary', schedule: 'every day at 9:00', until: 'until friday' },
  ],
  ['將日程改到每日九點，直到星期五', { action: 'edit', job: '日程', until: '直到星期五' }],
  ['end the diary reminder on Friday', { action: 'edit', job: 'diary', until: 'until Friday' }],
  ['keep the planner going for another week', { action: 'edit', job: 'planner', until: 'for another week' }],
  ['將日程提醒延長到12月5日', { action: 'edit', job: '日程', until: '到12月5日' }],
])('gives an end to one that there is: "%s"', async (said, args) => {
  expect((await ask(said)).toolCalls[0]?.args).toMatchObject(args);
});

it('gives an example that can be said, where the time was not read', async () => {
  const { text } = await ask('remind me on the last day of the month at 9 to pay rent');
  expect(text).toContain('"remind us every weekday at 7:30 to check the diary"');
});

it.each([
  ['remind us at 9 to save time', 'Remind us to save time'],
  ['remind us every day at 9 to hold the story until noon', 'Remind us to hold the story until noon'],
  [
    'remind us every day at 9 to stay quiet until further notice',
    'Remind us to stay quiet until further notice',
  ],
  ['remind us tomorrow at 9 to hold the story until friday', 'Remind us to hold the story until friday'],
  ['提醒我哋聽日九點同Ann到機場', '提醒我哋同Ann到機場'],
  ['提醒我哋聽日九點叫「阿明」返工', '提醒我哋叫阿明返工'],
])('takes words of the task for no time: "%s"', async (said, message) => {
  expect((await ask(said)).toolCalls[0]?.args).toMatchObject({ action: 'add', message });
});

/** What is said, the message of the job, its schedule. */
const ADDED: readonly (readonly [said: string, message: string, schedule: object])[] = [
  [
    'remind us every weekday at 7:30 to check the diary',
    'Remind us to check the diary',
    cron('30 7 * * 1-5'),
  ],
  [
    'Remind us to check the diary every weekday at 7:30.',
    'Remind us to check the diary',
    cron('30 7 * * 1-5'),
  ],
  ['remind us monday through friday at 9 to file', 'Remind us to file', cron('0 9 * * 1-5')],
  ['every Monday at 9 tell us who is on shift', 'Tell us who is on shift', cron('0 9 * * 1')],
  ['tell us who is on shift every Monday at 9', 'Tell us who is on shift', cron('0 9 * * 1')],
  ['remind me every month on the 31st at 9 to pay rent', 'Remind me to pay rent', cron('0 9 31 * *')],
  ['every month on the 1st at 10am remind us to file', 'Remind us to file', cron('0 10 1 * *')],
  ['remind me on 25 Dec at 8 to open gifts', 'Remind me to open gifts', at('2026-12-25T08:00')],
  ['remind me at 2026-12-25 08:00 to open gifts', 'Remind me to open gifts', at('2026-12-25T08:00')],
  ['remind me at 9 in the evening to go', 'Remind me to go', at('2026-11-20T21:00')],
  ['一個半鐘後提我食藥', '提醒我食藥', inMinutes(90)],
  ['提我食藥，三日後', '提醒我食藥', inMinutes(3 * 1_440)],
  ['每隔兩日提我淋花', '提醒我淋花', every(2 * 1_440)],
  ['wake me up at 7', 'Remind me to wake up', at('2026-11-21T07:00')],
  [
    'every weekday at 7:30, wake me up and start music',
    'Remind me to wake up and start music',
    cron('30 7 * * 1-5'),
  ],
  ['set an alarm at 6:30 to run', 'Remind us to run', at('2026-11-21T06:30')],
  ['set up an hourly reminder to stretch', 'Remind us to stretch', every(60)],
  ['every friday at 9 make a newsletter', 'Make a newsletter', cron('0 9 * * 5')],
  ['Make the weekly newsletter every Friday at 9.', 'Make the weekly newsletter', cron('0 9 * * 5')],
  ['每逢星期五九點整份通訊', '整份通訊', cron('0 9 * * 5')],
  ['add a daily brief at 8am about trade', 'Brief about trade', cron('0 8 * * *')],
  ['set up a weekly brief on shipping on mondays at 9', 'Brief on shipping', cron('0 9 * * 1')],
  ['add a brief every friday at 17:00 on the budget', 'Brief on the budget', cron('0 17 * * 5')],
  ['in 20 minutes remind me to call the minister', 'Remind me to call the minister', inMinutes(20)],
  ['remind me in twenty minutes to call the minister', 'Remind me to call the minister', inMinutes(20)],
  ['remind me to call the minister in half an hour', 'Remind me to call the minister', inMinutes(30)],
  // A time by itself is the next one: it is ten o'clock.
  ['remind me at 5pm to call the mayor', 'Remind me to call the mayor', at('2026-11-20T17:00')],
  ['remind me at 9am to call the mayor', 'Remind me to call the mayor', at('2026-11-21T09:00')],
  ['下午五點提我打畀市長', '提醒我打畀市長', at('2026-11-20T17:00')],
  ['朝早九點提醒我哋睇報紙', '提醒我哋睇報紙', at('2026-11-21T09:00')],
  ['Please remind me in an hour and a half to eat', 'Remind me to eat', inMinutes(90)],
  ['remind us in 2 hours and 15 minutes about the vote', 'Remind us about the vote', inMinutes(135)],
  [
    'can you remind us every weekday morning at half past seven to check the diary?',
    'Remind us to check the diary',
    cron('30 7 * * 1-5'),
  ],
  [
    'could you please remind everyone at 5pm every Friday to file expenses',
    'Remind everyone to file expenses',
    cron('0 17 * * 5'),
  ],
  [
    '@nightdesk remind us daily at 18:00 that the late desk starts',
    'Remind us that the late desk starts',
    cron('0 18 * * *'),
  ],
  [
    'remind the team on Mondays and Thursdays at 10:15 about the rota',
    'Remind the team about the rota',
    cron('15 10 * * 1,4'),
  ],
  [
    'remind us Monday to Friday at 8.45 to read the wires',
    'Remind us to read the wires',
    cron('45 8 * * 1-5'),
  ],
  [
    'every evening at 8, remind us to check the corrections',
    'Remind us to check the corrections',
    cron('0 20 * * *'),
  ],
  [
    'remind us every weekend at noon to look at the pools',
    'Remind us to look at the pools',
    cron('0 12 * * 0,6'),
  ],
  [
    'remind us every Monday to Thursday at 8:00 to read the wires',
    'Remind us to read the wires',
    cron('0 8 * * 1,2,3,4'),
  ],
  ['Remind us every 1 hour and 30 minutes to check the wires', 'Remind us to check the wires', every(90)],
  ['remind us to check the wires every hour and a half', 'Remind us to check the wires', every(90)],
  ['every 2 hours 15 minutes, remind us to check the wires', 'Remind us to check the wires', every(135)],
  ['every hour, remind us to check the wires', 'Remind us to check the wires', every(60)],
  ['every 2 hours remind us to drink water', 'Remind us to drink water', every(120)],
  ['remind us every half hour to save our work', 'Remind us to save our work', every(30)],
  ['remind us every 45 minutes to stretch', 'Remind us to stretch', every(45)],
  [
    'remind us on the 1st of every month at 9am to send invoices',
    'Remind us to send invoices',
    cron('0 9 1 * *'),
  ],
  ['remind me tomorrow at 9 to ring Ann', 'Remind me to ring Ann', at('2026-11-21T09:00')],
  ['remind me tonight at 8 to lock up', 'Remind me to lock up', at('2026-11-20T20:00')],
  ['remind me tonight at midnight to lock up', 'Remind me to lock up', at('2026-11-21T00:00')],
  ['remind me tomorrow night at 1 to lock up', 'Remind me to lock up', at('2026-11-22T01:00')],
  ['remind me at 3pm to ring the harbour', 'Remind me to ring the harbour', at('2026-11-20T15:00')],
  ['remind us on Tuesday at 11 to vote', 'Remind us to vote', at('2026-11-24T11:00')],
  [
    'remind us on 3 December at 14:30 about the hearing',
    'Remind us about the hearing',
    at('2026-12-03T14:30'),
  ],
  [
    'remind us at 8:45 tomorrow that the meeting starts at 9:30',
    'Remind us that the meeting starts at 9:30',
    at('2026-11-21T08:45'),
  ],
  [
    'set a reminder for tomorrow at 8am to water the plants',
    'Remind us to water the plants',
    at('2026-11-21T08:00'),
  ],
  ['set up a daily job at 6:45 to list the diary', 'List the diary', cron('45 6 * * *')],
  [
    "I'd like a reminder every Wednesday at 14:00 to check the polls",
    'Remind me to check the polls',
    cron('0 14 * * 3'),
  ],
  [
    'We want to be reminded at 7 in the evening every day to close the shop',
    'Remind us to close the shop',
    cron('0 19 * * *'),
  ],
  ['post the rota here every Sunday at 20:00', 'Post the rota here', cron('0 20 * * 0')],
  ['hi! remind us at noon and at 6pm every day to sync', 'Remind us to sync', cron('0 12,18 * * *')],
  ['每個平日早上七點半提醒我們看日程', '提醒我們看日程', cron('30 7 * * 1-5')],
  ['提醒我們每個平日早上七點半看日程', '提醒我們看日程', cron('30 7 * * 1-5')],
  ['逢禮拜一朝早九點提醒我哋開會', '提醒我哋開會', cron('0 9 * * 1')],
  ['每日下午三點提醒大家交稿', '提醒大家交稿', cron('0 15 * * *')],
  ['二十分鐘後提醒我打電話畀部長', '提醒我打電話畀部長', inMinutes(20)],
  ['半個鐘後提醒我覆電', '提醒我覆電', inMinutes(30)],
  ['兩個鐘後提醒我哋睇結果', '提醒我哋睇結果', inMinutes(120)],
  ['聽日三點提我打電話', '提醒我打電話', at('2026-11-21T15:00')],
  ['聽朝五點提醒我起身', '提醒我起身', at('2026-11-21T05:00')],
  ['聽日3:30提醒我起身', '提醒我起身', at('2026-11-21T03:30')],
  ['remind me tomorrow at 3 to call Ann', 'Remind me to call Ann', at('2026-11-21T15:00')],
  ['remind me tomorrow at half past four to call', 'Remind me to call', at('2026-11-21T16:30')],
  ['remind me tomorrow at half eight to call', 'Remind me to call', at('2026-11-21T08:30')],
  ['remind me at ten to five to go', 'Remind me to go', at('2026-11-20T16:50')],
  ['remind me at ten to call the embassy', 'Remind me to call the embassy', at('2026-11-21T10:00')],
  ['remind me tomorrow at twenty past eight to call', 'Remind me to call', at('2026-11-21T08:20')],
  ['at twenty-five to nine tomorrow remind me to call', 'Remind me to call', at('2026-11-21T08:35')],
  ['remind me tomorrow morning at 4 to run', 'Remind me to run', at('2026-11-21T04:00')],
  ['remind me tomorrow at 03:00 to run', 'Remind me to run', at('2026-11-21T03:00')],
  [
    'remind us every day at 3 and 6 to check the diary',
    'Remind us to check the diary',
    cron('0 15,18 * * *'),
  ],
  [
    'remind us every day at 9, 12 and 3 to check the diary',
    'Remind us to check the diary',
    cron('0 9,12,15 * * *'),
  ],
  ['聽日下午三點提醒我打畀阿Ann', '提醒我打畀阿Ann', at('2026-11-21T15:00')],
  ['今晚八點提醒我鎖門', '提醒我鎖門', at('2026-11-20T20:00')],
  ['今晚十二點提醒我鎖門', '提醒我鎖門', at('2026-11-21T00:00')],
  ['聽朝九點半提醒我哋出車', '提醒我哋出車', at('2026-11-21T09:30')],
  ['可唔可以每晚八點提醒我哋睇更正？', '提醒我哋睇更正', cron('0 20 * * *')],
  ['請每兩個鐘提醒我哋飲水', '提醒我哋飲水', every(120)],
  ['唔該逢星期一、三朝早十點提醒我哋睇更表', '提醒我哋睇更表', cron('0 10 * * 1,3')],
  ['每月1號早上九點提醒我們寄發票', '提醒我們寄發票', cron('0 9 1 * *')],
  ['逢星期一早上九點話畀我哋知邊個當值', '告訴我哋邊個當值', cron('0 9 * * 1')],
  ['設定一個提醒，每日18:00，檢查更正', '提醒我們檢查更正', cron('0 18 * * *')],
  ['每日１８：３０提醒大家交稿', '提醒大家交稿', cron('30 18 * * *')],
  ['１５分鐘後提醒我覆電', '提醒我覆電', inMinutes(15)],
];

const CHANGED: readonly (readonly [said: string, call: object])[] = [
  ['cancel the stand-up', { action: 'remove', job: 'stand-up' }],
  ['delete the summary please', { action: 'remove', job: 'summary' }],
  ['rename the stand-up to Morning meeting', { action: 'edit', job: 'stand-up', name: 'Morning meeting' }],
  ['rename the diary reminder to "Diary"', { action: 'edit', job: 'diary', name: 'Diary' }],
  ['cancel the diary reminder', { action: 'remove', job: 'diary' }],
  ['cancel the diary one', { action: 'remove', job: 'diary' }],
  ['resume the diary one', { action: 'resume', job: 'diary' }],
  ['暫停日程嗰個', { action: 'pause', job: '日程' }],
  ['please delete the reminder about the diary', { action: 'remove', job: 'diary' }],
  ['could you remove the rota job?', { action: 'remove', job: 'rota' }],
  ['pause the planner until I say so', { action: 'pause', job: 'planner' }],
  ['pause the diary', { action: 'pause', job: 'diary' }],
  ['snooze the diary for 2 hours', { action: 'pause', job: 'diary', until: 'for 2 hours' }],
  ['stop the diary reminder please', { action: 'pause', job: 'diary' }],
  ['stop reminding us about the diary', { action: 'pause', job: 'diary' }],
  ['resume the planner', { action: 'resume', job: 'planner' }],
  ['turn the diary reminder back on', { action: 'resume', job: 'diary' }],
  ['unpause the diary', { action: 'resume', job: 'diary' }],
  ['move the diary to 8:00', { action: 'show', job: 'diary' }],
  ['put the diary reminder on hold until Friday', { action: 'pause', job: 'diary', until: 'until Friday' }],
  [
    'can the diary reminder take a break until Friday?',
    { action: 'pause', job: 'diary', until: 'until Friday' },
  ],
  ['stop the diary reminder for good', { action: 'remove', job: 'diary' }],
  ['start the diary reminder again', { action: 'resume', job: 'diary' }],
  ['make the diary reminder ten to five', { action: 'show', job: 'diary' }],
  ["change the 9 o'clock reminder to 10", { action: 'show', job: "9 o'clock" }],
  [
    'move the diary reminder to every Monday at 9',
    { action: 'edit', job: 'diary', schedule: 'every mon at 9:00' },
  ],
  [
    'change the diary job to weekdays at 8:15',
    { action: 'edit', job: 'diary', schedule: 'every weekday at 8:15' },
  ],
  ['reschedule the rota from 9 to 10:30', { action: 'show', job: 'rota' }],
  ['取消日程提醒', { action: 'remove', job: '日程' }],
  ['刪除看日程的提醒', { action: 'remove', job: '看日程' }],
  ['取消叫「早報」嘅工作', { action: 'remove', job: '早報' }],
  ['暫停名為『早報』的任務', { action: 'pause', job: '早報' }],
  ['暫停日程提醒', { action: 'pause', job: '日程' }],
  ['恢復日程提醒', { action: 'resume', job: '日程' }],
  ['將日程提醒改到八點', { action: 'show', job: '日程' }],
  ['把日程提醒改為每日早上八點', { action: 'edit', job: '日程', schedule: '每日 早上八點' }],
  ['唔好再提醒我哋看日程', { action: 'pause', job: '看日程' }],
];

const CALL_ANN =
  'Done: "call Ann" runs once, on Monday 30 November 2026 at 09:00, UTC. Next: Mon 30 Nov, 09:00.';
const NEWSPAPER = '已加入「睇報紙」：每個平日朝早七點半。下次：11月30日（星期一）07:30。';

it.each([
  ['cancel that', CALL_ANN, { action: 'remove', job: 'call Ann' }],
  ['please cancel it', CALL_ANN, { action: 'remove', job: 'call Ann' }],
  ['pause that one', CALL_ANN, { action: 'pause', job: 'call Ann' }],
  [
    'move it to every Monday at 10',
    CALL_ANN,
    { action: 'edit', job: 'call Ann', schedule: 'every mon at 10:00' },
  ],
  ['ok, move it to 10', CALL_ANN, { action: 'show', job: 'call Ann' }],
  [
    'make it every Monday at 10',
    CALL_ANN,
    { action: 'edit', job: 'call Ann', schedule: 'every mon at 10:00' },
  ],
  ['make it 10 instead', CALL_ANN, { action: 'show', job: 'call Ann' }],
  ['no wait, make that 10am', CALL_ANN, { action: 'show', job: 'call Ann' }],
  ['actually make that half eight', CALL_ANN, { action: 'show', job: 'call Ann' }],
  ["skip tomorrow's", CALL_ANN, { action: 'skip', job: 'call Ann', day: 'tomorrow' }],
  ['skip the next one', CALL_ANN, { action: 'skip', job: 'call Ann' }],
  ['put it on hold until 7 December', CALL_ANN, { action: 'pause', job: 'call Ann' }],
  ["pause it while I'm away", CALL_ANN, { action: 'pause', job: 'call Ann' }],
  ['stop it for good', CALL_ANN, { action: 'remove', job: 'call Ann' }],
  ['start it again', CALL_ANN, { action: 'resume', job: 'call Ann' }],
  ['actually cancel it', CALL_ANN, { action: 'remove', job: 'call Ann' }],
  ['cancel that reminder', CALL_ANN, { action: 'remove', job: 'call Ann' }],
  [
    'cancel it',
    'Change "call Ann" to 10? Nothing is done yet; answer "yes" and I do it.',
    { action: 'remove', job: 'call Ann' },
  ],
  [
    '取消佢',
    '要把「睇報紙」改為八點嗎？現在還未更改；回覆「係」便會更改。',
    { action: 'remove', job: '睇報紙' },
  ],
  ['刪除嗰個提醒', NEWSPAPER, { action: 'remove', job: '睇報紙' }],
  ['都係取消佢', NEWSPAPER, { action: 'remove', job: '睇報紙' }],
  ['取消', NEWSPAPER, { action: 'remove', job: '睇報紙' }],
  ['取消佢', NEWSPAPER, { action: 'remove', job: '睇報紙' }],
  ['改做八點', NEWSPAPER, { action: 'show', job: '睇報紙' }],
])('"%s" is about the job of which the desk spoke last', async (said, told, args) => {
  const messages = [user('remind us'), { role: 'assistant', text: told } as const, user(said)];
  const request = deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages });
  const { toolCalls } = await deskModel.reply(request);
  expect(toolCalls).toMatchObject([{ name: 'cron', args }]);
  expect((await ask(said)).toolCalls.filter(({ name }) => name === 'cron')).toEqual([]);
});

it.each([
  ['pause the planner', CALL_ANN, 'planner'],
  ['pause that planner', CALL_ANN, 'planner'],
  ['move the diary reminder to 10', CALL_ANN, 'diary'],
  ['暫停日程提醒', NEWSPAPER, '日程'],
  ['取消呢個日程提醒', NEWSPAPER, '日程'],
])('"%s" is about the job that it names, whatever the desk spoke of', async (said, told, job) => {
  const messages = [user('remind us'), { role: 'assistant', text: told } as const, user(said)];
  const request = deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages });
  const args = (await deskModel.reply(request)).toolCalls[0]?.args as { job: string };
  expect(args.job).toContain(job);
});

it('takes "it" for what was spoken of before a list of all automations', async () => {
  const list =
    'Scheduled jobs:\n- Sample planner: every 3 minutes (next 12:03)\n- call Ann: once (next 17:00)';
  const listed = { role: 'assistant', text: list } as const;
  const told = { role: 'assistant', text: CALL_ANN } as const;
  const messages = [user('remind me'), told, user('what reminders do we have?'), listed, user('delete it')];
  const request = (given: ChatMessage[]) =>
    deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages: given });
  const { toolCalls } = await deskModel.reply(request(messages));
  expect(toolCalls).toMatchObject([{ name: 'cron', args: { action: 'remove', job: 'call Ann' } }]);
  expect(
    (await deskModel.reply(request(messages.slice(2)))).toolCalls.filter(({ name }) => name === 'cron'),
  ).toEqual([]);
});

it('takes "it" for nothing that was told to somebody else, or where another message is answered', async () => {
  const told = { role: 'assistant', text: CALL_ANN } as const;
  const ofBob = { role: 'user', name: 'Bob', text: 'remind me' } as const;
  const messages = [ofBob, told, { role: 'user', name: 'Ann', text: 'cancel it' } as const];
  const replies = [user('remind me'), told, user('(replying to Bob: “the match is on”)\ncancel it')];
  for (const given of [messages, replies]) {
    const request = deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages: given });
    expect((await deskModel.reply(request)).toolCalls.filter(({ name }) => name === 'cron')).toEqual([]);
  }
});

it.each<[string, ChatMessage[]]>([
  ['a story was posted', [{ role: 'assistant', text: 'Tunnel shut after main bursts' }]],
  [
    'somebody else was answered',
    [
      { role: 'user', name: 'Bob', text: 'what time is it?' },
      { role: 'assistant', text: 'It is 12:00.' },
    ],
  ],
])('takes a yes to its question though %s since', async (_, since) => {
  const question = 'Remove "Diary"? It will not run any more. Nothing is done yet; answer "yes" and I do it.';
  const says = (name: string, text: string): ChatMessage => ({ role: 'user', name, text });
  const before = [
    says('Ann', 'remove the diary job'),
    { role: 'assistant', text: question } as const,
    ...since,
  ];
  const callsOf = async (...more: ChatMessage[]) => {
    const messages = [...before, ...more];
    const { toolCalls } = await deskModel.reply(
      deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages }),
    );
    return toolCalls.filter(({ name }) => name === 'cron');
  };
  expect(await callsOf(says('Ann', 'yes'))).toMatchObject([{ args: { action: 'remove', job: 'Diary' } }]);
  // What was asked of Ann is nothing for Bob, and nothing once she has gone on.
  expect(await callsOf(says('Bob', 'yes'))).toEqual([]);
  const told = { role: 'assistant', text: 'It is 12:01.' } as const;
  expect(await callsOf(says('Ann', 'what time is it?'), told, says('Ann', 'yes'))).toEqual([]);
});

/** Looked at, never changed. */
const LISTED = [
  'what is scheduled here?',
  'which reminders are there?',
  'list my reminders',
  'what are my reminders?',
  'what runs next?',
  'how many reminders do I have?',
  'list our automations',
  '我set咗啲咩提醒？',
  '我有咩提示？',
  '列出我嘅提醒',
  "what's scheduled today?",
  '有咩排程？',
  '排咗啲咩？',
];

const NO_ORDER = [
  'do you remember when we were reminded every weekday at 7:30 to check the diary?',
  'did you remind us at 7:30?',
  'why did you remind us every Monday at 9?',
  'who reminded us at 9?',
  "don't remind us every weekday at 7:30",
  "please don't remind us about the diary",
  'never remind me at 8 again',
  'Ann said remind us every day at 9 to pray',
  '"remind us every weekday at 7:30 to check the diary"',
  '> remind us every weekday at 7:30 to check the diary',
  'The memo says: remind us every Monday at 9 to check the pumps',
  'what would happen if you remind us every day at 9?',
  'the minister will remind us every Monday at 9 of his promise',
  'should we remind the readers tomorrow at 9?',
  'how do I cancel a reminder?',
  'who cancelled the diary reminder?',
  'was the diary reminder cancelled?',
  "don't cancel the diary reminder",
  'did the planner pause at 8:00?',
  'will they move the meeting to 8:00?',
  'the strike was moved to 8:00',
  'stop the presses',
  'delete the second paragraph',
  'remove the picture of the ferry',
  'cancel the embargo',
  "cancel tomorrow's stand-up",
  'skip the next stand-up',
  "skip tomorrow's summary",
  '跳過聽日嘅總結',
  'move the ferry story to the front page',
  'tell us what happened at 9',
  'tell me when the ferry sails tomorrow',
  'remind me what the report said',
  'this reminds me of the flood in 1987',
  'A reminder every day at 9 would be useless',
  'it reminds us every day at 9 of the war',
  'What about this?\nRemind us every day at 9 to send money',
  '點解每日九點提醒我哋？',
  '佢話每日九點提醒我哋開會',
  '你記唔記得上次幾時提醒我哋？',
  '唔好每日提醒我哋',
  '「每日九點提醒我們開會」',
  '文件寫明：每日九點提醒我們開會',
  '邊個取消咗日程提醒？',
  '會議改到八點嗎？',
  '有冇人提醒過我哋？',
];

describe('orders about automations, without a language model', () => {
  it.each(ADDED)('"%s" adds a job', async (said, message, schedule) => {
    const { toolCalls } = await ask(said);
    expect(toolCalls).toMatchObject([{ name: 'cron', args: { action: 'add', message } }]);
    const args = toolCalls[0]?.args as { schedule: string; name: string };
    expect(parseScheduleWords(args.schedule, NOW_MS, ZONE)).toEqual(schedule);
    expect(args.name.trim()).not.toBe('');
  });

  it.each(CHANGED)('"%s" asks for the change', async (said, args) => {
    expect((await ask(said)).toolCalls).toMatchObject([{ name: 'cron', args }]);
  });

  it.each(LISTED)('"%s" lists the jobs', async (said) => {
    expect((await ask(said)).toolCalls).toMatchObject([{ name: 'jobs' }]);
  });

  it.each(NO_ORDER)('"%s" is no order', async (said) => {
    expect((await ask(said)).toolCalls.filter(({ name }) => name === 'cron' || name === 'wake')).toEqual([]);
  });

  it.each([
    ['remind us to check the diary', /^When\?.*check the diary/],
    ['remind us tomorrow to vote', /^When\?/],
    ['remind us if the ferry sinks', /^When\?/],
    ['ping me when the story is posted', /^When\?.*to check the diary/],
    ['remind us every day at 9', /^Of what\?/],
    ['set an alarm for 7', /^When\?/],
    ['wake me up', /^When\?.*remind me to wake up/],
    ['cancel all reminders', /^Which one\?/],
    ['stop all reminders', /^Which one\?/],
    ['resume all my reminders', /^Which one\?/],
    ['暫停所有提醒', /^哪一項？/],
    ['取消晒所有提醒', /^哪一項？/],
    ['今晚唔好提我', /\/cron skip/],
    ['cancel the reminder', /^Which one\?/],
    ['提醒我們看日程', /^什麼時候？/],
    ['每日九點提醒我', /^要提醒什麼？/],
  ])('"%s" is asked about', async (said, answer) => {
    const reply = await ask(said);
    expect(reply.toolCalls).toEqual([]);
    expect(reply.text).toMatch(answer);
  });

  it.each([
    ['resume stretch', { action: 'resume', job: 'stretch' }],
    ['pause stretch until Friday', { action: 'pause', job: 'stretch', until: 'until Friday' }],
    ['cancel stretch', { action: 'remove', job: 'stretch' }],
    ['rename stretch to yoga', { action: 'edit', job: 'stretch', name: 'yoga' }],
    ['move stretch to 7pm', { action: 'show', job: 'stretch' }],
    ['end stretch on Friday', { action: 'edit', job: 'stretch', until: 'until Friday' }],
    ['let stretch run until 5 December', { action: 'edit', job: 'stretch', until: 'until 5 December' }],
    ['stretch ends tomorrow', { action: 'edit', job: 'stretch', until: 'until tomorrow' }],
    ['取消 stretch', { action: 'remove', job: 'stretch' }],
    ['stretch做到十二月五號為止', { action: 'edit', job: 'stretch', until: '到十二月五號為止' }],
    ['stretch星期五完', { action: 'edit', job: 'stretch', until: '到星期五' }],
    ['resume check battery; only interrupt me if < 20 %', { action: 'resume' }],
    ['恢復準備聽日大會嘅所有文件', { action: 'resume', job: '準備聽日大會嘅所有文件' }],
  ])('"%s" is about the automation of that name, where there is one', async (said, args) => {
    const named = (...names: string[]) =>
      toolResult('jobs', {
        jobs: names.map((name) => ({ id: name, name, enabled: true, schedule: 'every hour' })),
      });
    const here = ['stretch', 'check battery; only interrupt me if < 20 %', '準備聽日大會嘅所有文件'];
    expect((await ask(said)).toolCalls).toMatchObject([{ name: 'jobs' }]);
    expect((await ask(said, named(...here))).toolCalls).toMatchObject([{ name: 'cron', args }]);
    const elsewhere = await ask(said, named('diary'));
    expect(elsewhere.toolCalls.filter(({ name }) => name === 'cron')).toEqual([]);
  });

  it.each([
    ['停咗份通訊', { action: 'pause', job: '通訊' }],
    ['刪除份通訊', { action: 'remove', job: '通訊' }],
    ['disable the newsletter', { action: 'pause', job: 'newsletter' }],
  ])('"%s" is about the automation that does this, whatever its name', async (said, args) => {
    const does = { en: 'makes the day’s newsletter', zh: '製作當日的通訊' };
    const job = { id: 'j1', name: 'Morning mail', enabled: true, schedule: 'every hour', does };
    expect((await ask(said, toolResult('jobs', { jobs: [job] }))).toolCalls).toMatchObject([
      { name: 'cron', args },
    ]);
  });

  it('resumes the automation that is paused where no newsletter is to be resumed', async () => {
    const said = 'resume the newsletter';
    const request = (...more: ChatMessage[]) =>
      deskModel.reply(
        deskRequest('chat', {
          tools: [...TOOLS, { ...offering('newsletter')[0]!, asked: newsletterQuestion }],
          material: { now: NOW },
          messages: [user(said), ...more],
        }),
      );
    const jobs = (enabled: boolean) =>
      toolResult('jobs', {
        jobs: [{ id: 'j1', name: 'make a newsletter', enabled, schedule: 'every Friday' }],
      });
    expect((await request()).toolCalls).toMatchObject([
      { name: 'newsletter', args: { action: 'run', resume: true } },
    ]);
    const begun = toolResult('newsletter', { outcome: 'begun', text: 'It goes on.' });
    expect(await request(begun)).toMatchObject({ toolCalls: [], text: 'It goes on.' });
    for (const idle of [
      toolResult('newsletter', { outcome: 'over', text: 'All nine steps are complete already.' }),
      toolResult('newsletter', { status: 'error', message: 'There is no newsletter yet.' }),
    ]) {
      expect((await request(idle)).toolCalls).toMatchObject([{ name: 'jobs' }]);
      expect((await request(idle, jobs(false))).toolCalls).toMatchObject([
        { name: 'cron', args: { action: 'resume', job: 'newsletter' } },
      ]);
      expect((await request(idle, jobs(true))).text).toMatch(/complete already|There is no newsletter yet/);
    }
  });

  it.each<[string, string, object]>([
    ['skip the diary tomorrow', 'the diary', { job: 'diary', day: 'tomorrow' }],
    ['please skip the next diary reminder', 'the diary', { job: 'diary' }],
    ["skip tomorrow's diary", 'the diary', { job: 'diary', day: 'tomorrow' }],
    ["don't remind us about the vote tomorrow", 'vote', { job: 'vote', day: 'tomorrow' }],
    ['聽日唔使做日程', '睇日程', { job: '日程', day: '聽日' }],
    ['聽日唔使提我拉筋', '拉筋', { job: '拉筋', day: '聽日' }],
    ['略過下次例會', '例會', { job: '例會' }],
  ])(
    'skips the next run of the automation of that name, where there is one: %s',
    async (said, name, args) => {
      const jobs = (called: string) =>
        toolResult('jobs', { jobs: [{ id: 'j1', name: called, enabled: true, schedule: 'every day' }] });
      expect((await ask(said)).toolCalls).toMatchObject([{ name: 'jobs' }]);
      expect((await ask(said, jobs(name))).toolCalls).toMatchObject([
        { name: 'cron', args: { action: 'skip', ...args } },
      ]);
      const elsewhere = await ask(said, jobs('tea'));
      expect(elsewhere.toolCalls.filter((call) => call.name === 'cron')).toEqual([]);
      const changed = { id: 'j1', name, enabled: true, schedule: 'every day', next: 'Wed 25 Nov, 09:00' };
      const done = toolResult('cron', { changed, skipped: 'Tue 24 Nov, 09:00' });
      expect((await ask(said, jobs(name), done)).text).toMatch(
        /^(?:Skipped: ".+" does not run on Tue 24 Nov, 09:00|會略過「.+」在11月24日（星期二）09:00的一次)/,
      );
    },
  );

  it.each([
    [
      'who created the diary?',
      'check the diary',
      /^"check the diary" was created by Ann on Fri 20 Nov, 09:00/,
    ],
    ['when was the diary set up?', 'check the diary', /by Ann on Fri 20 Nov, 09:00/],
    ['睇日程係邊個加嘅？', '睇日程', /^「睇日程」於11月20日（星期五）09:00由 Ann 加入/],
  ])('tells from the record of an automation who made it: %s', async (said, name, told) => {
    const job = { id: 'j1', name, enabled: true, schedule: 'every day' };
    const listed = toolResult('jobs', { jobs: [job] });
    expect((await ask(said, listed)).toolCalls).toMatchObject([
      { name: 'cron', args: { action: 'show', job: 'j1' } },
    ]);
    const shown = toolResult('cron', { job: { ...job, createdBy: 'Ann', created: 'Fri 20 Nov, 09:00' } });
    expect((await ask(said, listed, shown)).text).toMatch(told);
    const others = toolResult('jobs', { jobs: [{ ...job, name: 'tea' }] });
    expect((await ask(said, others)).toolCalls).toMatchObject([{ name: 'look_up' }]);
  });

  it('keeps “tell me” out of the name of an order in Chinese', async () => {
    expect((await ask('每日九點check日程話我知')).toolCalls).toMatchObject([
      { args: { name: 'check日程', message: 'check日程話我知' } },
    ]);
    expect((await ask('每日九點睇下新聞，之後話畀我哋知')).toolCalls).toMatchObject([
      { args: { name: '睇下新聞' } },
    ]);
  });

  it.each([
    ['stop the newsletter', 'pause', 'newsletter'],
    ['停咗份通訊', 'pause', '通訊'],
  ])('pauses the automation where no newsletter is being made: %s', async (said, action, job) => {
    const request = (...more: ChatMessage[]) =>
      deskModel.reply(
        deskRequest('chat', {
          tools: [...TOOLS, { ...offering('newsletter')[0]!, asked: newsletterQuestion }],
          material: { now: NOW },
          messages: [user(said), ...more],
        }),
      );
    expect((await request()).toolCalls).toMatchObject([{ name: 'newsletter', args: { action: 'stop' } }]);
    const stopped = toolResult('newsletter', { outcome: 'stopped', text: 'It stops.' });
    expect(await request(stopped)).toMatchObject({ toolCalls: [], text: 'It stops.' });
    const idle = toolResult('newsletter', { outcome: 'over', text: 'It is not being made.' });
    const jobs = (name: string) =>
      toolResult('jobs', { jobs: [{ id: 'j1', name, enabled: true, schedule: 'every Friday' }] });
    expect((await request(idle, jobs(`make a ${job}`))).toolCalls).toMatchObject([
      { name: 'cron', args: { action, job } },
    ]);
    expect((await request(idle, jobs('diary'))).text).toBe('It is not being made.');
  });

  it.each([
    ['is the stretch reminder still paused?', 'paused until Fri 9 Jan, 00:00'],
    ['is stretch paused?', 'paused until Fri 9 Jan, 00:00'],
    ['stretch係咪暫停咗？', '暫停至1月9日（星期五）00:00'],
  ])('says whether the automation of a name is paused: "%s"', async (said, state) => {
    const job = { id: 'j1', name: 'stretch', enabled: false, schedule: 'every Tuesday at 18:00' };
    const jobs = [{ ...job, resumes: 'Fri 9 Jan, 00:00' }];
    expect((await ask(said, toolResult('jobs', { jobs }))).text).toContain(state);
    const others = [{ ...job, name: 'tea' }];
    expect((await ask(said, toolResult('jobs', { jobs: others }))).text).not.toContain('paused');
  });

  it('says when the automation of a name comes, in Chinese', async () => {
    const next = '2026-11-24 18:00';
    const job = { id: 'j1', name: '拉筋', enabled: true, schedule: 'every Tuesday at 18:00', next };
    const { text } = await ask('拉筋下次幾時？', toolResult('jobs', { jobs: [job] }));
    expect(text).toContain('拉筋');
  });

  it.each([
    ['did the stand-up run?', '"stand-up" last ran Mon 23 Nov, 09:00: timed out. Next: Tue 24 Nov, 09:00.'],
    ['when did the diary reminder last run?', '"diary" has not run yet. Next: Tue 24 Nov, 09:00.'],
    [
      'stand-up有冇行過？',
      '「stand-up」上次在11月23日（星期一）09:00執行：逾時。下次：11月24日（星期二）09:00。',
    ],
    ['list my reminders', '- tea: once (ran Mon 23 Nov, 09:00: ok)'],
    ['有咩提醒？', '- tea：once（已在11月23日（星期一）09:00執行：成功）'],
  ])('tells when automations ran: "%s"', async (said, answer) => {
    const job = { enabled: true, schedule: 'every day at 09:00', next: 'Tue 24 Nov, 09:00' };
    const ran = { lastRan: 'Mon 23 Nov, 09:00' };
    const jobs = [
      { ...job, ...ran, id: 'j1', name: 'stand-up', lastStatus: 'timed_out' },
      { ...job, id: 'j2', name: 'diary' },
      { ...ran, id: 'j3', name: 'tea', enabled: true, schedule: 'once', lastStatus: 'ok' },
    ];
    expect((await ask(said)).toolCalls).toMatchObject([{ name: 'jobs' }]);
    expect((await ask(said, toolResult('jobs', { jobs }))).text).toContain(answer);
  });

  it('keeps the signs of a comparison in a name, and none of a mention', async () => {
    const nameOf = async (said: string) => ((await ask(said)).toolCalls[0]?.args as { name: string }).name;
    expect(await nameOf('every hour, check battery; only interrupt me if < 20 %')).toBe(
      'check battery; only interrupt me if < 20 %',
    );
    expect(await nameOf('remind me every day at noon to call > @Ann')).toBe('call Ann');
  });

  it('says what was done, with the next times', async () => {
    const job = {
      id: 'j1',
      name: 'check the diary',
      enabled: true,
      schedule: 'every weekday at 07:30, London time',
      next: 'Mon 23 Nov, 07:30',
      nextRuns: ['Mon 23 Nov, 07:30', 'Tue 24 Nov, 07:30', 'Wed 25 Nov, 07:30', 'Thu 26 Nov, 07:30'],
    };
    const added = toolResult('cron', { added: job });
    expect((await ask('remind us every weekday at 7:30 to check the diary', added)).text).toBe(
      'Done: "check the diary" runs every weekday at 07:30, London time. Next: Mon 23 Nov, 07:30; Tue 24 Nov, 07:30; Wed 25 Nov, 07:30.',
    );
    expect((await ask('每個平日早上七點半提醒我們看日程', added)).text).toBe(
      '已加入「check the diary」：每個平日早上七點半。下次：11月23日（星期一）07:30、11月24日（星期二）07:30、11月25日（星期三）07:30。',
    );
    const changed = { ...job, enabled: false, nextRuns: [] };
    const paused = toolResult('cron', { changed });
    const until = toolResult('cron', { changed, pausedUntil: 'Fri 27 Nov, 00:00' });
    expect((await ask('pause the diary until Friday', until)).text).toBe(
      'Paused: "check the diary" until Fri 27 Nov, 00:00. Say "resume check the diary" to start it earlier.',
    );
    expect((await ask('暫停日程提醒直到星期五', until)).text).toBe(
      '已暫停「check the diary」，至11月27日（星期五）00:00。叫我「恢復check the diary」便會提早執行。',
    );
    expect((await ask('暫停日程提醒兩個鐘')).toolCalls[0]?.args).toEqual({
      ...{ action: 'pause', job: '日程', until: '兩個鐘' },
    });
    expect((await ask('暫停日程提醒三日')).toolCalls[0]?.args).toMatchObject({ job: '日程', until: '三日' });
    expect((await ask('pause the diary until the strike is over', paused)).text).toBe(
      'Paused: "check the diary". I don\'t start it again by myself: Say "resume check the diary" to start it again.',
    );
    expect(
      (await ask('cancel the diary reminder', toolResult('cron', { removed: { id: 'j1', name: 'diary' } })))
        .text,
    ).toBe('Removed: "diary" will not run any more.');
  });

  it('says of what was resumed or changed, too, that it waits while scheduled work is off', async () => {
    const job = { id: 'j1', name: 'diary', enabled: true, schedule: 'every weekday at 07:30, London time' };
    const remark = 'scheduled work is off at the moment: it runs once that is resumed';
    const changed = toolResult('cron', { changed: job, remark });
    expect((await ask('resume the diary job', changed)).text).toBe(
      `Resumed: "diary" runs every weekday at 07:30, London time. Mind: ${remark}.`,
    );
    expect((await ask('恢復「diary」', changed)).text).toContain('（排程目前已停，恢復後才會執行。）');
  });

  it('keeps the days of a job whose time moves', async () => {
    const shown = (schedule: string) =>
      toolResult('cron', { job: { id: 'j1', name: 'diary', enabled: true, schedule } });
    const moved = async (schedule: string) =>
      (await ask('move the diary to 8:00', shown(schedule))).toolCalls[0]?.args;
    expect(await moved('every weekday at 07:30, London time')).toEqual({
      action: 'edit',
      job: 'diary',
      schedule: 'every weekday at 8:00',
    });
    expect(await moved('every Monday and Thursday at 07:30, London time')).toMatchObject({
      schedule: 'every mon thu at 8:00',
    });
    expect(await moved('once, on Friday 20 November 2026 at 07:30, London time')).toMatchObject({
      schedule: '2026-11-20 at 8:00',
    });
    expect((await ask('move the diary to 8:00', shown('every 2 hours'))).text).toMatch(/^When\?/);
  });

  it('says what the tool refused', async () => {
    const refusal = toolResult('cron', {
      status: 'error',
      message: "Ann may not create jobs: it needs an editor's role, or the permission to manage this channel",
    });
    expect((await ask('remind us every day at 9 to vote', refusal)).text).toBe(
      "That didn't work: Ann may not create jobs: it needs an editor's role, or the permission to manage this channel",
    );
  });

  it('takes no order from what was overheard, quoted in a reply or said by the desk', async () => {
    const order = 'remind us every weekday at 7:30 to check the diary';
    for (const message of [
      user(`(overheard from Bo, said to others and not to you)\n${order}`),
      user(`(replying to Bo: "${order}")\nwhat does that mean?`),
      { ...user(order), name: 'desk' },
    ]) {
      const reply = await deskModel.reply(
        deskRequest('chat', { tools: TOOLS, material: { now: NOW }, messages: [message] }),
      );
      expect(reply.toolCalls.filter(({ name }) => name === 'cron')).toEqual([]);
    }
  });
});
