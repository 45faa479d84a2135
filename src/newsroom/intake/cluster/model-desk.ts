/** Whom the newsroom asks about links and events: the models that chats are asked of, by the prompts of this home. */
import type { Prompts } from '../../../agent/prompts.ts';
import type { ChatModel, Task } from '../../../llm/chat-model.ts';
import type { ModelDesk } from '../../../llm/ask-about.ts';
import type { Edition } from '../../edition/edition.ts';

interface ModelDeskDeps {
  /** Those of this home. */
  readonly prompts: Pick<Prompts, 'render'>;
  readonly edition: Edition;
  readonly models: { readonly model: ChatModel; serves(task: Task, wanted?: string): boolean };
  /** In place of the configured models; a test's. */
  readonly model?: ChatModel | undefined;
}

export function modelDesk({ prompts, edition, models, model }: ModelDeskDeps): ModelDesk {
  return {
    model: model ?? models.model,
    render: (id, values) => prompts.render(id, values),
    get title() {
      return edition.title;
    },
    hasLanguageModel: (task, wanted) => model !== undefined || models.serves(task, wanted),
  };
}
