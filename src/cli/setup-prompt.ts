/** The prompts of a terminal, over the world's input and output. Whoever presses Ctrl-C leaves the setup. */
import * as clack from '@clack/prompts';
import type { SetupWords } from './setup-words.ts';
import type { World } from './world.ts';

/** The person left. */
export class Left extends Error {
  override readonly name = 'Left';
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** What every question has: the prompts, and the words in the chosen language. */
export interface Asking {
  readonly ask: Prompts;
  readonly say: SetupWords;
}

export type Prompts = ReturnType<typeof promptsOf>;

/** Questions at a terminal. Each rejects with Left when the person presses Ctrl-C. */
export function promptsOf({ input, output }: Pick<World, 'input' | 'output'>) {
  const at = { input, output };
  const answered = <T>(given: T): Exclude<T, symbol> => {
    if (typeof given === 'symbol') throw new Left();
    return given as Exclude<T, symbol>;
  };
  return {
    begin: (title: string) => clack.intro(title, at),
    end: (text: string) => clack.outro(text, at),
    tell: (text: string) => clack.log.message(text, at),
    good: (text: string) => clack.log.success(text, at),
    warn: (text: string) => clack.log.warn(text, at),
    note: (text: string, title: string) => clack.note(text, title, { ...at, format: (line) => line }),
    text: async (
      message: string,
      {
        placeholder,
        initial,
        check,
      }: { placeholder?: string; initial?: string; check?: (text: string) => string | undefined } = {},
    ) =>
      answered(
        await clack.text({
          ...at,
          message,
          ...(placeholder !== undefined && { placeholder }),
          ...(initial !== undefined && { initialValue: initial }),
          validate: (value) => check?.(value ?? ''),
        }),
      ) ?? '',
    secret: async (message: string) => answered(await clack.password({ ...at, message })) ?? '',
    choose: async <Value extends string>(
      message: string,
      options: readonly Choice<Value>[],
      initial?: Value,
    ) =>
      answered(
        await clack.select<string>({
          ...at,
          message,
          options: [...options],
          maxItems: 12,
          ...(initial !== undefined && { initialValue: initial }),
        }),
      ) as Value,
    several: async (message: string, options: readonly Choice<string>[], initial: readonly string[]) =>
      answered(
        await clack.multiselect<string>({
          ...at,
          message,
          options: [...options],
          initialValues: [...initial],
          maxItems: 12,
          required: false,
        }),
      ),
    agree: async (message: string, initial = true) =>
      answered(await clack.confirm({ ...at, message, initialValue: initial })),
    /** Something that takes a while; `step` says how far it is. */
    during: async <T>(
      message: string,
      work: (step: (text: string) => void) => Promise<T>,
      done: (result: T) => string,
    ): Promise<T> => {
      const spinner = clack.spinner(at);
      spinner.start(message);
      try {
        const result = await work((text) => spinner.message(text));
        spinner.stop(done(result));
        return result;
      } catch (error) {
        spinner.error(error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  };
}
