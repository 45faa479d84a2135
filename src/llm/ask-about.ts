/** Questions about material: a prompt of the registry says what to do with it, and the material in a fence is all else. */
import { askJson } from './ask-json.ts';
import type { Answered, JsonQuestion, NotAnswered } from './ask-json.ts';
import type { ChatModel, Task } from './chat-model.ts';
import { fencedJson } from './fence.ts';
import type { PromptBudget } from './prompt-budget.ts';

/** Whom the desk asks about links, events and articles. */
export interface ModelDesk {
  readonly model: Pick<ChatModel, 'reply'>;
  /** A prompt of the registry. */
  readonly render: (promptId: string, values: Readonly<Record<string, string>>) => { readonly text: string };
  /** The newsroom's name, as its prompts say it. */
  readonly title: string;
  /** Whether a language model may serve this task: the desk model translates nothing. */
  readonly hasLanguageModel: (task: Task) => boolean;
}

export interface Question<T> extends Pick<
  JsonQuestion<T>,
  'task' | 'material' | 'answer' | 'read' | 'signal'
> {
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly budget: PromptBudget;
}

/** Rejects only with the signal's reason. */
export async function askAbout<T>(
  { model, render, title }: ModelDesk,
  { prompt, maxOutputTokens, budget: spending, ...question }: Question<T>,
): Promise<Answered<T> | NotAnswered> {
  return askJson(model, {
    ...question,
    system: render(prompt, { DESK_TITLE: title }).text,
    text: fencedJson(question.material),
    limits: { maxOutputTokens, temperature: 0 },
    spending,
  });
}
