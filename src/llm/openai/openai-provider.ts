import type { ProviderKind } from '../provider.ts';
import { checkOpenAi } from './check-openai.ts';
import { openAiFrom } from './openai-from.ts';
import type { OpenAiSettings } from './openai-from.ts';

/** The name until the server has said which model it chose. */
const OF_ITS_CHOICE = 'default';

export const openAiProvider: ProviderKind<{ readonly openai: OpenAiSettings }> = {
  name: 'openai',
  title: 'OpenAI-compatible',
  setBy: 'OPENAI_BASE_URL or OPENAI_API_KEY',
  asks: ['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'OPENAI_MODEL'],
  open({ openai: settings }, deps) {
    const chat = openAiFrom(settings, deps);
    return chat && { name: 'openai', model: settings.model ?? OF_ITS_CHOICE, languageModel: true, chat };
  },
  check: ({ openai }, clock, signal) => checkOpenAi(openai, clock, signal),
};
