import { z } from 'zod';
import type { DeskRequest } from '../../text/desk-request.ts';
import type { Locale } from '../../time/locale.ts';
import type { ModelReply } from '../chat-model.ts';
import { callTool, sayText } from './desk-reply.ts';
import { sayRefused } from './say-chat.ts';
import { readResult, refusalIn } from './tool-talk.ts';
import type { ToolTalk } from './tool-talk.ts';

const TOOL = 'desk';
const Told = z.object({ text: z.string() });

/** A question about the desk, or an order to the whole desk: the `desk` tool's answer, verbatim. */
export function askDesk({ request, until }: DeskRequest, talk: ToolTalk, language: Locale): ModelReply {
  return askTool(TOOL, { request, ...(until !== undefined && { until }) }, talk, language);
}

/** A question that a tool answers by itself: its answer as it stands. */
export function askTool(tool: string, args: unknown, talk: ToolTalk, language: Locale): ModelReply {
  const result = talk.resultOf(tool);
  if (result === undefined) return callTool(talk.nextCallId, tool, args);
  const told = readResult(Told, result);
  return sayText(told?.text ?? sayRefused(language, refusalIn(result, language) ?? result.slice(0, 300)));
}
