/**
 * The newsletter's workflow without a language model: calls the steps in the order of `check_workflow_status`,
 * stops at anything but success, and reports the end in the tools' own words.
 */
import { z } from 'zod';
import { ModelError } from '../chat-model.ts';
import type { ModelReply, ModelRequest } from '../chat-model.ts';
import { callTool, sayText } from './desk-reply.ts';
import { readResult } from './tool-talk.ts';

const STATUS = 'check_workflow_status';

const result = z.looseObject({
  status: z.string(),
  message: z.string().optional(),
  step: z.string().optional(),
  progress: z.string().optional(),
  next_step: z.string().nullish(),
});

/**
 * The desk model's part in an agentic newsletter: ask for the status, then call the next step, until all are done or
 * one fails.
 * @throws ModelError `cannot_serve` when it is asked to write.
 */
export function followSteps({ tools, messages }: ModelRequest): ModelReply {
  const names = tools.map(({ name }) => name);
  if (!names.includes(STATUS))
    throw new ModelError(
      'cannot_serve',
      'The desk model writes no newsletters: the steps quote by themselves.',
    );
  const results = messages.filter((message) => message.role === 'tool');
  const last = results.at(-1);
  const call = (name: string) => callTool(`step-${results.length + 1}`, name, {});
  if (!last) return call(STATUS);
  const told = readResult(result, last.text);
  if (!told) return sayText(`${last.name} answered nothing that can be read. Stopped.`);
  if (last.name !== STATUS)
    return told.status === 'ok'
      ? call(STATUS)
      : sayText(`Stopped at ${last.name}: ${told.message ?? told.status}`);
  const next = told.status === 'new_session' ? names.find((name) => name !== STATUS) : told.next_step;
  if (next == null) return sayText(`All steps are complete (${told.progress ?? '100%'}).`);
  return names.includes(next) ? call(next) : sayText(`There is no tool for ${next}. Stopped.`);
}
