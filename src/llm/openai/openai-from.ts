/** Creates the OpenAI-compatible provider from the settings. */
import type { ChatModel } from '../chat-model.ts';
import type { Clock } from '../../time/clock.ts';
import { addressOf } from './address.ts';
import { OpenAiModel } from './openai-model.ts';
import type { OpenAiEndpoint } from './openai-model.ts';
import { modelError } from './say-failure.ts';
import type { Patience } from '../patience.ts';

export interface OpenAiSettings {
  readonly baseUrl?: string;
  readonly key?: string;
  readonly model?: string;
}

/**
 * @returns undefined when neither an address nor a key is set. Unusable settings give a model that reports them on
 * each call.
 */
export function openAiFrom(
  settings: OpenAiSettings,
  deps: { readonly clock: Clock; readonly patience?: Patience },
): ChatModel | undefined {
  if (settings.baseUrl === undefined && settings.key === undefined) return undefined;
  const endpoint = endpointOf(settings);
  if (typeof endpoint === 'string')
    return { reply: () => Promise.reject(modelError('misconfigured', endpoint, settings)) };
  return new OpenAiModel({ ...endpoint, ...deps });
}

/** @returns the endpoint, or a sentence that says what is wrong with the settings. */
export function endpointOf({
  baseUrl,
  key,
  model,
}: OpenAiSettings): Pick<OpenAiEndpoint, 'address' | 'key' | 'model'> | string {
  const address = addressOf(baseUrl);
  if (typeof address === 'string') return address;
  // Other characters can't be sent in a header.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    return 'OPENAI_API_KEY has characters in it that no key has.';
  return { address, ...(key !== undefined && { key }), ...(model !== undefined && { model }) };
}
