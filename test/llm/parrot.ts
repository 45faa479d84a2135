/** A provider that nobody has built: a chat endpoint on loopback. What a stranger would put into a folder of its own. */
import type { Config } from '../../src/config/config.ts';
import type { SettingTable } from '../../src/config/settings.ts';
import { address, text, token } from '../../src/config/value-forms.ts';
import { ModelError } from '../../src/llm/chat-model.ts';
import type { ChatModel, ModelRequest } from '../../src/llm/chat-model.ts';
import type { ProviderKind } from '../../src/llm/provider.ts';

const SETTINGS = {
  PARROT_BASE_URL: {
    meaning: 'The base address of the parrot.',
    fallback: 'unset: no parrot',
    example: 'http://127.0.0.1:9',
    form: address,
  },
  PARROT_FEATHER: {
    meaning: 'What the parrot knows its people by.',
    fallback: 'unset',
    example: 'a-feather',
    form: token,
    secret: true,
  },
  PARROT_MODEL: { meaning: 'Which parrot.', fallback: 'ara', example: 'ara', form: text },
} satisfies SettingTable;

interface Completion {
  readonly choices: readonly { readonly message: { readonly content: string } }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

export const parrotProvider: ProviderKind<Pick<Config, 'own'>> = {
  name: 'parrot',
  title: 'Parrot',
  setBy: 'PARROT_BASE_URL',
  asks: ['PARROT_BASE_URL', 'PARROT_FEATHER'],
  settings: SETTINGS,
  open: ({ own }) => {
    const { PARROT_BASE_URL: base, PARROT_MODEL: model = 'ara' } = own(SETTINGS);
    return base === undefined
      ? undefined
      : { name: 'parrot', model, languageModel: true, chat: parrot(base, model) };
  },
  check: async ({ own }, _, signal) => {
    const { PARROT_BASE_URL: base } = own(SETTINGS);
    if (base === undefined) return [];
    const answers = await fetch(`${base}/models`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    return answers
      ? [{ check: 'Parrot', state: 'ok', text: 'The parrot answers.' }]
      : [{ check: 'Parrot', state: 'problem', text: 'The parrot is silent.', remedy: 'Feed it.' }];
  },
};

function parrot(base: string, model: string): ChatModel {
  return {
    reply: async ({ system, messages, limits, signal }: ModelRequest) => {
      const said = messages.map((message) => ({ role: message.role, content: message.text }));
      const body = JSON.stringify({
        model,
        messages: [{ role: 'system', content: system }, ...said],
        max_tokens: limits.maxOutputTokens,
      });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${base}/chat/completions`, {
        method: 'POST',
        headers,
        body,
        signal,
      }).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new ModelError('unavailable', 'The parrot is out.', { cause, provider: 'parrot' });
      });
      if (!response.ok)
        throw new ModelError('unavailable', `The parrot says ${response.status}.`, { provider: 'parrot' });
      const { choices, usage } = (await response.json()) as Completion;
      return {
        text: choices[0]?.message.content ?? '',
        toolCalls: [],
        finish: 'stop',
        usage: { input: usage.prompt_tokens, output: usage.completion_tokens },
        servedBy: { provider: 'parrot', model, languageModel: true },
      };
    },
  };
}
