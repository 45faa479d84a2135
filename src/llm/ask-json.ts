/**
 * Asks a model one question whose answer is one JSON value. Asks once and repairs nothing; every failure has a name.
 * The router behind `ChatModel` decides which model is asked and counts the cost.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { unfenced } from './fence.ts';
import { ModelError } from './chat-model.ts';
import type {
  ChatModel,
  ModelErrorCode,
  ModelReply,
  ModelRequest,
  ReplyLimits,
  ServedBy,
  Spending,
  Task,
} from './chat-model.ts';
import { readJson } from '../text/read-json.ts';
import { BudgetSpent } from './prompt-budget.ts';

/** A question as the model reads it. */
export interface JsonQuestion<T> {
  readonly task: Task;
  /** The model to ask in place of those configured for the task. */
  readonly model?: string | undefined;
  readonly system: string;
  readonly text: string;
  /** The values that the prompt was rendered from, for the desk model. */
  readonly material: unknown;
  /** The schema given to the model. */
  readonly answer: { readonly name: string; readonly schema: z.ZodType };
  /** The schema for parsing the answer. Often looser, so that one bad part doesn't cost the others. */
  readonly read: z.ZodType<T>;
  /** Converts the raw answer to the readers' script before parsing. */
  readonly inScript?: (text: string) => Promise<string>;
  readonly limits: ReplyLimits;
  readonly spending: Spending;
  readonly about?: ModelRequest['about'];
  readonly signal: AbortSignal;
}

/** Why there is no answer. `budget`: no model was asked. The others say what happened when one was. */
export type AskFailure = 'budget' | 'no_model' | 'unavailable' | 'refused' | 'cut_off' | 'malformed';

interface Told {
  /** Of everything that the model read. */
  readonly promptSha256: string;
  readonly by?: ServedBy;
  /** The raw answer. */
  readonly raw?: string;
}

export type Answered<T> = Told & { readonly kind: 'answered'; readonly value: T; readonly by: ServedBy };
export type NotAnswered = Told & {
  readonly kind: 'failed';
  readonly because: AskFailure;
  /** A sentence. */
  readonly detail: string;
};

/** Ask a model. Rejects only with the signal's reason. */
export async function askJson<T>(
  chat: Pick<ChatModel, 'reply'>,
  question: JsonQuestion<T>,
): Promise<Answered<T> | NotAnswered> {
  const { task, model, system, text, material, answer, limits, spending, about, signal } = question;
  signal.throwIfAborted();
  const promptSha256 = createHash('sha256').update(`${system}\n\n${text}`).digest('hex');
  try {
    const reply = await chat.reply({
      task,
      ...(model !== undefined && { model }),
      system,
      messages: [{ role: 'user', text }],
      tools: [],
      output: { name: answer.name, schema: z.toJSONSchema(answer.schema, { io: 'input' }) },
      limits,
      signal,
      material,
      spending,
      ...(about && { about }),
    });
    return { ...(await readReply(reply, question)), promptSha256, by: reply.servedBy, raw: reply.text };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', promptSha256, ...reasonOf(error) };
  }
}

type Read<T> = Pick<Answered<T>, 'kind' | 'value'> | Pick<NotAnswered, 'kind' | 'because' | 'detail'>;

async function readReply<T>(
  { finish, text: written }: ModelReply,
  { read, inScript }: Pick<JsonQuestion<T>, 'read' | 'inScript'>,
): Promise<Read<T>> {
  const failed = (because: AskFailure, detail: string) => ({ kind: 'failed', because, detail }) as const;
  if (finish === 'blocked') return failed('refused', 'The model refused to answer this.');
  if (finish === 'length') return failed('cut_off', 'The answer was cut off: it was too long.');
  const text = unfenced(written);
  const json = readJson((await inScript?.(text)) ?? text);
  if (!json.ok) return failed('malformed', `The answer can’t be read: ${json.error}.`);
  const value = read.safeParse(json.value);
  if (value.success) return { kind: 'answered', value: value.data };
  return failed('malformed', `The answer has another shape: ${firstIssue(value.error)}.`);
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
