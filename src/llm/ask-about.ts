/** Questions about material: a registered prompt says what to do, and the fenced material is everything else. */
import { askJson } from './ask-json.ts';
import type { Answered, JsonQuestion, NotAnswered } from './ask-json.ts';
import type { ChatModel, Task } from './chat-model.ts';
import { fencedJson } from './fence.ts';
import type { PromptBudget } from './prompt-budget.ts';

/** What asking about links, events and articles needs. */
export interface ModelDesk {
  readonly model: Pick<ChatModel, 'reply'>;
  /** Render a registered prompt. */
  readonly render: (promptId: string, values: Readonly<Record<string, string>>) => { readonly text: string };
  /** The newsroom's name, as prompts use it. */
  readonly title: string;
  /**
   * Whether a language model is available for this task; the desk model can't translate, for example.
   * @param wanted the only model that may be asked
   */
  readonly hasLanguageModel: (task: Task, wanted?: string) => boolean;
}

export interface Question<T> extends Pick<
  JsonQuestion<T>,
  'task' | 'material' | 'answer' | 'read' | 'signal'
> {
  readonly prompt: string;
  readonly maxOutputTokens: number;
  readonly budget: PromptBudget;
}

/** The same desk where every question names the model that is to answer it. */
export function askingModel(desk: ModelDesk, wanted: string): ModelDesk {
  return {
    model: { reply: (request) => desk.model.reply({ ...request, model: wanted }) },
    render: (id, values) => desk.render(id, values),
    title: desk.title,
    hasLanguageModel: (task) => desk.hasLanguageModel(task, wanted),
  };
}

/** Ask one question. Rejects only with the signal's reason. */
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
