/** The methods' results, typed from the table of methods. */
import type { MethodName, ResultOf } from '../main/features.ts';

/** Call a method by its name. */
export type Call = <Name extends MethodName>(method: Name, params?: object) => Promise<ResultOf<Name>>;

export type ShownAnswer = ResultOf<'cron.show'>;
export type JobAnswer = ShownAnswer['job'];
export type TurnPayload = Extract<JobAnswer['payload'], { kind: 'agentTurn' }>;
export type RunAnswer = ResultOf<'cron.runs'>['entries'][number];
export type EntryAnswer = ResultOf<'sessions.history'>['entries'][number];
export type CommandAnswer = ResultOf<'commands.list'>['commands'][number];
