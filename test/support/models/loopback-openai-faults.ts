/** What goes wrong at a model's endpoint, as it looks on the wire. */
import type { ServerResponse } from 'node:http';
import { begin, chunk } from './loopback-openai-speech.ts';

export type OpenAiFault =
  /** 429, to be asked again in seven seconds. */
  | 'rate_limited'
  /** 429: nothing is left to spend. */
  | 'quota'
  | 'server_error'
  | 'overloaded'
  | 'wrong_key'
  | 'unknown_model'
  | 'too_long'
  /** Takes the request and hangs up. */
  | 'hangs_up'
  /** Begins a stream ("The ferry") and hangs up. */
  | 'breaks_off'
  /** Begins a stream ("The ferry") and ends it in good order, too early. */
  | 'stops_short'
  /** Begins a stream ("The ferry") and tells of an error in it. */
  | 'fails_in_stream'
  /** Takes the request and never answers. */
  | 'never_answers'
  /** Begins a stream ("The ferry") and says no more. */
  | 'falls_silent'
  /** Says all of "The ferry sails.", and keeps the stream open. */
  | 'never_ends'
  | 'speaks_html'
  | 'speaks_gibberish'
  /** 200, and no choice in it. */
  | 'says_nothing'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown };

export function perform(fault: OpenAiFault, response: ServerResponse, model: string): void {
  if (typeof fault === 'object') return answer(response, fault.status, fault.body, fault.headers);
  const start = () => {
    begin(response);
    event(response, chunk(model, { role: 'assistant', content: '' }));
    event(response, chunk(model, { content: 'The ferry' }));
  };
  switch (fault) {
    case 'rate_limited':
      return answer(
        response,
        429,
        error('Rate limit reached for requests', 'rate_limit_exceeded', 'requests'),
        {
          'retry-after': '7',
        },
      );
    case 'quota':
      return answer(
        response,
        429,
        error(
          'You exceeded your current quota, please check your plan and billing details.',
          'insufficient_quota',
          'insufficient_quota',
        ),
      );
    case 'server_error':
      return answer(
        response,
        500,
        error('The server had an error while processing your request.', null, 'server_error'),
      );
    case 'overloaded':
      return answer(
        response,
        503,
        error('The engine is currently overloaded, please try again later.', null, 'server_error'),
      );
    case 'wrong_key':
      return answer(response, 401, error('Incorrect API key provided: sk-lo****back.', 'invalid_api_key'));
    case 'unknown_model':
      return answer(response, 404, error(`The model \`${model}\` does not exist.`, 'model_not_found'));
    case 'too_long':
      return answer(
        response,
        400,
        error(
          "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in max_tokens). Please reduce the length of the messages.",
          'context_length_exceeded',
        ),
      );
    case 'hangs_up':
      response.socket?.destroy();
      return;
    case 'breaks_off':
      start();
      // After what was written has left.
      setImmediate(() => response.socket?.destroy());
      return;
    case 'stops_short':
      start();
      response.end();
      return;
    case 'fails_in_stream':
      start();
      event(response, error('The server had an error while processing your request.', null, 'server_error'));
      response.end();
      return;
    case 'never_answers':
      return;
    case 'falls_silent':
      start();
      return;
    case 'never_ends':
      start();
      event(response, chunk(model, { content: ' sails.' }));
      event(response, chunk(model, {}, 'stop'));
      return;
    case 'speaks_html':
      return answer(response, 200, '<!doctype html><title>Welcome</title><p>It works!');
    case 'speaks_gibberish':
      begin(response);
      response.end('data: {"choices": [{"delta": \n\ndata: [DONE]\n\n');
      return;
    case 'says_nothing':
      begin(response);
      event(response, { ...chunk(model, {}), choices: [] });
      response.end('data: [DONE]\n\n');
      return;
  }
}

function event(response: ServerResponse, data: object): void {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json';
  response
    .writeHead(status, { 'content-type': type, ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

function error(message: string, code: string | null, type = 'invalid_request_error') {
  return { error: { message, type, param: null, code } };
}
