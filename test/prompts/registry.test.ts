import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Prompts } from '../../src/agent/prompts.ts';
import { STEPS } from '../../src/newsletter/model/steps.ts';
import { BUILTIN_VALIDATORS } from '../../src/newsroom/verify/validate-story.ts';

const folder = fileURLToPath(new URL('../../prompts', import.meta.url));
const prompts = Prompts.read([folder]);
const registry = JSON.parse(readFileSync(`${folder}/registry.json`, 'utf8')) as {
  prompts: Record<string, { validator_id?: string }>;
  validators: Record<string, { name: string }>;
  content_types: Record<string, { default_prompt_id: string }>;
  categories: Record<string, string>;
};

const TOOLS = [
  ...'look_up stories remember forget notes jobs cron story wake followed recent_posts inputs write_run post brief brief_sources newsletter'.split(
    ' ',
  ),
  'check_workflow_status',
  ...STEPS,
];
const OUTPUTS = ['planner_reply', 'worker_result', 'checker_reply', 'mend_reply', 'same_story_reply'];

describe('the registry', () => {
  it.each(prompts.profiles())('knows the tools and outputs of the profile %s', (name) => {
    const profile = prompts.profile(name);
    for (const tool of Object.keys(profile.tools)) expect(TOOLS).toContain(tool);
    if (profile.output !== undefined) expect(OUTPUTS).toContain(profile.output);
  });

  it('has the profiles that the house names, with their calls and limits', () => {
    const { tools, limits } = prompts.profile('planner_daily');
    expect(tools).toEqual({ recent_posts: 1, inputs: 2, write_run: 1 });
    expect(limits.timeout_seconds).toBe(900);
    expect(prompts.profile('planner_hourly')).toMatchObject({
      tools: { inputs: 1, write_run: 1 },
      limits: { timeout_seconds: 600 },
    });
    expect(prompts.profile('reporter')).toMatchObject({ tools: {}, output: 'worker_result', task: 'write' });
    for (const name of ['chat', 'reminder', 'rescue', 'heartbeat']) expect(prompts.profiles()).toContain(name);
  });

  it.each([
    ['Global News', 'default'],
    ['Politics', 'politics'],
    ['UK Parliament / Politics', 'uk_parliament'],
    ['UK News', 'uk_news'],
    ['Hong Kong News', 'hk_news'],
    ['Hong Kong Entertainment', 'hk_entertainment'],
    ['Entertainment', 'entertainment'],
    ['Sports', 'sports'],
    ['AI', 'ai'],
    ['US Stocks', 'finance'],
    ['Crypto', 'finance'],
    ['Precious Metals', 'finance'],
    ['Gardening', 'default'],
  ])('sends %s to the reporter for %s', (category, kind) => {
    expect(prompts.promptForCategory(category)).toBe(`news_reporter_script_${kind}_v1`);
  });

  it('names only prompts and validators that there are', () => {
    const known = Object.keys(registry.prompts);
    for (const { default_prompt_id } of Object.values(registry.content_types)) expect(known).toContain(default_prompt_id);
    for (const prompt of Object.values(registry.categories)) expect(known).toContain(prompt);
    for (const id of known) {
      const validator = prompts.validatorOf(id);
      if (validator !== undefined) expect(Object.keys(registry.validators)).toContain(validator);
    }
    for (const [id, { name }] of Object.entries(registry.validators)) {
      expect(Object.keys(BUILTIN_VALIDATORS)).toContain(name);
      expect(id).toBe(name); // job files name the validator by either
    }
  });
});
