/** Converts a request to the SDK's parameters. */
import type { FunctionDeclaration, GenerateContentParameters } from '@google/genai';
import type { ModelRequest, OutputSpec, ToolSpec } from '../chat-model.ts';
import { contentsOf } from './gemini-contents.ts';
import { geminiSchema, hasParameters } from './gemini-schema.ts';

export interface WhichGemini {
  readonly model: string;
  /** Tokens for thinking, in addition to those of the reply. */
  readonly thinkingBudget: number;
}

/** Models before 2.5 refuse thinking options. */
const WITHOUT_THOUGHTS = /^gemini-(?:1|2\.0)|^gemma/u;
/** Pro always thinks, at least this much. */
const LEAST_OF_PRO = 128;
const SHARE_OF_THOUGHTS = 0.25;

/** A request as Gemini's SDK takes it. */
export function parametersOf(
  which: WhichGemini,
  request: ModelRequest,
  abortSignal: AbortSignal,
): GenerateContentParameters {
  const { model } = which;
  const { system, messages, tools, output, limits } = request;
  const { maxOutputTokens, thoughtsIncluded } = limits;
  const beside = thinkingOf(which);
  const thinking =
    thoughtsIncluded && beside !== undefined
      ? Math.min(beside, Math.floor(maxOutputTokens * SHARE_OF_THOUGHTS))
      : beside;
  // Most models refuse a response schema together with functions, so the prompt has to ask for the form.
  const asked = output !== undefined && tools.length > 0;
  return {
    model,
    contents: contentsOf(messages),
    config: {
      abortSignal,
      systemInstruction: asked ? `${system}\n\n${formOf(output)}` : system,
      // Gemini counts thoughts as output. Unless asked otherwise, give them room beside the reply.
      maxOutputTokens: maxOutputTokens + (thoughtsIncluded ? 0 : (thinking ?? 0)),
      ...(thinking !== undefined && { thinkingConfig: { thinkingBudget: thinking } }),
      ...(limits.temperature !== undefined && { temperature: limits.temperature }),
      ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
      ...(output !== undefined &&
        !asked && {
          responseMimeType: 'application/json',
          responseJsonSchema: geminiSchema(output.schema),
        }),
      // One reply is one request: the SDK must not call functions or continue by itself.
      automaticFunctionCalling: { disable: true },
      automaticContinuation: false,
    },
  };
}

/** Undefined for models that don't think. */
function thinkingOf({ model, thinkingBudget }: WhichGemini): number | undefined {
  if (WITHOUT_THOUGHTS.test(model)) return undefined;
  return /-pro\b/u.test(model) ? Math.max(LEAST_OF_PRO, thinkingBudget) : thinkingBudget;
}

function declarationOf({ name, description, parameters }: ToolSpec): FunctionDeclaration {
  return {
    name,
    description,
    ...(hasParameters(parameters) && { parametersJsonSchema: geminiSchema(parameters) }),
  };
}

function formOf({ name, schema }: OutputSpec): string {
  const { $schema: _, ...plain } = schema;
  return [
    `When you have what you need from the tools, your last reply is one JSON value, "${name}", and nothing else:`,
    'no words around it, no fence. It keeps to this JSON Schema:',
    JSON.stringify(plain),
  ].join('\n');
}
