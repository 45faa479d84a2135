/** Prompts that a client's users can choose: plan a run, get a brief, make a newsletter. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import { shorten } from '../../text/shorten.ts';
import { ABOUT_MATERIAL } from './material.ts';
import { badParams } from './protocol-refusal.ts';

type Given = Readonly<Record<string, string>>;

interface OwnPrompt extends Prompt {
  readonly arguments: NonNullable<Prompt['arguments']>;
  /** @param has whether the connection has a tool. */
  readonly say: (given: Given, has: (tool: string) => boolean) => readonly string[];
}

const MOST = 5_000;
const LANGUAGE = {
  name: 'language',
  description: 'The language of the answer: en, or zh for Traditional Chinese (Hong Kong).',
  required: false,
};

const PROMPTS: readonly OwnPrompt[] = [
  {
    name: 'plan',
    title: 'Plan a run of stories',
    description:
      'Look at what the newsroom may choose from, and propose the stories of a daily or hourly run.',
    arguments: [
      { name: 'kind', description: 'daily or hourly; daily where absent.', required: false },
      LANGUAGE,
    ],
    say: ({ kind = 'daily' }, has) => [
      `Plan the ${oneOf('kind', kind, ['daily', 'hourly'])} run of this newsroom.`,
      `1. Call newsroom_inputs with {"kind": "${kind}"}, and newsroom_status for what is posted and what waits.`,
      '2. Choose at most as many candidates as "pick.atMost" allows: a concrete, recent happening each, no story that is told already, a spread of categories.',
      '3. For each, give its title, category, primary_url and, in a sentence, why it is chosen; then name the strongest that you leave, and why.',
      has('newsroom_runs_write')
        ? '4. Show the plan and ask. Only when the person agrees, order it by newsroom_runs_write.'
        : '4. Show the plan; this connection can order nothing.',
    ],
  },
  {
    name: 'brief',
    title: 'A brief on a topic',
    description: 'Have a short cited brief on a topic searched, written and reviewed by the desk.',
    arguments: [{ name: 'topic', description: 'What the brief is about.', required: true }, LANGUAGE],
    say: ({ topic = '' }, has) => [
      `I want a short brief on this topic: ${JSON.stringify(topic)}.`,
      has('brief_run')
        ? 'Call brief_run once with this topic, and give me its text as it is, with its [n] citations and its sources. If it says that nothing was found, say so.'
        : 'This connection has no tool brief_run. Look in newsroom_events_list and newsroom_status for what the newsroom knows of it, and write at most 200 words from that alone, each sentence with its link. If there is nothing, say so.',
    ],
  },
  {
    name: 'newsletter',
    title: 'Work a newsletter',
    description: 'Take a newsletter through its steps, from where it stands.',
    arguments: [
      {
        name: 'session',
        description: 'The newsletter session; the default is newsletter_YYYYMMDD of today.',
        required: false,
      },
      LANGUAGE,
    ],
    say: ({ session }, has) => [
      session === undefined
        ? `Run the newsletter workflow for today's session: ${has('newsletter_today') ? 'call newsletter_today for its name' : 'newsletter_YYYYMMDD'}.`
        : `Run the newsletter workflow for the session ${JSON.stringify(session)}.`,
      '1. Call check_workflow_status first, and after every step.',
      '2. Call the tool of the step that it names as next, in order; skip what is complete; never call a step twice that is complete.',
      '3. Stop at an error: tell me the step, the error, and how to resume. Never retry by yourself.',
      '4. Never change article data yourself: the steps do all the work.',
      ...(has('check_workflow_status')
        ? []
        : ['This connection has no tool check_workflow_status: say so, and do nothing else.']),
    ],
  },
];

/** In the form of a listing: names, descriptions and arguments. */
export function promptsOf(): Prompt[] {
  return PROMPTS.map(({ say: _say, ...prompt }) => prompt);
}

/** @throws ProtocolRefusal for an unknown prompt or unknown arguments. */
export function promptOf(name: string, filled: Given, has: (tool: string) => boolean): GetPromptResult {
  // Clients with a form send fields that were left empty.
  const given = Object.fromEntries(Object.entries(filled).filter(([, value]) => value.trim() !== ''));
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt)
    throw badParams(
      `there is no prompt ${JSON.stringify(shorten(name, 60))}; there are: ${PROMPTS.map((one) => one.name).join(', ')}`,
    );
  const known = prompt.arguments.map((argument) => argument.name);
  const unknown = Object.keys(given).find((argument) => !known.includes(argument));
  if (unknown !== undefined)
    throw badParams(
      `there is no argument ${JSON.stringify(shorten(unknown, 60))}; allowed: ${known.join(', ')}`,
    );
  for (const { name: argument, required } of prompt.arguments) {
    const value = given[argument];
    if (required && value === undefined) throw badParams(`the argument ${argument} is missing`);
    if ((value ?? '').length > MOST)
      throw badParams(`the argument ${argument} has ${value!.length} characters; allowed: ${MOST}`);
  }
  const language = oneOf('language', given['language'] ?? 'en', ['en', 'zh']);
  const lines = [
    ...prompt.say(given, has),
    ABOUT_MATERIAL,
    language === 'zh' ? 'Answer in Traditional Chinese as written in Hong Kong.' : 'Answer in English.',
  ];
  return {
    ...(prompt.description !== undefined && { description: prompt.description }),
    messages: [{ role: 'user', content: { type: 'text', text: lines.join('\n') } }],
  };
}

function oneOf(argument: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw badParams(
    `${argument} can't be ${JSON.stringify(shorten(value, 60))}; allowed: ${allowed.join(', ')}`,
  );
}
