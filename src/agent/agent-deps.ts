import type { ChatModel } from '../llm/chat-model.ts';
import type { Entry } from '../sessions/entry.ts';
import type { OutputShape } from '../sessions/output.ts';
import type { Pass } from '../sessions/perform.ts';
import type { Tool } from '../sessions/tool.ts';
import type { Turn } from '../sessions/turn.ts';
import type { Clock } from '../time/clock.ts';
import type { TurnProfile } from './profile.ts';
import type { Prompts } from './prompts.ts';

/** Dependencies of the agent: the model, the tools, and what a turn sees. */
export interface AgentDeps {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  readonly tools: readonly Tool[];
  /** Tools of a profile's turns in addition to those in the registry, with the number of calls of each. */
  readonly offered?: (profile: string) => Readonly<Record<string, number>>;
  readonly outputs: Readonly<Record<string, OutputShape>>;
  readonly clock: Clock;
  /** What the turn sees of its memory, oldest first. */
  readonly window: (pass: Pass, profile: TurnProfile) => Promise<Entry[]>;
  /** Values for the system prompt, and the structured material behind them. */
  readonly setting: (
    pass: Pass,
  ) => Promise<{ values: Record<string, string>; material: Record<string, unknown> }>;
  /** Receives the text of a conversation's answer while it is written. Only the turn's end is final. */
  readonly onDelta?: (turn: Turn, delta: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}
