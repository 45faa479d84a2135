/**
 * A question to a model that is answered with one JSON value: asked once, never repaired, and never without a name for
 * how it ended. Who is asked, what that may cost and what is remembered of it is the business of the router behind
 * `ChatModel`.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fencedJson } from '../../../llm/fence.ts';
import {
  ModelError,
  type ChatModel,
  type ModelErrorCode,
  type ServedBy,
  type Task,
} from '../../../llm/chat-model.ts';
import { readJson } from '../../../text/read-json.ts';
import { BudgetSpent, type PromptBudget } from './prompt-budget.ts';

/** How the desk asks about links and events. */
export interface ModelDesk {
  readonly model: Pick<ChatModel, 'reply'>;
  /** A prompt of the registry. */
  readonly render: (promptId: string, values: Readonly<Record<string, string>>) => { readonly text: string };
  /** The newsroom's name, as its prompts say it. */
  readonly title: string;
  /** Whether a language model may serve this task: the desk model translates nothing. */
  readonly hasLanguageModel: (task: Task) => boolean;
}

export interface Question<T> {
  readonly task: Task;
  readonly prompt: string;
  /** Shown to the model in a fence, and given to the desk model as it is. */
  readonly material: unknown;
  /** What is asked for. */
  readonly answer: { readonly name: string; readonly schema: z.ZodType };
  /** What the answer is read by: often looser, so that one bad part doesn't cost the others. */
  readonly read: z.ZodType<T>;
  readonly maxOutputTokens: number;
  readonly budget: PromptBudget;
  readonly signal: AbortSignal;
}

/** Why there is no answer. `budget`: none was asked; the others say what came of asking. */
export type AskFailure = 'budget' | 'no_model' | 'unavailable' | 'refused' | 'cut_off' | 'malformed';

interface Told {
  /** Of all that the model read. */
  readonly promptSha256: string;
  readonly by?: ServedBy;
  /** What it wrote. */
  readonly raw?: string;
}

export type Answered<T> = Told & { readonly kind: 'answered'; readonly value: T; readonly by: ServedBy };
export type NotAnswered = Told & {
  readonly kind: 'failed';
  readonly because: AskFailure;
  /** A sentence. */
  readonly detail: string;
};

/** Rejects only with the signal's reason. */
export async function askJson<T>(desk: ModelDesk, question: Question<T>): Promise<Answered<T> | NotAnswered> {
  const { task, prompt, material, answer, budget, signal } = question;
  signal.throwIfAborted();
  const system = desk.render(prompt, { DESK_TITLE: desk.title }).text;
  const text = fencedJson(material);
  const promptSha256 = createHash('sha256').update(`${system}\n\n${text}`).digest('hex');
  try {
    const reply = await desk.model.reply({
      task,
      system,
      messages: [{ role: 'user', text }],
      tools: [],
      output: { name: answer.name, schema: z.toJSONSchema(answer.schema, { io: 'input' }) },
      limits: { maxOutputTokens: question.maxOutputTokens, temperature: 0 },
      signal,
      material,
      spending: budget,
    });
    const told = { promptSha256, by: reply.servedBy, raw: reply.text };
    const failed = (because: AskFailure, detail: string): NotAnswered => ({
      ...told,
      kind: 'failed',
      because,
      detail,
    });
    if (reply.finish === 'blocked') return failed('refused', 'The model refused to answer this.');
    if (reply.finish === 'length') return failed('cut_off', 'The answer was cut off.');
    const json = readJson(reply.text);
    if (!json.ok) return failed('malformed', `The answer can’t be read: ${json.error}.`);
    const value = question.read.safeParse(json.value);
    if (!value.success)
      return failed('malformed', `The answer has another shape: ${firstIssue(value.error)}.`);
    return { ...told, kind: 'answered', value: value.data };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', promptSha256, ...reasonOf(error) };
  }
}

function reasonOf(error: unknown): Pick<NotAnswered, 'because' | 'detail'> {
  if (error instanceof BudgetSpent) return { because: 'budget', detail: error.message };
  if (!(error instanceof ModelError)) throw error;
  return { because: FAILURES[error.code] ?? 'unavailable', detail: error.message };
}

const FAILURES: Partial<Record<ModelErrorCode, AskFailure>> = {
  refused: 'refused',
  bad_reply: 'malformed',
  cannot_serve: 'no_model',
  exhausted: 'budget',
};

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue === undefined
    ? 'unknown'
    : `${issue.path.map(String).join('.') || 'the value'}: ${issue.message}`;
}
