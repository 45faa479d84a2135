/**
 * Prompts: named, versioned templates with `{{VARIABLE}}` placeholders.
 *
 * A template is translated by a file `name.<language>.md` beside `name.md`. `{{> part}}` inserts the template
 * `part.md` in the same language, for text that several prompts share.
 *
 * Only the template's own placeholders are filled. Inserted values are never scanned again, so a `{{` in an article
 * stays text. Variables listed as `material` in the registry are fenced. A placeholder without a value is an error
 * when rendering; a missing template is an error when reading the registry.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fenced } from '../llm/fence.ts';
import type { RenderedPrompt } from '../sessions/turn.ts';
import { profileSchema } from './profile.ts';
import type { TurnProfile } from './profile.ts';
import { localeOf } from '../time/locale.ts';
import type { Locale, WrittenLanguage } from '../time/locale.ts';

class PromptRegistryError extends Error {
  override readonly name = 'PromptRegistryError';
}

const registrySchema = z.strictObject({
  prompts: z.record(
    z.string(),
    z.strictObject({
      template_path: z.string(),
      version: z.number().int().positive(),
      validator_id: z.string().exactOptional(),
      /** Variables with text from outside. */
      material: z.array(z.string()).exactOptional(),
    }),
  ),
  profiles: z.record(z.string(), profileSchema),
  validators: z.record(z.string(), z.strictObject({ type: z.literal('builtin'), name: z.string() })),
  content_types: z.record(z.string(), z.strictObject({ default_prompt_id: z.string() })),
  categories: z.record(z.string(), z.string()),
});

type Registry = z.infer<typeof registrySchema>;

const PART = /\{\{> ([a-z0-9_]+)\}\}/g;
const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]*)\}\}/g;

/** Tasks of people's and jobs' turns. */
const JOB_TASKS: readonly string[] = ['remind', 'plan', 'chat'];

export class Prompts {
  /** The language of the desk that reads them. */
  readonly locale: Locale;
  readonly #registry: Registry;
  readonly #templates: ReadonlyMap<string, string>;

  private constructor(registry: Registry, templates: ReadonlyMap<string, string>, locale: Locale) {
    this.locale = locale;
    this.#registry = registry;
    this.#templates = templates;
  }

  /**
   * Read `registry.json` and its templates in a language. A file in an earlier folder overrides the same file in a
   * later one, in any language.
   * @throws PromptRegistryError that names the file and the problem.
   */
  static read(folders: readonly string[], language: WrittenLanguage = 'en'): Prompts {
    const file = find(folders, 'registry.json');
    const parsed = registrySchema.safeParse(parseJson(file));
    if (!parsed.success) throw new PromptRegistryError(`${file}: ${z.prettifyError(parsed.error)}`);
    const registry = parsed.data;
    const templates = new Map<string, string>();
    for (const [id, { template_path }] of Object.entries(registry.prompts))
      templates.set(id, readTemplate(folders, template_path, language));
    for (const [name, profile] of Object.entries(registry.profiles))
      for (const id of [profile.system, profile.prompt])
        if (id !== undefined && !templates.has(id))
          throw new PromptRegistryError(`${file}: profile ${name} names the unknown prompt "${id}"`);
    return new Prompts(registry, templates, localeOf(language));
  }

  /** A template's text with its parts, before anything is filled in. */
  template(id: string): string | undefined {
    return this.#templates.get(id);
  }

  /** The text of every template. */
  texts(): string[] {
    return [...this.#templates.values()];
  }

  /** @throws PromptRegistryError for an unknown prompt or a placeholder without a value. */
  render(id: string, values: Readonly<Record<string, string>>): RenderedPrompt {
    const template = this.template(id);
    const entry = this.#registry.prompts[id];
    if (template === undefined || !entry) throw new PromptRegistryError(`there is no prompt "${id}"`);
    const used: Record<string, string> = {};
    const text = template.replace(PLACEHOLDER, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new PromptRegistryError(`prompt "${id}": no value for {{${name}}}`);
      used[name] = value;
      return entry.material?.includes(name) ? fenced(value) : value;
    });
    const sha256 = createHash('sha256').update(text).digest('hex');
    return { ref: { id, version: entry.version, sha256 }, text, variables: used };
  }

  /** @throws PromptRegistryError that lists the existing profiles. */
  profile(name: string): TurnProfile {
    const profile = this.#registry.profiles[name];
    if (!profile) {
      const known = Object.keys(this.#registry.profiles).join(', ');
      throw new PromptRegistryError(`there is no turn profile "${name}"; allowed: ${known}`);
    }
    return profile;
  }

  profiles(): string[] {
    return Object.keys(this.#registry.profiles);
  }

  /** Profiles that jobs may use: not those of workers and of the desk's own upkeep. */
  ofJobs(): string[] {
    return this.profiles().filter((name) => JOB_TASKS.includes(this.profile(name).task));
  }

  /** The prompt for reporters of a category. */
  promptForCategory(category: string): string {
    return this.#registry.categories[category] ?? this.#registry.categories['*'] ?? DEFAULT_REPORTER;
  }

  validatorOf(prompt: string): string | undefined {
    return this.#registry.prompts[prompt]?.validator_id;
  }
}

const DEFAULT_REPORTER = 'news_reporter_script_default_v1';

function readTemplate(folders: readonly string[], name: string, language: WrittenLanguage): string {
  const inLanguage = name.replace(/\.md$/, `.${language}.md`);
  const text = readFileSync(find(folders, inLanguage, name), 'utf8');
  return text.replace(PART, (_, part: string) => readTemplate(folders, `${part}.md`, language).trimEnd());
}

/** The first existing file: by folder, then by name. */
function find(folders: readonly string[], ...names: readonly string[]): string {
  const file = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
  if (file === undefined)
    throw new PromptRegistryError(`${names.at(-1)} is missing (looked in ${folders.join(', ')})`);
  return file;
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new PromptRegistryError(`${file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
