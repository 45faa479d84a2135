import type { ProviderKind } from '../provider.ts';
import { checkGemini } from './check-gemini.ts';
import { geminiFrom } from './gemini-from.ts';
import type { GeminiSettings } from './gemini-from.ts';

export const geminiProvider: ProviderKind<{ readonly gemini: GeminiSettings }> = {
  name: 'gemini',
  title: 'Gemini',
  setBy: 'GEMINI_API_KEYS',
  asks: ['GEMINI_API_KEYS'],
  open({ gemini: settings }, deps) {
    const chat = geminiFrom(settings, deps);
    return (
      chat && {
        name: 'gemini',
        model: chat.model,
        languageModel: true,
        chat,
        keys: async () => ({
          all: settings.keys.length,
          resting: (await chat.profiles.states()).filter(({ state }) => state !== 'free').length,
        }),
      }
    );
  },
  check: async ({ gemini }, clock, signal) =>
    gemini.keys.length > 0 ? checkGemini(gemini, clock, signal) : [],
};
