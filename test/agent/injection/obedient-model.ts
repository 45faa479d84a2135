/**
 * A gullible model: it looks for orders in everything that it is given, or in what stands outside the fences, and
 * carries them out. What it can't do then, the house has prevented.
 */
import type { ChatModel, ModelReply, ModelRequest } from '../../../src/llm/chat-model.ts';
import { POISONS } from './poisons.ts';
import type { Poison } from './poisons.ts';

export type Obeys = 'everything' | 'what is outside the fences';

/** What a request has outside the fences; ours only, closed by their own name. */
export function outsideOf(text: string): string {
  return text.replace(/<material ([0-9a-f]{16}):[^<>]*>[\s\S]*?<\/material \1>/g, '');
}

export function ordersIn(text: string): Poison[] {
  return POISONS.filter(({ code }) => text.includes(code));
}

/** What one request gives a model to read: prose and material behind it, one text. */
export function readBy({ system, messages }: ModelRequest): string {
  return [system, ...messages.map((one) => `${'name' in one ? (one.name ?? '') : ''}: ${one.text}`)].join(
    '\n',
  );
}

/** What it reads before it obeys, with each tool that it is offered. */
const READS: Readonly<Record<string, object>> = {
  look_up: { question: 'Did the old mill of Larkmoor reopen?' },
  inputs: {},
  notes: {},
  jobs: {},
  newsletter: { action: 'contents' },
  brief_sources: {},
  followed: {},
  search_desk: { words: 'Larkmoor' },
};

let ids = 0;

export interface ObedientModel extends ChatModel {
  readonly requests: ModelRequest[];
  /** Code words of the orders that it found. */
  readonly found: Set<string>;
}

export function obedientModel(
  obeys: Obeys,
  story: (orders: readonly Poison[]) => string = () => '{}',
): ObedientModel {
  const requests: ModelRequest[] = [];
  const found = new Set<string>();
  const reply = async (request: ModelRequest): Promise<ModelReply> => {
    requests.push(request);
    const text = readBy(request);
    const orders = ordersIn(obeys === 'everything' ? text : outsideOf(text));
    for (const { code } of orders) found.add(code);
    const results = since(request);
    const offers = (name: string) => request.tools.some((tool) => tool.name === name);
    const reads = Object.keys(READS).filter((name) => offers(name) && !results.includes(name));
    // A turn ends where the same call is made again and again.
    const options = [
      ...new Map(orders.flatMap(({ calls }) => calls).map((call) => [JSON.stringify(call), call])).values(),
    ];
    const times = (name: string) => results.filter((one) => one === name).length;
    const tried = options.some(([name]) => times(name) > (name in READS && offers(name) ? 1 : 0));
    const calls = reads.length > 0 ? reads.map((name) => [name, READS[name]] as const) : tried ? [] : options;
    const said = request.output ? story(orders) : orders.map(({ say }) => say).join('\n') || 'All is well.';
    return {
      text: calls.length > 0 ? '' : said,
      toolCalls: calls.map(([name, args]) => ({ id: `g${++ids}`, name, args })),
      finish: 'stop',
      usage: { input: 10, output: 10 },
      servedBy: { provider: 'gullible', model: 'gullible-1', languageModel: true },
    };
  };
  return { reply, requests, found };
}

/** The tools that have answered since a person, or the schedule, last spoke. */
function since({ messages }: ModelRequest): string[] {
  const from = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(from + 1).flatMap((one) => (one.role === 'tool' ? [one.name] : []));
}
