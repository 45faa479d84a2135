/** Whom the newsroom asks about links and events: the models that chats are asked of, by the prompts of this home. */
import { Prompts } from '../agent/prompts.ts';
import type { Config } from '../config/config.ts';
import type { ChatModel } from '../llm/chat-model.ts';
import type { ModelDesk } from '../newsroom/intake/cluster/ask-json.ts';
import type { Edition } from '../newsroom/edition/edition.ts';
import type { Models } from './models.ts';
import { programFiles } from './program-files.ts';

interface ModelDeskDeps {
  readonly config: Config;
  readonly edition: Edition;
  readonly models: Pick<Models, 'model' | 'serves'>;
  /** In place of the configured models; a test's. */
  readonly model?: ChatModel | undefined;
}

/** @throws when the prompts of this home can't be read. */
export function modelDesk({ config, edition, models, model }: ModelDeskDeps): ModelDesk {
  const prompts = Prompts.read([config.paths.prompts, programFiles.prompts], edition.language);
  return {
    model: model ?? models.model,
    render: (id, values) => prompts.render(id, values),
    title: edition.title,
    hasLanguageModel: (task) => model !== undefined || models.serves(task),
  };
}
