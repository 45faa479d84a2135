/** Checks whether the keys and the model work, by asking for Gemini's list of models with each key, which is free. */
import { deadline } from '../../time/clock.ts';
import type { Clock } from '../../time/clock.ts';
import { addressOf } from './gemini-address.ts';
import type { Address } from './gemini-address.ts';
import { geminiClient } from './gemini-client.ts';
import { faultOf } from './gemini-fault.ts';
import type { Fault } from './gemini-fault.ts';
import { modelOf } from './gemini-from.ts';
import type { GeminiSettings } from './gemini-from.ts';
import { within } from './gemini-patience.ts';
import { nameOf } from './gemini-profiles.ts';
import { isKey, maskOf } from './gemini-secrets.ts';
import type { ModelFinding } from '../provider.ts';

const PATIENCE_MS = 15_000;
const NAMES = 6;

/** One finding per key, or one for all when the address is wrong. Problems are findings, not exceptions. */
export async function checkGemini(
  settings: GeminiSettings,
  clock: Clock,
  signal: AbortSignal,
): Promise<ModelFinding[]> {
  const address = addressOf(settings.baseUrl);
  if (typeof address === 'string') return [problem(address, MEND_ADDRESS)];
  const model = modelOf(settings);
  const mask = maskOf(settings.keys);
  const findings = await Promise.all(
    settings.keys.map(async (key, n): Promise<ModelFinding> => {
      const name = nameOf(n + 1);
      if (!isKey(key)) return problem(`${name} has characters that no key has.`, MEND_KEY);
      try {
        const names = await modelsOf(address, key, clock, signal);
        if (names.includes(model))
          return { check: 'gemini', state: 'ok', text: `${name} works, and “${model}” is there.` };
        return problem(`Gemini has no model “${model}” for key ${n + 1}.`, mendModel(names));
      } catch (error) {
        signal.throwIfAborted();
        const fault = faultOf(error, { host: address.host, model, nowMs: clock.now() });
        const finding = findingOf(fault, name);
        return { ...finding, text: mask(finding.text) };
      }
    }),
  );
  const seen = new Set<string>();
  return findings.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Names of the models that can write, without their prefix. */
async function modelsOf({ base }: Address, key: string, clock: Clock, outer: AbortSignal): Promise<string[]> {
  const client = await geminiClient(base, key);
  const connection = deadline(clock, clock.now() + PATIENCE_MS, new Error('too slow'), outer);
  const wait = { clock, sinceMs: clock.elapsed(), ms: PATIENCE_MS, signal: outer };
  const names: string[] = [];
  try {
    const config = { pageSize: 1_000, abortSignal: connection.signal };
    const pager = await within(wait, () => client.models.list({ config }));
    // One page has them all; a server that never ends its pages isn't followed.
    for (const { name = '', supportedActions } of pager.page)
      if (supportedActions?.includes('generateContent') ?? true) names.push(name.replace(/^models\//, ''));
    return names;
  } finally {
    connection.clear();
  }
}

function findingOf({ sentence, limit, wrongKey, code }: Fault, name: string): ModelFinding {
  if (limit) return { check: 'gemini', state: 'warning', text: `${name} ${sentence}` };
  if (wrongKey === true) return problem(`${name} ${sentence}`, MEND_KEY);
  return problem(sentence, code === 'misconfigured' ? MEND_ADDRESS : undefined);
}

function problem(text: string, remedy?: string): ModelFinding {
  return { check: 'gemini', state: 'problem', text, ...(remedy !== undefined && { remedy }) };
}

const MEND_KEY = 'Make a key at https://aistudio.google.com/apikey and put it into GEMINI_API_KEYS.';
const MEND_ADDRESS = 'Set GEMINI_BASE_URL to the address of the API without a version, or leave it out.';

function mendModel(names: readonly string[]): string {
  const likely = names.filter((name) => /^gemini-.*(?:flash|pro)/.test(name));
  const some = (likely.length > 0 ? likely : names).slice(0, NAMES);
  if (some.length === 0) return 'Leave GEMINI_MODEL out, or set it to a model of yours.';
  return `Leave GEMINI_MODEL out, or set it to one of these: ${some.join(', ')}.`;
}
