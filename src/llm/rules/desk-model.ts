/**
 * The desk model: a `ChatModel` without a language model. It needs no key and no network. It ranks, searches,
 * quotes and counts, never invents a sentence, and says what it can't do.
 *
 * It uses the same tool loop as any model and keeps no state: the same request gets the same reply.
 */
import { ModelError } from '../chat-model.ts';
import type { ChatModel, ModelReply, ModelRequest } from '../chat-model.ts';
import { unfenced } from '../fence.ts';
import { chat } from './chat.ts';
import { clusterLinks, mergeEvents } from './cluster.ts';
import { compact } from './compact.ts';
import { heartbeat } from './heartbeat.ts';
import { followSteps } from './newsletter.ts';
import { plan } from './plan.ts';
import { remind } from './remind.ts';
import { writeBrief } from './write-brief.ts';
import { writeStory } from './write-story.ts';

export const deskModel: ChatModel = {
  // Async, so that an error in a task becomes a rejection.
  async reply(given: ModelRequest): Promise<ModelReply> {
    // It follows no instructions in material, so it needs no fences.
    const messages = given.messages.map((message) => ({ ...message, text: unfenced(message.text) }));
    const request = { ...given, messages };
    request.signal.throwIfAborted();
    switch (request.task) {
      case 'chat':
        return chat(request);
      case 'remind':
        return remind(request);
      case 'heartbeat':
        return heartbeat(request);
      case 'compact':
        return compact(request);
      case 'plan':
        return plan(request);
      case 'cluster':
        return clusterLinks(request);
      case 'merge':
        return mergeEvents(request);
      case 'write':
      case 'rescue':
        return writeStory(request);
      case 'brief':
        return writeBrief(request);
      case 'newsletter':
        return followSteps(request);
      default:
        throw new ModelError(
          'cannot_serve',
          `The desk model can't serve "${String(request.task)}" without a language model.`,
        );
    }
  },
};
